import type { PlacedField, FieldDefinition } from "../1-read/expand.ts";
import { absolute, absolutePath } from "../1-read/relative.ts";
import type { CompiledField, Format, KeptKey, Rule, Variant } from "../types/index.ts";
import { compileEvent, visibility } from "./event.ts";
import { condition, type FlowContext, type FieldContext } from "./field-context.ts";
import { compileItems, compileProblems, rowWords, textOf, titleOf, wordsOf } from "./field-words.ts";
import { keptKeys } from "../language/field-keys.ts";
import { foldRule, isConstant } from "./fold.ts";
import { compileFormat, formatOfKind } from "./format.ts";
import { namesInKind, resolveKind } from "./kind.ts";
import { leafSchema } from "./leaf-schema.ts";
import { compileOptions } from "./options.ts";
import { compileRawStep } from "./raw-step.ts";

type Kept = Pick<CompiledField, KeptKey>;

/** Compiles one field. `fields` are the paths of those that it holds, for this brand. */
export function compileField(flow: FlowContext, placed: PlacedField, fields: string[]): CompiledField {
  const field = placed.value as FieldDefinition;
  const kind = resolveKind(field.kind, flow.project);
  const kindNames = namesInKind(kind, field, placed.names);
  const place: FieldContext = { ...flow, placed, field, kind, kindNames };
  const { path, names } = placed;
  const rule = (one: Rule, within = names): Rule => foldRule(absolute(one, within), flow.constants);
  const holds = kind.type === "group" || kind.type === "list";
  const says = { ...saysOf(kind.says), ...saysOf(field.says) };
  const format = formatOf(place);
  const schema = kind.type === "json" ? {} : leafSchema(kind, field, format);
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
    picture: kind.type === "display" ? wordsOf(place, "picture") : undefined,
    to: kind.type === "display" ? wordsOf(place, "to") : undefined,
    until: kind.type === "display" ? wordsOf(place, "until") : undefined,
    over: kind.type === "display" ? wordsOf(place, "over") : undefined,
    row: kind.type === "list" ? wordsOf(place, "row") : undefined,
    add: kind.type === "list" ? wordsOf(place, "add") : undefined,
    below: kind.type === "group" ? wordsOf(place, "below") : undefined,
    above: kind.type === "group" ? wordsOf(place, "above") : undefined,
    accepts: kind.type === "file" ? (field.accepts ?? kind.accepts) : undefined,
    fields: holds ? fields : undefined,
    items: compileItems(place),
    event: compileEvent(place),
    identifies: kind.identifies === true ? true : undefined,
    visibleWhen: visibleWhen === false ? undefined : visibleWhen,
    enabledWhen,
    options: compileOptions(
      kind,
      field,
      { kind: kindNames, field: names },
      (slot, inPlace) => wordsOf(place, slot, inPlace),
      flow.constants,
      flow.project,
    ),
    variants: variants.length > 0 ? variants : undefined,
    computed: field.computed === undefined ? undefined : rule(field.computed),
    limits: field.limits && {
      ...(field.limits.minimum === undefined ? {} : { minimum: rule(field.limits.minimum) }),
      ...(field.limits.maximum === undefined ? {} : { maximum: rule(field.limits.maximum) }),
    },
    share: compileShare(place),
    format,
    ...keptOf(field, kind),
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

/** The keys that mean nothing here: who draws and who asks gives them their meaning. */
const keptOf = (field: Kept, kind: Kept): Kept =>
  Object.fromEntries(keptKeys.map((key) => [key, field[key] ?? kind[key]]));

/** A word alone is for every keyword. */
const saysOf = (says: FieldDefinition["says"]): Record<string, string> =>
  typeof says === "string" ? { "*": says } : (says ?? {});

/** The field's variants before the kind's; what one leaves out is as without it. */
function compileVariants(
  place: FieldContext,
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

function compileShare({ field, placed, constants }: FieldContext): CompiledField["share"] {
  const format = field.share && compileFormat(field.share.format, placed.names, constants);
  return format && { of: foldRule(absolute(field.share!.of, placed.names), constants), format };
}

function compileRequired({ field, placed, constants }: FieldContext): boolean | Rule {
  if (field.requiredWhen === undefined) return field.required ?? true;
  const folded = foldRule(absolute(field.requiredWhen, placed.names), constants);
  return isConstant(folded) ? Boolean(folded) : folded;
}

function formatOf(place: FieldContext): Format | undefined {
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
