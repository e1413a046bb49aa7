/** Which options a choice offers. */
import {
  absolutePath,
  asObject,
  asText,
  nodesOf,
  type ChoiceOptions,
  type Field,
  type OptionTree,
  type TreeNode,
} from "../../../schemas/engine/describe.ts";
import { conditionsOf, within } from "./by-brand.ts";
import { optionsIn } from "./option-sources.ts";
import { namesOf } from "./names.ts";
import { conditional } from "./rule-words.ts";
import { kindIn, namesOfKind, textOf, treeLabel, type BrandView, type View } from "./view.ts";

// More options than these are counted, with the first as examples.
const most = 30;
const short = 12;
const examples = 3;

const some = (labels: string[]): string =>
  labels.length <= most
    ? `${labels.join(", ")}.`
    : `${labels.length}, de «${labels.slice(0, examples).join("», «")}»… a «${labels.at(-1)!}».`;

/** Trees that stand whole at the end: the flow's own, with several levels. */
export const isListed = (tree: OptionTree): boolean =>
  tree.owner !== "" && nodesOf(tree).some(({ children }) => children.length > 0);

/** The options, in each brand; brands with the same together. */
export function optionFacts(view: View, field: Field, brands: BrandView[]): string[] {
  const groups = new Map<string, BrandView[]>();
  for (const brand of brands) {
    const fact = optionFact(within(view, [brand]), field, brand);
    if (fact !== undefined) groups.set(fact, [...(groups.get(fact) ?? []), brand]);
  }
  return [...groups].flatMap(([fact, having]) => {
    const where = having.length === brands.length ? "" : ` (${having.map(({ code }) => code).join(", ")})`;
    const [first = "", offered = "", enabled = ""] = fact.split(partsEnd);
    return [
      `Opciones${where}: ${first}`,
      ...(offered === "" ? [] : [`Se ofrecen solo${where}${offered}`]),
      ...(enabled === "" ? [] : [`Las demás se ven, y se pueden elegir solo${where}${enabled}`]),
    ];
  });
}

/** Between what a choice offers, and which of that are offered and can be chosen. */
const partsEnd = "\f";

function optionFact(view: View, field: Field, brand: BrandView): string | undefined {
  const options = optionsIn(view, field, brand);
  if (Object.keys(options).length === 0) return undefined;
  const offered = sourceFact(view, field, brand, options);
  const also = writtenLabels(view, field, options.also);
  const more = also.length === 0 ? "" : ` Y siempre, después de ellas: ${some(also)}`;
  const only = (rule: ChoiceOptions["where"]): string => {
    const [where] = rule === undefined ? [] : conditionsOf(view, rule, field.names);
    return !where || where.rule === true ? "" : conditional("", where.rule, namesOf(view, field)).join("\n");
  };
  return [offered + more, only(options.where), only(options.enabledWhere)].join(partsEnd);
}

function sourceFact(view: View, field: Field, brand: BrandView, options: ChoiceOptions): string {
  if (typeof options.data === "string") return `las da la consulta \`${options.data}\`.`;
  const name = options.tree ?? "";
  const tree = view.flow.trees.get(name) ?? view.project.trees.get(name);
  if (tree) return treeFact(view, field, tree, brand);
  return some(writtenLabels(view, field, options.ids ?? options.list));
}

/** The labels of options that stand in a list, or apart by their ids; those that the brand has. */
function writtenLabels(
  view: View,
  field: Field,
  list: ChoiceOptions["ids"] | ChoiceOptions["list"],
): string[] {
  return (list ?? []).flatMap((one) => {
    const { value, label, onlyFor } = typeof one === "string" ? { value: one } : one;
    if (!view.brands.every(({ brand }) => brand.appliesTo(onlyFor))) return [];
    return textOf(view, `${field.path}.options.${String(value)}`, label) ?? String(value);
  });
}

/** The options of a level, in a tree's order; those that the brand has. */
function levelOf(nodes: TreeNode[], depth: number, brand: BrandView): TreeNode[] {
  const own = nodes.filter(({ onlyFor }) => brand.brand.appliesTo(onlyFor));
  return depth === 0 ? own : own.flatMap(({ children }) => levelOf(children, depth - 1, brand));
}

function treeFact(view: View, field: Field, tree: OptionTree, brand: BrandView): string {
  const depth = depthIn(view, field, brand);
  const nodes = levelOf(nodesOf(tree), depth, brand);
  const count = nodes.length.toLocaleString("es-CL");
  const under = underOf(field, brand, view);
  if (under !== undefined) {
    const place = isListed(tree) ? "más abajo" : `${count} en total, en \`${tree.file.path}\``;
    return `las que están bajo ${namesOf(view, field).of(under)} en el árbol \`${tree.id}\` (${place}).`;
  }
  const labels = nodes.map(({ path, at }) => {
    const option = at.reduce<unknown>((here, key) => asObject(here)[String(key)], tree.value);
    return treeLabel(view, `${tree.id}.${path}`, asObject(option)["label"], true);
  });
  if (isListed(tree)) return `las del árbol \`${tree.id}\` (más abajo): ${some(labels)}`;
  // Of a tree that all flows share a few are enough.
  if (labels.length <= (tree.owner === "" ? short : most)) return some(labels);
  return `${count}, de \`${tree.file.path}\`: ${labels.slice(0, examples).join(", ")}…`;
}

/** How deep in its tree a choice asks in a brand: 0 is the first level. */
function depthIn(view: View, field: Field, brand: BrandView, seen: string[] = []): number {
  const parent = view.flow.fields.get(underOf(field, brand, view) ?? "");
  return !parent || seen.includes(field.path) ? 0 : 1 + depthIn(view, parent, brand, [...seen, field.path]);
}

/** The path of the choice whose options' children a field offers. */
function underOf(field: Field, brand: BrandView, view: View): string | undefined {
  const own = asText(asObject(field.value.options)["under"]);
  if (own !== undefined) return absolutePath(own, field.names) ?? own;
  const kind = kindIn(view, field, brand);
  const general = kind.options?.under;
  return general === undefined ? undefined : absolutePath(general, namesOfKind(field, kind));
}
