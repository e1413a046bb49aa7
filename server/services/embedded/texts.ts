/** Checks bodies that are a flat object of texts, and of whole numbers where a rule says so. */

/** What a text must be. `required` unless `optional`; `says` completes «"<name>" …», in Spanish. */
export interface TextRule {
  optional?: boolean;
  max: number;
  fits?: (text: string) => boolean;
  /** A whole number between these, both included, and no text; it is told as one afterwards. */
  number?: { from: number; to: number };
  says?: string;
}

export type Texts = Record<string, string>;

/** A whole number as text; null for what is none between these, undefined for nothing. */
function numberText(value: unknown, { from, to }: { from: number; to: number }): string | null | undefined {
  if (value === undefined) return undefined;
  const fits = Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
  return fits ? String(value) : null;
}

/** The trimmed texts, or what is wrong with the first that is, in Spanish. Values are never repeated. */
export function readTexts(
  body: unknown,
  rules: Record<string, TextRule>,
): { texts: Texts } | { fault: string } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { fault: "El cuerpo debe ser un objeto JSON" };
  }
  const given = body as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return { fault: `${JSON.stringify(unknown.slice(0, 40))} no se conoce` };
  const texts: Texts = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = rule.number ? numberText(given[name], rule.number) : given[name];
    if (value === null) {
      return { fault: `"${name}" debe ser un número entero de ${rule.number!.from} a ${rule.number!.to}` };
    }
    if (value !== undefined && typeof value !== "string") return { fault: `"${name}" debe ser un texto` };
    const text = value?.trim() ?? "";
    if (text === "") {
      if (!rule.optional) return { fault: `Falta "${name}"` };
      continue;
    }
    // Counted in code points, as JSON Schema and people do.
    if ([...text].length > rule.max)
      return { fault: `"${name}" no puede tener más de ${rule.max} caracteres` };
    if (rule.fits && !rule.fits(text)) return { fault: `"${name}" ${rule.says ?? "no es válido"}` };
    texts[name] = text;
  }
  return { texts };
}
