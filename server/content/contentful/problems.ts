/** What is wrong with entries themselves, as diagnostics: how they are linked, and whose they are. */
import type { Diagnostic } from "../../../schemas/engine/serve.ts";

/** Field of an entry that says whose content it is. No field of ours has a `_` in its name. */
export const brandsField = "brand_codes";

/** Each is a heading in `diagnostics.md`. */
export const problems = {
  "content-link-unresolved": {
    severity: "warning",
    message: 'El campo "{field}" enlaza con {what} "{id}", y eso no está publicado.',
    mend: "publícalo, o quita el enlace; mientras tanto queda afuera.",
  },
  "content-without-brand": {
    severity: "error",
    message: `Ninguna marca tiene esta entrada: el campo "${brandsField}" está vacío.`,
    mend: "escribe en ese campo los códigos de las marcas que la muestran ({brands}).",
  },
  "content-unknown-brand": {
    severity: "error",
    message: `El campo "${brandsField}" nombra "{brand}", que no es una marca que lea este espacio.`,
    mend: "usa los códigos de las marcas: {brands}.",
  },
  "content-twice": {
    severity: "error",
    message: 'La marca "{brand}" tiene dos entradas de "{type}": esta y "{other}".',
    mend: `deja una sola, o reparte las marcas en "${brandsField}".`,
  },
  "content-bad-name": {
    severity: "error",
    message: 'El campo "slug" dice "{name}", que no sirve de nombre.',
    mend: "usa minúsculas sin tildes, números y guiones: será el final de la dirección.",
  },
  "content-name-twice": {
    severity: "error",
    message: 'El nombre "{name}" ya es de la entrada "{other}" de la marca "{brand}".',
    mend: 'escribe otro en el campo "slug".',
  },
  "content-not-read": {
    severity: "warning",
    message: "{reason} {kept}",
    mend: "{mend}.",
  },
} as const satisfies Record<string, { severity: Diagnostic["severity"]; message: string; mend: string }>;

export type ProblemCode = keyof typeof problems;

/** Where in the content system something stands, as the place of a diagnostic. */
export const placeIn = (entry: string, field?: string): string =>
  `contentful:${entry}${field === undefined ? "" : `#${field}`}`;

/** Makes a diagnostic of a code, where it is, and the values of its message. */
export function problemAt(
  place: string,
  code: ProblemCode,
  values: Record<string, string>,
  { excerpt = "", severity }: { excerpt?: string; severity?: Diagnostic["severity"] } = {},
): Diagnostic {
  const fill = (text: string): string =>
    text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
  const problem = problems[code];
  return {
    code,
    severity: severity ?? problem.severity,
    file: place,
    line: 1,
    column: 1,
    length: Math.max(1, excerpt.length),
    message: fill(problem.message),
    fix: fill(problem.mend),
    excerpt,
  };
}
