import type { PlacedField } from "../1-read/expand.ts";
import { absolute, absolutePath, type Names } from "../1-read/relative.ts";
import type { CompiledField, DisplayItem, Format, Rule, Variant, Words } from "../types.ts";
import { visibility } from "./event.ts";
import { foldCondition, foldRule, isConstant, type Constants } from "./fold.ts";
import { compileFormat, formatOfKind } from "./format.ts";
import { namesInKind, resolveKind, type KindDefinition, type Shared } from "./kind.ts";
import { leafSchema } from "./leaf-schema.ts";
import { compileOptions } from "./options.ts";
import type { Project } from "./project.ts";
import { compileRawStep } from "./raw-step.ts";
import { renamed } from "./relative-words.ts";
import { fillKnown } from "./words.ts";

export interface FieldDefinition extends Shared {
  kind?: string;
  with?: Record<string, Rule>;
  label?: string;
  hint?: string;
  placeholder?: string;
  text?: string;
  row?: string;
  add?: string;
  problems?: Record<string, string>;
  required?: boolean;
  requiredWhen?: Rule;
  visibleWhen?: Rule;
  computed?: Rule;
  min?: number;
  max?: number;
  ordered?: boolean;
  tone?: CompiledField["tone"];
  items?: Record<string, { label: string; text: string; visibleWhen?: Rule; onlyFor?: unknown }>;
  event?: NonNullable<CompiledField["event"]>;
  document?: string;
  looksUp?: string;
  shows?: string;
  resets?: string[];
  formerly?: string;
  onlyFor?: unknown;
  ui?: Record<string, unknown>;
}

/** What the fields of one flow are compiled with. */
export interface FlowPlace {
  flow: string;
  project: Project;
  constants: Constants;
  /** The flow's words that stand apart. */
  apart: Record<string, string>;
  /** Names given to leaf schemas so far in this flow, by the schema as JSON. */
  validatorNames: Map<string, string>;
}

/** One field with its kind, and what its rules and words are read with. */
interface Place extends FlowPlace {
  placed: PlacedField;
  field: FieldDefinition;
  kind: KindDefinition;
  /** What relative names mean in the kind's rules and words. */
  kindNames: Names;
}

/** Compiles one field. `fields` are the paths of those that it holds, for this brand. */
export function compileField(flow: FlowPlace, placed: PlacedField, fields: string[]): CompiledField {
  const field = placed.value as FieldDefinition;
  const kind = resolveKind(field.kind, flow.project);
  const kindNames = namesInKind(kind, field, placed.names);
  const place: Place = { ...flow, placed, field, kind, kindNames };
  const { path, names } = placed;
  const rule = (one: Rule, within = names): Rule => foldRule(absolute(one, within), flow.constants);
  const holds = kind.type === "group" || kind.type === "list";
  const schema = kind.type === "json" ? {} : leafSchema(kind, field);
  const says = { ...saysOf(kind.says), ...saysOf(field.says) };
  const format = formatOf(place);
  const variants = compileVariants(place, { schema, says, format });
  const visibleWhen = condition(place, visibility(field), names);
  const enabledWhen =
    condition(place, field.enabledWhen, names) ?? condition(place, kind.enabledWhen, kindNames);
  const optional: Partial<CompiledField> = {
    parent: placed.parent?.path,
    list: placed.list?.path,
    hint: wordsOf(place, "hint"),
    placeholder: textOf(place, "placeholder"),
    text: wordsOf(place, "text"),
    row: kind.type === "list" ? wordsOf(place, "row") : undefined,
    add: kind.type === "list" ? wordsOf(place, "add") : undefined,
    ordered: field.ordered,
    tone: field.tone,
    accepts: kind.type === "file" ? (field.accepts ?? kind.accepts) : undefined,
    fields: holds ? fields : undefined,
    items: compileItems(place),
    event: compileEvent(place),
    document: field.document,
    looksUp: field.looksUp,
    shows: field.shows,
    map: kind.shows?.map,
    identifies: kind.identifies === true ? true : undefined,
    formerly: field.formerly,
    visibleWhen: visibleWhen === false ? undefined : visibleWhen,
    enabledWhen,
    options: compileOptions(
      kind,
      field,
      { kind: kindNames, field: names },
      (slot, inPlace) => wordsOf(place, slot, inPlace),
      flow.constants,
      flow.project.appliesTo,
    ),
    variants: variants.length > 0 ? variants : undefined,
    computed: field.computed === undefined ? undefined : rule(field.computed),
    format,
    keyboard: field.keyboard ?? kind.keyboard,
    autocomplete: field.autocomplete ?? kind.autocomplete,
    capitalize: field.capitalize ?? kind.capitalize,
  };
  const compiled: CompiledField = {
    path,
    id: placed.id,
    type: kind.type,
    widget: field.widget ?? kind.widget ?? kind.type,
    kind: kind.kind,
    label: wordsOf(place, "label") ?? (kind.type === "display" ? "" : titleOf(place)),
    required: kind.type === "group" || kind.type === "display" ? false : compileRequired(place),
    schema,
    validator: kind.type === "json" ? "" : validatorName(schema, flow.validatorNames),
    says,
    checks: [
      ...(kind.checks ?? []).map((one) => ({ ...one, rule: rule(one.rule, kindNames) })),
      ...(field.checks ?? []).map((one) => ({ ...one, rule: rule(one.rule) })),
    ],
    resets: (field.resets ?? []).flatMap((reset) => absolutePath(reset, names) ?? []),
    problems: compileProblems(place),
    personal: field.personal ?? kind.personal ?? true,
  };
  const raw = kind.type === "json" ? compileRawStep(field.schema!, field.ui, flow.validatorNames) : {};
  return Object.assign(
    compiled,
    raw,
    Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    rowWords(place),
  );
}

/** What a row of content says of its question: all but `text` are lines of plain text. */
function rowWords({ placed, project }: Place): Partial<CompiledField> {
  const row = placed.row?.words;
  if (!row) return {};
  const line = (text: string): string => fillKnown(text, project.known);
  const { label, hint, placeholder, text, required, options } = row;
  return {
    label: line(label),
    ...(hint === undefined ? {} : { hint: line(hint) }),
    ...(placeholder === undefined ? {} : { placeholder: line(placeholder) }),
    ...(text === undefined ? {} : { text: project.words([text])! }),
    ...(required === undefined ? {} : { required }),
    ...(options === undefined
      ? {}
      : { options: { list: options.map(line).map((option) => ({ value: option, label: option })) } }),
  };
}

/** What a raw-schema step is called; any other field without a name is called by its path. */
const titleOf = ({ flow, placed, kind, project, apart }: Place): Words =>
  (kind.type === "json"
    ? project.words([project.brandKey(`flows.${flow}.${placed.step}.title`), apart[`${placed.step}.title`]])
    : undefined) ?? placed.path;

/** A word alone is for every keyword. */
const saysOf = (says: Shared["says"]): Record<string, string> =>
  typeof says === "string" ? { "*": says } : (says ?? {});

const condition = ({ constants }: Place, rule: Rule | undefined, names: Names): Rule | undefined | false =>
  rule === undefined ? undefined : foldCondition(absolute(rule, names), constants);

/** The field's variants before the kind's; what one leaves out is as without it. */
function compileVariants(
  place: Place,
  own: { schema: Record<string, unknown>; says: Record<string, string>; format: Format | undefined },
): Variant[] {
  const { field, kind, kindNames, placed, constants, validatorNames } = place;
  const all = [
    ...(field.variants ?? []).map((variant) => ({ variant, names: placed.names })),
    ...(kind.variants ?? []).map((variant) => ({ variant, names: kindNames })),
  ];
  return all.flatMap(({ variant, names }) => {
    const when = condition(place, variant.when, names);
    if (when === false) return [];
    const schema = { ...own.schema, ...variant.schema };
    const format = compileFormat(variant.format, names, constants) ?? own.format;
    return [
      {
        when: when ?? true,
        schema,
        validator: validatorName(schema, validatorNames),
        says: { ...own.says, ...saysOf(variant.says) },
        ...(format ? { format } : {}),
        ...(variant.keyboard ? { keyboard: variant.keyboard } : {}),
      },
    ];
  });
}

/** Where words may stand, first the ones that count: brand, the flow's wording file, in place, kind. Common words of problems stand in the flow. */
function candidates({ flow, placed, field, kind, project, apart }: Place, slot: string, inPlace?: string) {
  const [head, code] = slot.split(".") as [keyof FieldDefinition, string | undefined];
  const here = code === undefined ? field[head] : head === "problems" ? field.problems?.[code] : inPlace;
  return {
    own: [
      project.brandKey(`flows.${flow}.${placed.path}.${slot}`),
      apart[`${placed.path}.${slot}`],
      here as string | undefined,
    ],
    general: [project.brandKey(`kinds.${kind.kind}.${slot}`), kind.wording?.[slot]],
  };
}

function wordsOf(place: Place, slot: string, inPlace?: string): Words | undefined {
  const { own, general } = candidates(place, slot, inPlace);
  const { project, placed, kindNames } = place;
  return renamed(project.words(own), placed.names) ?? renamed(project.words(general), kindNames);
}

function textOf(place: Place, slot: string): string | undefined {
  const { own, general } = candidates(place, slot);
  const found = [...own, ...general].find((one) => one !== undefined);
  return found === undefined ? undefined : fillKnown(found, place.project.known);
}

/** Every problem that is worded for this field or its kind, wherever the words stand. */
function compileProblems(place: Place): CompiledField["problems"] {
  const { flow, placed, field, kind, project, apart } = place;
  const codes = new Set(Object.keys(field.problems ?? {}));
  const under = (texts: Record<string, string>, prefix: string): void => {
    for (const key of Object.keys(texts)) {
      if (key.startsWith(prefix)) codes.add(key.slice(prefix.length));
    }
  };
  under(kind.wording ?? {}, "problems.");
  under(apart, `${placed.path}.problems.`);
  under(project.overrides, `flows.${flow}.${placed.path}.problems.`);
  under(project.overrides, `kinds.${kind.kind}.problems.`);
  return Object.fromEntries([...codes].map((code) => [code, wordsOf(place, `problems.${code}`)!]));
}

/** The lines of a display field that this brand shows. */
function compileItems(place: Place): DisplayItem[] | undefined {
  const { field, project, placed } = place;
  if (!field.items) return undefined;
  return Object.entries(field.items).flatMap(([id, item]): DisplayItem[] => {
    const visibleWhen = condition(place, item.visibleWhen, placed.names);
    if (visibleWhen === false || !project.appliesTo(item.onlyFor)) return [];
    const words = (slot: "label" | "text") => {
      const key = `${placed.path}.items.${id}.${slot}`;
      const found = project.words([
        project.brandKey(`flows.${place.flow}.${key}`),
        place.apart[key],
        item[slot],
      ]);
      return renamed(found, placed.names)!;
    };
    return [
      {
        id,
        label: words("label"),
        text: words("text"),
        ...(visibleWhen === undefined ? {} : { visibleWhen }),
      },
    ];
  });
}

/** With full paths. */
function compileEvent({ field: { event }, placed }: Place): CompiledField["event"] {
  if (!event) return undefined;
  const full = (path: string): string => absolutePath(path, placed.names) ?? path;
  return { date: full(event.date), time: full(event.time), minutes: event.minutes };
}

function compileRequired({ field, placed, constants }: Place): boolean | Rule {
  if (field.requiredWhen === undefined) return field.required ?? true;
  const folded = foldRule(absolute(field.requiredWhen, placed.names), constants);
  return isConstant(folded) ? Boolean(folded) : folded;
}

function formatOf(place: Place): Format | undefined {
  const { field, kind, kindNames, placed, constants } = place;
  if (field.format !== undefined) return compileFormat(field.format, placed.names, constants);
  return formatOfKind(kind, kindNames, constants);
}

function validatorName(schema: Record<string, unknown>, names: Map<string, string>): string {
  const key = JSON.stringify(schema);
  const name = names.get(key) ?? `leaf${names.size}`;
  names.set(key, name);
  return name;
}
