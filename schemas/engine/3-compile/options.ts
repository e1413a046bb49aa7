import type { FieldDefinition } from "../1-read/expand.ts";
import { absolute, absolutePath, type Names } from "../1-read/relative.ts";
import type {
  CodeLabels,
  CompiledField,
  CompiledFlow,
  Option,
  OptionSource,
  TreeOption,
  Words,
} from "../types/index.ts";
import { pageQuery } from "../4-evaluate/page-options.ts";
import { foldCondition, type Constants } from "./fold.ts";
import type { KindDefinition, OptionsDefinition } from "./kind.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

const written = (options: FieldDefinition["options"]): OptionsDefinition =>
  Array.isArray(options) ? { list: options.map((value) => ({ value })) } : (options ?? {});

const pathOf = (path: string | undefined, names: Names): string | undefined =>
  path === undefined ? undefined : absolutePath(path, names);

/** The path of the choice under whose option the options of a field are, where they are of a tree. */
export function underOf(
  kind: KindDefinition,
  field: Pick<FieldDefinition, "options">,
  names: { kind: Names; field: Names },
): string | undefined {
  const [general, own] = [written(kind.options), written(field.options)];
  const isOfKind = (own.list ?? own.tree ?? own.data ?? own.page) === undefined;
  if ((isOfKind ? general : own).tree === undefined) return undefined;
  return pathOf(own.under, names.field) ?? pathOf(general.under, names.kind);
}

/** Where a choice takes its options from: what the field says, over what its kind says. */
export function compileOptions(
  kind: KindDefinition,
  field: Pick<FieldDefinition, "options">,
  names: { kind: Names; field: Names },
  words: (slot: string, inPlace: string | undefined) => Words | undefined,
  constants: Constants,
  { appliesTo, known }: Pick<BrandProject, "appliesTo" | "known">,
): OptionSource | undefined {
  if (kind.options === undefined && field.options === undefined) return undefined;
  const [general, own] = [written(kind.options), written(field.options)];
  const isOfKind = (own.list ?? own.tree ?? own.data ?? own.page) === undefined;
  const { list, tree, data, also, page, rows, zero = "disabled" } = isOfKind ? general : own;
  const options = (all: NonNullable<OptionsDefinition["list"]>): Option[] =>
    all
      .filter(({ onlyFor }) => appliesTo(onlyFor))
      .map(({ value, label, description, icon }) => ({
        value,
        label: words(`options.${value}`, label) ?? value,
        ...(description === undefined ? {} : { description: fillKnown(description, known) }),
        ...(icon === undefined ? {} : { icon }),
      }));
  const ruleOf = (key: "where" | "enabledWhere") =>
    own[key] !== undefined
      ? foldCondition(absolute(own[key], names.field), constants)
      : isOfKind && general[key] !== undefined
        ? foldCondition(absolute(general[key], names.kind), constants)
        : undefined;
  const [holds, enabled] = [ruleOf("where"), ruleOf("enabledWhere")];
  const where = {
    ...(holds === undefined ? {} : { where: holds }),
    ...(enabled === undefined ? {} : { enabledWhere: enabled }),
  };
  if (list) return { list: options(list), ...where };
  if (page !== undefined) return { data: pageQuery(page), rows: rows ?? "", zero };
  if (data !== undefined) return { data, ...(also ? { also: options(also) } : {}), ...where };
  if (tree === undefined) return undefined;
  const under = underOf(kind, field, names);
  return { tree, ...(under === undefined ? {} : { under }), ...where };
}

/** What this brand reads for the codes of a kind that lists its options; undefined for every other kind. */
export function labelsOfKind(
  { options }: Pick<KindDefinition, "options">,
  { appliesTo, known }: Pick<BrandProject, "appliesTo" | "known">,
): CodeLabels | undefined {
  const own = written(options).list?.filter(({ onlyFor }) => appliesTo(onlyFor));
  return (
    own && {
      labels: Object.fromEntries(own.map(({ value, label }) => [value, fillKnown(label ?? "", known)])),
    }
  );
}

interface TreeDefinition {
  label: string;
  description?: string;
  icon?: string;
  onlyFor?: unknown;
  options?: Record<string, TreeDefinition>;
}

/** The trees that the fields of a flow take options from. */
export function compileTrees(
  flow: string,
  fields: Record<string, CompiledField>,
  project: BrandProject,
): CompiledFlow["trees"] {
  const named = Object.values(fields).flatMap(({ options }) =>
    options && "tree" in options ? options.tree : [],
  );
  return Object.fromEntries(
    [...new Set(named)].map((tree) => {
      const options = project.tree(flow, tree)["options"] as Record<string, TreeDefinition>;
      return [tree, compileTree(options, `flows.${flow}.options.${tree}`, project)];
    }),
  );
}

function compileTree(
  options: Record<string, TreeDefinition>,
  key: string,
  project: BrandProject,
): TreeOption[] {
  const own = Object.entries(options).filter(([, { onlyFor }]) => project.appliesTo(onlyFor));
  return own.map(([value, { label, description, icon, options: under }]) => ({
    value,
    label: fillKnown(project.brandKey(`${key}.${value}`) ?? label, project.known),
    ...(description === undefined ? {} : { description: fillKnown(description, project.known) }),
    ...(icon === undefined ? {} : { icon }),
    ...(under ? { options: compileTree(under, `${key}.${value}`, project) } : {}),
  }));
}
