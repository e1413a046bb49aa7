/** What a flow asks, question by question. */
import { asList, asObject, asText } from "../../../schemas/engine/2-check/values.ts";
import { depthOf, valuesAt } from "../../../schemas/engine/2-check/trees.ts";
import { presetsOf, type Field } from "../../../schemas/engine/2-check/project.ts";
import { condition, joined } from "./rule-words.ts";
import { namesOf } from "./names.ts";
import {
  brandsAsked,
  fieldText,
  kindIn,
  perBrand,
  quoted,
  textOf,
  type BrandView,
  type View,
} from "./view.ts";

const typeWords: Record<string, string> = { text: "texto", choice: "elección", boolean: "sí o no" };

/** One question as a numbered item, with what is known of it below. */
export function questionLines(view: View, field: Field, number: number): string[] {
  const brands = brandsAsked(view, field);
  const kinds = perBrand(brands, (brand) => {
    const kind = kindIn(view, field, brand);
    return `${typeWords[String(kind["type"])] ?? String(kind["type"])}, tipo \`${String(kind["kind"])}\``;
  });
  const label = fieldText(view, field, "label", { brands }) ?? field.path;
  const facts = [
    ...brandFacts(view, brands),
    ...answerFacts(view, field),
    ...wordFacts(view, field, brands),
    ...limitFacts(view, field, brands),
    ...optionFacts(view, field),
    ...reasonFacts(view, field, brands),
  ];
  return [
    `${number}. **${label}** (\`${field.path}\`): ${kinds}.`,
    ...facts.map((fact) => `${" ".repeat(`${number}. `.length)}- ${fact}`),
  ];
}

function brandFacts(view: View, brands: BrandView[]): string[] {
  if (brands.length === view.brands.length) return [];
  return [
    `Solo en ${brands.length === 0 ? "ninguna marca, por ahora" : joined(brands.map(({ code }) => code))}.`,
  ];
}

function answerFacts(view: View, { path, value: field }: Field): string[] {
  const names = namesOf(view);
  const isConsent = names.isBoolean(path);
  const facts: string[] = [];
  if (field["visibleWhen"] !== undefined) {
    facts.push(`Se muestra si ${condition(field["visibleWhen"], names)}.`);
  }
  if (field["enabledWhen"] !== undefined) {
    facts.push(`Se puede responder si ${condition(field["enabledWhen"], names)}.`);
  }
  if (field["requiredWhen"] !== undefined) {
    facts.push(`Obligatorio si ${condition(field["requiredWhen"], names)}; si no, opcional.`);
  } else {
    const needed = isConsent ? "Hay que aceptarlo." : "Obligatorio.";
    facts.push(field["required"] === false ? "Opcional." : needed);
  }
  const resets = asList(field["resets"]).map((reset) => names.of(String(reset)));
  if (resets.length > 0) facts.push(`Al cambiar la respuesta se borra ${joined(resets)}.`);
  return facts;
}

function wordFacts(view: View, field: Field, brands: BrandView[]): string[] {
  const slots = { text: "Se acepta", hint: "Ayuda", placeholder: "Ejemplo dentro del campo" };
  return Object.entries(slots).flatMap(([slot, name]) => {
    const text = fieldText(view, field, slot, { brands, wrap: quoted });
    return text === undefined ? [] : `${name}: ${text}`;
  });
}

const limitWords: Record<string, (limit: unknown) => string> = {
  minLength: (limit) => `al menos ${String(limit)} caracteres`,
  maxLength: (limit) => `como máximo ${String(limit)} caracteres`,
  pattern: (pattern) => `la forma \`${String(pattern)}\``,
  format: (format) => `el formato \`${String(format)}\``,
  minimum: (limit) => `desde ${String(limit)}`,
  maximum: (limit) => `hasta ${String(limit)}`,
};

/** What an answer must be in a brand, each with the problem that is shown when it is not. */
function limitsIn(view: View, field: Field, brand: BrandView): Map<string, string> {
  const kind = kindIn(view, field, brand);
  const merged = (key: string): Record<string, unknown> => ({
    ...asObject(kind[key]),
    ...asObject(field.value[key]),
  });
  const says = merged("says");
  const limits = new Map<string, string>();
  for (const [keyword, limit] of Object.entries(merged("schema"))) {
    const words = limitWords[keyword]?.(limit) ?? `${keyword}: ${JSON.stringify(limit)}`;
    limits.set(words, String(says[keyword] ?? keyword));
  }
  for (const check of [...asList(kind["checks"]), ...asList(field.value["checks"])]) {
    const { rule, says: word } = asObject(check);
    limits.set(condition(rule, namesOf(view)), String(word));
  }
  return limits;
}

/** What an answer must be, and the words that are read when it is not. */
function limitFacts(view: View, field: Field, brands: BrandView[]): string[] {
  const each = new Map(brands.map((brand) => [brand, limitsIn(view, field, brand)]));
  const all = new Set([...each.values()].flatMap((limits) => [...limits.keys()]));
  return [...all].map((limit) => {
    const having = brands.filter((brand) => each.get(brand)!.has(limit));
    const where = having.length === brands.length ? "" : ` (${having.map(({ code }) => code).join(", ")})`;
    const slot = `problems.${each.get(having[0]!)!.get(limit)!}`;
    const problem = fieldText(view, field, slot, { brands: having, wrap: quoted });
    return `Límite${where}: ${limit}.${problem === undefined ? "" : ` Si no: ${problem}`}`;
  });
}

// More options than these are counted in a question; the whole tree stands at the end.
const most = 12;

const some = (labels: string[]): string =>
  labels.length <= most
    ? `${labels.join(", ")}.`
    : `${labels.slice(0, most).join(", ")} … y ${labels.length - most} más.`;

function optionFacts(view: View, field: Field): string[] {
  const { options } = field.value;
  if (options === undefined) return [];
  const names = namesOf(view);
  const source = asObject(options);
  if (typeof source["data"] === "string") return [`Opciones: las da la consulta \`${source["data"]}\`.`];
  const tree = asText(source["tree"]);
  if (tree !== undefined) {
    const under = asText(source["under"]);
    const level = (depthOf(view.flow, field) ?? 0) + 1;
    if (under !== undefined) {
      return [`Opciones: las del árbol \`${tree}\` bajo ${names.of(under)} (nivel ${level}).`];
    }
    const item = view.flow.trees.get(tree);
    const labels = (item ? valuesAt(item, 0) : []).map((id) => names.option(field.path, id) ?? id);
    return [`Opciones: el árbol \`${tree}\` (nivel ${level}): ${some(labels)}`];
  }
  const written: [string, unknown][] = Array.isArray(options)
    ? options.map((id) => [String(id), undefined])
    : asList(source["list"]).map((one) => [String(asObject(one)["value"]), asObject(one)["label"]]);
  const labels = written.map(([id, label]) => textOf(view, `${field.path}.options.${id}`, label) ?? id);
  return [`Opciones: ${some(labels)}`];
}

function reasonFacts(view: View, field: Field, brands: BrandView[]): string[] {
  const { basis, why, formerly } = field.value;
  const personal =
    field.value["personal"] ??
    presetsOf(view.project, String(field.value["kind"]))
      .map((kind) => kind.value["personal"])
      .find((one) => one !== undefined);
  const facts = personal === false ? ["No es un dato personal."] : [];
  if (basis !== undefined) facts.push(`Base: ${String(basis)}`);
  if (why !== undefined) facts.push(`Por qué: ${String(why)}`);
  if (formerly !== undefined) facts.push(`Antes era \`${String(formerly)}\`.`);
  return brands.length === 0 ? [] : facts;
}
