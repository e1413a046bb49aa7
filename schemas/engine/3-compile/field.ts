import type {
  Check,
  CompiledField,
  Format,
  OptionSource,
  Rule,
  ValueType,
  Variant,
  Words,
} from "../types.ts";
import { foldCondition, foldRule, isConstant, type Constants } from "./fold.ts";
import type { Project } from "./project.ts";
import { fillKnown } from "./words.ts";

/** What a field and a kind may both say; the field's word counts. */
interface Shared {
  widget?: string;
  format?: string | { operation: string; with?: Record<string, Rule> };
  keyboard?: CompiledField["keyboard"];
  autocomplete?: string;
  capitalize?: CompiledField["capitalize"];
  schema?: Record<string, unknown>;
  /** By keyword, or one word for whatever is wrong with the schema. */
  says?: string | Record<string, string>;
  checks?: Check[];
  variants?: (Pick<Shared, "schema" | "says" | "format" | "keyboard"> & { when: Rule })[];
  personal?: boolean;
}

interface KindDefinition extends Shared {
  kind: string;
  type: ValueType;
  wording?: Record<string, string>;
  byFact?: { fact: string; kinds: Record<string, string> };
}

export interface FieldDefinition extends Shared {
  kind: string;
  label?: string;
  hint?: string;
  placeholder?: string;
  text?: string;
  problems?: Record<string, string>;
  required?: boolean;
  requiredWhen?: Rule;
  visibleWhen?: Rule;
  enabledWhen?: Rule;
  computed?: Rule;
  options?:
    | string[]
    | { list: { value: string; label: string; description?: string }[] }
    | { tree: string; under?: string }
    | { data: string };
  resets?: string[];
  onlyFor?: unknown;
}

interface Place {
  flow: string;
  path: string;
  field: FieldDefinition;
  project: Project;
  constants: Constants;
  /** The flow's words that stand apart. */
  apart: Record<string, string>;
  /** Names given to leaf schemas so far in this flow, by the schema as JSON. */
  validatorNames: Map<string, string>;
}

/** JSON Schema that every value of a type has. */
const typeSchemas: Record<ValueType, Record<string, unknown>> = {
  text: { type: "string" },
  number: { type: "number" },
  money: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string" },
  time: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
  choice: { type: "string" },
  choices: { type: "array", items: { type: "string" }, uniqueItems: true },
};

export function compileField(place: Place): CompiledField {
  const { path, field, project, constants } = place;
  const kind = resolveKind(field.kind, project);
  const words = (slot: string): Words | undefined => project.words(candidates(place, kind, slot));
  const text = (slot: string): string | undefined => {
    const found = candidates(place, kind, slot).find((one) => one !== undefined);
    return found === undefined ? undefined : fillKnown(found, project.known);
  };
  const schema = { ...typeSchemas[kind.type], ...kind.schema, ...field.schema };
  const says = { ...saysOf(kind.says), ...saysOf(field.says) };
  const checks = [...(kind.checks ?? []), ...(field.checks ?? [])].map(({ rule, says: word }) => ({
    rule: foldRule(rule, constants),
    says: word,
  }));
  const visibleWhen = foldCondition(field.visibleWhen, constants);
  const enabledWhen = foldCondition(field.enabledWhen, constants);
  const counted = kind.type === "number" || kind.type === "money";
  const whole: Shared["format"] = { operation: "whole", with: { locale: { var: "brand.locale" } } };
  const format = compileFormat(field.format ?? kind.format ?? (counted ? whole : undefined), constants);
  const variants = compileVariants(place, kind, { schema, says, format });
  const optional: Partial<CompiledField> = {
    hint: words("hint"),
    placeholder: text("placeholder"),
    text: words("text"),
    visibleWhen: visibleWhen === false ? undefined : visibleWhen,
    enabledWhen,
    options: compileOptions(place),
    variants: variants.length > 0 ? variants : undefined,
    computed: field.computed === undefined ? undefined : foldRule(field.computed, constants),
    format,
    keyboard: field.keyboard ?? kind.keyboard,
    autocomplete: field.autocomplete ?? kind.autocomplete,
    capitalize: field.capitalize ?? kind.capitalize,
  };
  return {
    path,
    id: path.slice(path.lastIndexOf(".") + 1),
    type: kind.type,
    widget: field.widget ?? kind.widget ?? kind.type,
    kind: kind.kind,
    label: words("label") ?? path,
    required: compileRequired(field, constants),
    schema,
    validator: validatorName(schema, place.validatorNames),
    says,
    checks,
    resets: field.resets ?? [],
    problems: compileProblems(place, kind),
    personal: field.personal ?? kind.personal ?? true,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

/** A word alone is for every keyword. */
const saysOf = (says: Shared["says"]): Record<string, string> =>
  typeof says === "string" ? { "*": says } : (says ?? {});

/** The field's variants before the kind's; what one leaves out is as without it. */
function compileVariants(
  { field, constants, validatorNames }: Place,
  kind: KindDefinition,
  own: { schema: Record<string, unknown>; says: Record<string, string>; format: Format | undefined },
): Variant[] {
  return [...(field.variants ?? []), ...(kind.variants ?? [])].flatMap((variant) => {
    const when = foldCondition(variant.when, constants);
    if (when === false) return [];
    const schema = { ...own.schema, ...variant.schema };
    const format = compileFormat(variant.format, constants) ?? own.format;
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

/** A kind may stand for others, chosen by a fact of the brand. */
function resolveKind(id: string, project: Project): KindDefinition {
  const kind = project.kind(id) as unknown as KindDefinition;
  if (!kind.byFact) return kind;
  const { fact, kinds } = kind.byFact;
  const chosen = kinds[String(project.facts[fact])];
  if (chosen === undefined) throw new Error(`kind "${id}" says nothing for the fact "${fact}" of this brand`);
  return resolveKind(chosen, project);
}

/** Where words may stand, first the ones that count: brand, the flow's wording file, in place, kind. Common words of problems stand in the flow. */
function candidates(
  { flow, path, field, project, apart }: Place,
  kind: KindDefinition,
  slot: string,
): (string | undefined)[] {
  const [head, code] = slot.split(".") as [keyof FieldDefinition, string | undefined];
  const inPlace = code === undefined ? field[head] : field.problems?.[code];
  return [
    project.brandKey(`flows.${flow}.${path}.${slot}`),
    apart[`${path}.${slot}`],
    inPlace as string | undefined,
    project.brandKey(`kinds.${kind.kind}.${slot}`),
    kind.wording?.[slot],
  ];
}

/** Every problem that is worded for this field or its kind, wherever the words stand. */
function compileProblems(place: Place, kind: KindDefinition): CompiledField["problems"] {
  const { flow, path, field, project, apart } = place;
  const codes = new Set(Object.keys(field.problems ?? {}));
  const under = (texts: Record<string, string>, prefix: string): void => {
    for (const key of Object.keys(texts)) {
      if (key.startsWith(prefix)) codes.add(key.slice(prefix.length));
    }
  };
  under(kind.wording ?? {}, "problems.");
  under(apart, `${path}.problems.`);
  under(project.overrides, `flows.${flow}.${path}.problems.`);
  under(project.overrides, `kinds.${kind.kind}.problems.`);
  return Object.fromEntries(
    [...codes].map((code) => [code, project.words(candidates(place, kind, `problems.${code}`))!]),
  );
}

function compileRequired(field: FieldDefinition, constants: Constants): boolean | Rule {
  if (field.requiredWhen === undefined) return field.required ?? true;
  const folded = foldRule(field.requiredWhen, constants);
  return isConstant(folded) ? Boolean(folded) : folded;
}

function compileFormat(format: Shared["format"], constants: Constants): Format | undefined {
  if (format === undefined) return undefined;
  if (typeof format === "string") return { operation: format, with: {} };
  return {
    operation: format.operation,
    with: Object.fromEntries(
      Object.entries(format.with ?? {}).map(([name, rule]) => [name, foldRule(rule, constants)]),
    ),
  };
}

function compileOptions(place: Place): CompiledField["options"] {
  const { field, flow, path, project, apart } = place;
  const { options } = field;
  const written = Array.isArray(options)
    ? options.map((value) => ({ value }))
    : options && "list" in options
      ? options.list
      : undefined;
  if (!written) return options as OptionSource | undefined;
  return {
    list: written.map((option: { value: string; label?: string }) => {
      const key = `${path}.options.${option.value}`;
      const label = project.words([project.brandKey(`flows.${flow}.${key}`), apart[key], option.label]);
      return { ...option, label: label ?? option.value };
    }),
  };
}

function validatorName(schema: Record<string, unknown>, names: Map<string, string>): string {
  const key = JSON.stringify(schema);
  const name = names.get(key) ?? `leaf${names.size}`;
  names.set(key, name);
  return name;
}
