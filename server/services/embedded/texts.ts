/** Checks bodies that are a flat object of texts. */

/** What a text must be. `required` unless `optional`; `says` completes «"<name>" …», in Spanish. */
export interface TextRule {
  optional?: boolean;
  max: number;
  fits?: (text: string) => boolean;
  says?: string;
}

export type Texts = Record<string, string>;

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
    const value = given[name];
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
