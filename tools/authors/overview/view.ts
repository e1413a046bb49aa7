/** A flow as the brands show it: its words with what is known filled in, and where brands differ. */
import type { ReadFile } from "../../../schemas/engine/1-read/read.ts";
import { newReport } from "../../../schemas/engine/2-check/report.ts";
import {
  brandsOf,
  openProject,
  type Field,
  type Flow,
  type Item,
  type Project,
} from "../../../schemas/engine/2-check/project.ts";
import { asObject, asText } from "../../../schemas/engine/2-check/values.ts";
import {
  openProject as openBrand,
  type Project as Brand,
} from "../../../schemas/engine/3-compile/project.ts";

export interface BrandView {
  code: string;
  name: string;
  item: Item;
  brand: Brand;
}

export interface View {
  project: Project;
  flow: Flow;
  /** The brands that have the flow; all of them while none has. */
  brands: BrandView[];
  isShown: boolean;
}

/** Opens a flow for the brands that have it, or for one of them. Takes files without errors. */
export function openView(files: Record<string, ReadFile>, id: string, only?: string): View {
  const project = openProject(files, newReport());
  const flow = project.flows.get(id)!;
  const having = brandsOf(project, id);
  const all = having.length > 0 ? having : [...project.brands.values()];
  const brands = all
    .filter((item) => only === undefined || item.id === only)
    .map((item) => {
      const brand = openBrand(files, item.id);
      return { code: item.id, name: String(brand.facts["name"]), item, brand };
    });
  return { project, flow, brands, isShown: having.length > 0 };
}

/** One text where all brands have the same; else each with the brands that have it. */
export function perBrand(brands: BrandView[], valueOf: (brand: BrandView) => string | undefined): string {
  const groups = new Map<string, string[]>();
  for (const brand of brands) {
    const value = valueOf(brand);
    if (value !== undefined) groups.set(value, [...(groups.get(value) ?? []), brand.code]);
  }
  const [first] = groups.keys();
  if (groups.size === 1 && groups.get(first!)!.length === brands.length) return first!;
  return [...groups].map(([value, codes]) => `${value} (${codes.join(", ")})`).join(" / ");
}

const placeholder = /\{([A-Za-z][A-Za-z0-9.]*)\}/g;

const fixedNames: Record<string, string> = {
  "submission.number": "número de la solicitud",
  "request.id": "código de la solicitud",
  label: "nombre del campo",
  limit: "límite",
  "brand.name": "nombre de la marca",
};

/** Fills what is known when a brand is published, and names the rest as readers know it. */
function filled(view: View, text: string, brand?: BrandView): string {
  // Emphasis as the project's formatter writes it.
  const words = text.replace(/(?<!\*)\*(?![*\s])([^*\n]+)\*(?!\*)/g, "_$1_");
  return words.replace(placeholder, (_, name: string) => {
    const known = brand?.brand.known(name);
    if (known !== undefined) return known;
    if (view.flow.fields.has(name)) return `{${fieldLabel(view, name)}}`;
    const term = /^[wW]ord\.(\w+)/.exec(name)?.[1];
    if (term !== undefined) return `{palabra «${term}»}`;
    return `{${fixedNames[name] ?? name}}`;
  });
}

// A longer text is shown in at most so many versions; with more, once, with marks for what differs.
const longest = 60;
const mostVersions = 2;

interface Shown {
  /** For these brands alone. */
  brands?: BrandView[];
  /** What stands around each text, e.g. quotation marks. */
  wrap?(text: string): string;
}

/** A text on one line, in quotation marks. */
export const quoted = (text: string): string => `«${text.replaceAll(/\s*\n\s*/g, " ")}»`;

/** A text of the flow, by its key and what stands in place; undefined where no brand has it. */
export function textOf(
  view: View,
  key: string,
  inPlace: unknown,
  ofKind: (brand: BrandView) => string | undefined = () => undefined,
  { brands = view.brands, wrap = (text) => text }: Shown = {},
): string | undefined {
  const raw = (brand: BrandView): string | undefined =>
    brand.brand.brandKey(`flows.${view.flow.id}.${key}`) ??
    asText(asObject(view.flow.wording?.value)[key]) ??
    asText(inPlace) ??
    ofKind(brand);
  const texts = brands.map(raw);
  if (texts.every((text) => text === undefined)) return undefined;
  const isSame = texts.every((text) => text === texts[0]);
  if (isSame && texts[0]!.length > longest) {
    const each = new Set(brands.map((brand) => filled(view, texts[0]!, brand)));
    if (each.size > mostVersions) return wrap(filled(view, texts[0]!));
  }
  return perBrand(brands, (brand) => {
    const text = raw(brand);
    return text === undefined ? undefined : wrap(filled(view, text, brand));
  });
}

/** The kind of a field in a brand. */
export function kindIn(view: View, field: Field, { brand }: BrandView): Record<string, unknown> {
  let kind = view.project.kinds.get(String(field.value["kind"]))?.value ?? {};
  while ("byFact" in kind) {
    const { fact, kinds } = kind["byFact"] as { fact: string; kinds: Record<string, string> };
    kind = view.project.kinds.get(kinds[String(brand.facts[fact])] ?? "")?.value ?? {};
  }
  return kind;
}

/** A slot of a field's words, its kind's where it has none of its own. */
export function fieldText(view: View, field: Field, slot: string, shown?: Shown): string | undefined {
  const [head = "", code] = slot.split(".");
  const inPlace = code === undefined ? field.value[head] : asObject(field.value["problems"])[code];
  const ofKind = (brand: BrandView): string | undefined => {
    const kind = kindIn(view, field, brand);
    const own = brand.brand.brandKey(`kinds.${String(kind["kind"])}.${slot}`);
    return own ?? asText(asObject(kind["wording"])[slot]);
  };
  return textOf(view, `${field.path}.${slot}`, inPlace, ofKind, shown);
}

export function fieldLabel(view: View, path: string, wrap: Shown["wrap"] = (text) => text): string {
  const field = view.flow.fields.get(path);
  return (field && fieldText(view, field, "label", { brands: brandsAsked(view, field), wrap })) ?? path;
}

/** The steps' and sections' conditions on the brand, outermost first, and the field's own. */
const holders = (view: View, at: Field["at"]): unknown[] =>
  at.map((_, depth) =>
    at.slice(0, depth + 1).reduce<unknown>((here, key) => asObject(here)[String(key)], view.flow.value),
  );

/** The brands that ask a field. */
export const brandsAsked = (view: View, field: Field): BrandView[] =>
  view.brands.filter(({ brand }) =>
    holders(view, field.at).every((holder) => brand.appliesTo(asObject(holder)["onlyFor"])),
  );

/** What a label of a tree is in the brands. */
export const treeLabel = (view: View, key: string, label: unknown): string =>
  perBrand(view.brands, (brand) => {
    const text = brand.brand.brandKey(`flows.${view.flow.id}.options.${key}`) ?? asText(label);
    return text === undefined ? undefined : filled(view, text, brand);
  });
