/** What an answer must be, and what is read when it is not. */
import { asList, asObject, type Field, type Names } from "../../../schemas/engine/describe.ts";
import { plural } from "../project.ts";
import { conditionsOf, within } from "./by-brand.ts";
import { namesOf } from "./names.ts";
import { condition } from "./rule-words.ts";
import { joined } from "./say.ts";
import { fieldText, kindIn, namesOfKind, quoted, type BrandView, type View } from "./view.ts";

const limitWords: Record<string, (limit: unknown) => string> = {
  minLength: (limit) => `al menos ${plural(Number(limit), "carácter", "caracteres")}`,
  maxLength: (limit) => `como máximo ${plural(Number(limit), "carácter", "caracteres")}`,
  pattern: (pattern) => patternWords(String(pattern)),
  format: (format) => (format === "email" ? "una dirección de correo" : `el formato \`${String(format)}\``),
  minimum: (limit) => `desde ${numberWords(limit)}`,
  maximum: (limit) => `hasta ${numberWords(limit)}`,
};

const numberWords = (limit: unknown): string =>
  typeof limit === "number" ? limit.toLocaleString("es-CL") : String(limit);

const characters: Record<string, string> = {
  "[0-9]": "dígitos",
  "\\d": "dígitos",
  "[A-Z0-9]": "letras mayúsculas o números",
};

/** Common regular expressions in words; others as they are. */
function patternWords(pattern: string): string {
  const [, set = "", least, , most] = /^\^(\[[^\]]+\]|\\d)\{(\d+)(,(\d+))?\}\$$/.exec(pattern) ?? [];
  const noun = characters[set];
  if (noun === undefined || least === undefined) return `la forma \`${pattern}\``;
  return most === undefined ? `${least} ${noun}` : `de ${least} a ${most} ${noun}`;
}

/** What an answer must be in a brand, each with the problem that is shown when it is not. */
function limitsIn(view: View, field: Field, brand: BrandView): Map<string, string> {
  const kind = kindIn(view, field, brand);
  const kindNames = namesOfKind(field, kind);
  const alike = within(
    view,
    view.brands.filter((other) => kindIn(view, field, other) === kindIn(view, field, brand)),
  );
  /** A condition as the brand has it, in words that are the same in all brands in which it comes to the same. */
  const said = (rule: unknown, names: Names): string => {
    const version = conditionsOf(alike, rule, names).find((one) => one.view.brands.includes(brand))!;
    return condition(version.rule, namesOf(version.view, field));
  };
  const says = { ...asSays(kind.says), ...asSays(field.value.says) };
  const limits = new Map<string, string>();
  const add = (schema: unknown, words: Record<string, unknown>, when = ""): void => {
    for (const [keyword, limit] of Object.entries(asObject(schema))) {
      const text = limitWords[keyword]?.(limit) ?? `${keyword}: ${JSON.stringify(limit)}`;
      limits.set(text + when, String(words[keyword] ?? words["*"] ?? keyword));
    }
  };
  add({ ...kind.schema, ...field.value.schema }, says);
  const variants = [
    ...(field.value.variants ?? []).map((one) => ({ variant: one, given: field.names })),
    ...(kind.variants ?? []).map((one) => ({ variant: one, given: kindNames })),
  ];
  for (const { variant, given } of variants) {
    const when = said(variant.when, given);
    if (when === "nunca") continue;
    const words = { ...says, ...asSays(variant.says) };
    add(variant.schema, words, when === "siempre" ? "" : `, si ${when}`);
  }
  const checks = [
    ...(kind.checks ?? []).map((one) => ({ check: one, given: kindNames })),
    ...(field.value.checks ?? []).map((one) => ({ check: one, given: field.names })),
  ];
  for (const { check, given } of checks) {
    const rule = said(check.rule, given);
    if (rule !== "siempre") limits.set(rule, String(check.says));
  }
  const { minimum, maximum } = field.value.limits ?? {};
  const value = { var: "value" };
  if (minimum !== undefined) limits.set(said({ ">=": [value, minimum] }, field.names), "minimum");
  if (maximum !== undefined) limits.set(said({ "<=": [value, maximum] }, field.names), "maximum");
  for (const [words, code] of rowLimits(field.value)) limits.set(words, code);
  for (const [words, code] of fileLimits({ ...kind, ...field.value })) limits.set(words, code);
  return limits;
}

/** A word alone is for every keyword. */
const asSays = (says: unknown): Record<string, unknown> =>
  typeof says === "string" ? { "*": says } : asObject(says);

const rows = (count: unknown): string => plural(Number(count), "fila", "filas");

function rowLimits({ min, max }: Record<string, unknown>): [string, string][] {
  return [
    ...(min === undefined ? [] : [[`al menos ${rows(min)}`, "minItems"] as [string, string]]),
    ...(max === undefined ? [] : [[`como máximo ${rows(max)}`, "maxItems"] as [string, string]]),
  ];
}

function fileLimits({ accepts, maxSize }: Record<string, unknown>): [string, string][] {
  const limits: [string, string][] = [];
  if (accepts !== undefined) limits.push([`archivos ${joined(asList(accepts).map(String), "o")}`, "enum"]);
  if (maxSize !== undefined) limits.push([`hasta ${String(maxSize)} MB`, "maximum"]);
  return limits;
}

/** What an answer must be, and the words that are read when it is not; limits with the same words together. */
export function limitFacts(view: View, field: Field): string[] {
  const { brands } = view;
  const each = new Map(brands.map((brand) => [brand, limitsIn(view, field, brand)]));
  const all = new Set([...each.values()].flatMap((limits) => [...limits.keys()]));
  const facts = new Map<string, string[]>();
  for (const limit of all) {
    const having = brands.filter((brand) => each.get(brand)!.has(limit));
    const where = having.length === brands.length ? "" : ` (${having.map(({ code }) => code).join(", ")})`;
    const slot = `problems.${each.get(having[0]!)!.get(limit)!}`;
    const problem = fieldText(view, field, slot, { brands: having, wrap: quoted });
    const key = JSON.stringify([where, problem ?? ""]);
    facts.set(key, [...(facts.get(key) ?? []), limit]);
  }
  return [...facts].map(([key, limits]) => {
    const [where = "", problem = ""] = JSON.parse(key) as string[];
    return `Límite${where}: ${limits.join("; ")}.${problem === "" ? "" : ` Si no: ${problem}`}`;
  });
}
