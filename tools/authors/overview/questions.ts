/** What a flow asks, question by question. */
import { absolutePath, asObject, presetsOf, typeOf, type Field } from "../../../schemas/engine/describe.ts";
import { brandsAsked, codesOf, versionsOf, within } from "./by-brand.ts";
import { value as valueWords } from "./rule-words.ts";
import { joined } from "./say.ts";
import { limitFacts } from "./limits.ts";
import { namesOf } from "./names.ts";
import { optionFacts } from "./options.ts";
import {
  boundFacts,
  documentFacts,
  eventFacts,
  itemFacts,
  neededFact,
  searchFacts,
  whenFacts,
  wordFacts,
} from "./question-facts.ts";
import { fieldText, kindIn, namesOfKind, perBrand, typeWords, type View } from "./view.ts";

/** Types without an answer of their own: nothing is asked. */
const unasked = new Set(["group", "display"]);

const isAsked = (view: View, field: Field): boolean => brandsAsked(view, field).length > 0;

/** How many fields ask something in some brand: groups hold others, and texts between them ask nothing. */
export const countOf = (view: View): number =>
  [...view.flow.fields.values()].filter(
    (field) => isAsked(view, field) && !unasked.has(typeOf(view.project, field) ?? ""),
  ).length;

const holds = ({ fields }: Field): boolean => fields.length > 0;

// Markdown has no deeper headings.
const deepest = 6;

/**
 * Questions as numbered items, and the groups after the last of them under headings of their own. A group between
 * questions is an item that holds others.
 */
export function fieldParts(view: View, fields: Field[], level: number): string[] {
  const shown = fields.filter((field) => isAsked(view, field));
  const last = level > deepest ? shown.length : shown.findLastIndex((field) => !holds(field)) + 1;
  const lines = shown.slice(0, last).flatMap((field, index) => questionLines(view, field, index + 1));
  const parts = lines.length > 0 ? [lines.join("\n")] : [];
  for (const field of shown.slice(last)) {
    const own = within(view, brandsAsked(view, field));
    const label = fieldText(own, field, "label", { isPlain: true }) ?? "";
    parts.push(`${"#".repeat(level)} ${label === "" ? "Grupo" : label} (\`${field.path}\`)`);
    const facts = [`Es ${nounOf(own, field)}.`, ...factsOf(view, field)].flatMap(bullet);
    parts.push(facts.join("\n"), ...fieldParts(view, field.fields, level + 1));
  }
  return parts;
}

const bullet = (fact: string): string[] =>
  fact.split("\n").map((line, index) => (index === 0 ? `- ${line}` : line));

/** What holds others, in words. */
const nounOf = (view: View, field: Field): string =>
  view.brands.some((brand) => kindIn(view, field, brand).type === "list")
    ? "una lista: lo que sigue se pregunta en cada fila"
    : "un grupo de preguntas";

/** One question as a numbered item, with what is known of it below. */
function questionLines(view: View, field: Field, number: number): string[] {
  const own = within(view, brandsAsked(view, field));
  const label = fieldText(own, field, "label");
  const indent = " ".repeat(`${number}. `.length);
  const inner = field.fields
    .filter((one) => isAsked(view, one))
    .flatMap((one, index) => questionLines(view, one, index + 1));
  const isRows = own.brands.some((brand) => kindIn(own, field, brand).type === "list");
  return [
    `${number}. ${label === undefined || label === "" ? "" : `**${label}** `}(\`${field.path}\`): ${kindWords(own, field)}.`,
    ...factsOf(view, field)
      .flatMap(bullet)
      .map((line) => indent + line),
    ...(inner.length > 0
      ? [
          `${indent}- ${isRows ? "En cada fila:" : "Sus preguntas:"}`,
          ...inner.map((line) => `${indent}  ${line}`),
        ]
      : []),
  ];
}

/** The type, and the kind where that says more. */
function kindWords(view: View, field: Field): string {
  const kinds = view.brands.map((brand) => kindIn(view, field, brand));
  const type = String(kinds[0]?.type);
  const word = typeWords[type] ?? type;
  if (kinds.every((kind) => kind.kind === kind.type)) return word;
  return `${word}, tipo ${perBrand(view.brands, (brand) => `\`${String(kindIn(view, field, brand).kind)}\``)}`;
}

function factsOf(view: View, field: Field): string[] {
  const own = within(view, brandsAsked(view, field));
  // Of what a group holds its own brands are known.
  const around = field.parent ? within(view, brandsAsked(view, field.parent)) : view;
  const codes = codesOf(own, around);
  return [
    ...(codes === undefined ? [] : [`Solo en ${codes}.`]),
    ...answerFacts(own, field),
    ...wordFacts(own, field),
    ...itemFacts(own, field),
    ...eventFacts(own, field),
    ...documentFacts(field),
    ...limitFacts(own, field),
    ...optionFacts(own, field, own.brands),
    ...fragmentFacts(field),
    ...reasonFacts(field),
  ];
}

/** Where the fields of a group or list are written, when that is not here. */
function fragmentFacts({ value }: Field): string[] {
  const used = value.use;
  return used === undefined ? [] : [`Usa el fragmento \`${used}\`.`];
}

function answerFacts(view: View, field: Field): string[] {
  const { path, value } = field;
  const kinds = view.brands.map((brand) => kindIn(view, field, brand));
  const type = String(kinds[0]?.type);
  const facts = whenFacts(view, field, "Se muestra", value.visibleWhen, field.names);
  if (value.enabledWhen !== undefined)
    facts.push(...whenFacts(view, field, "Se puede responder", value.enabledWhen, field.names));
  else if (kinds[0]?.enabledWhen !== undefined) {
    const names = namesOfKind(field, kinds[0]);
    facts.push(...whenFacts(view, field, "Se puede responder", kinds[0].enabledWhen, names));
  }
  if (value.computed !== undefined) facts.push(...computedFacts(view, field));
  else if (!unasked.has(type)) {
    const personal =
      value.personal ??
      presetsOf(view.project, String(value.kind))
        .map((kind) => kind.value.personal)
        .find((one) => one !== undefined);
    const isConsent = namesOf(view).isBoolean(path);
    facts.push(...neededFact(view, field, isConsent, personal === false ? " No es un dato personal." : ""));
  }
  facts.push(...searchFacts(view, field), ...boundFacts(view, path));
  const resets = (value.resets ?? [])
    .map((reset) => absolutePath(reset, field.names) ?? reset)
    .filter((reset) => !view.flow.fields.has(reset) || isAsked(view, view.flow.fields.get(reset)!))
    .map((reset) => namesOf(view, field).of(reset));
  if (resets.length > 0) facts.push(`Al cambiar la respuesta se borra ${joined(resets)}.`);
  return facts;
}

function computedFacts(view: View, field: Field): string[] {
  return versionsOf(view, field.value.computed, field.names).map((version) => {
    const codes = codesOf(version.view, view);
    const where = codes === undefined ? "Nadie la escribe" : `En ${codes} nadie la escribe`;
    const names = namesOf(version.view, field);
    const sum = asObject(settledBranch(version.rule))["+"];
    if (!Array.isArray(sum) || sum.length < 2) return `${where}: es ${valueWords(version.rule, names)}.`;
    const parts = sum.map((part) => `  - ${valueWords(part, names)}.`);
    return [`${where}: es la suma de:`, ...parts].join("\n");
  });
}

/** What an `if` comes to whose first condition a brand settles. */
function settledBranch(rule: unknown): unknown {
  const parts: unknown = asObject(rule)["if"];
  if (!Array.isArray(parts) || parts.length !== 3 || typeof parts[0] !== "boolean") return rule;
  return parts[0] ? parts[1] : parts[2];
}

function reasonFacts({ value: { basis, why, formerly } }: Field): string[] {
  const facts: string[] = [];
  if (basis !== undefined) facts.push(`Base: ${basis}`);
  if (why !== undefined) facts.push(`Por qué: ${why}`);
  if (formerly !== undefined) facts.push(`Antes era \`${formerly}\`.`);
  return facts;
}
