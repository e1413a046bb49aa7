/** A flow as the brands show it: its words with what is known filled in, and where brands differ. */
import type { ReadFile } from "../../../schemas/engine/all.ts";
import {
  asObject,
  asText,
  textIn,
  brandsOf,
  named,
  namesInKind,
  newReport,
  openProject,
  openBrand,
  placeholder,
  type Brand,
  type BrandProject,
  type Field,
  type Flow,
  type Kind,
  type Names,
  type Project,
} from "../../../schemas/engine/describe.ts";
import { brandsAsked } from "./by-brand.ts";

/** What types of answers are called. */
export const typeWords: Record<string, string> = {
  text: "texto",
  number: "número",
  money: "monto",
  boolean: "sí o no",
  date: "fecha",
  time: "hora",
  choice: "elección",
  choices: "elección de varias",
  file: "archivo",
  group: "grupo",
  list: "lista",
  display: "texto que se lee",
};

export interface BrandView {
  code: string;
  name: string;
  item: Brand;
  brand: BrandProject;
}

export interface View {
  project: Project;
  flow: Flow;
  /** The brands that have the flow; all of them while none has. */
  brands: BrandView[];
  isShown: boolean;
  /** Where rules are read: what stands beside it needs no more than its label. */
  from?: Pick<Field, "step" | "parent">;
}

/** Opens a flow for the brands that have it, or for one of them. Takes files without errors. */
export function openView(files: Record<string, ReadFile>, id: string, only?: string): View {
  const project = openProject(files, newReport());
  const flow = project.flows.get(id)!;
  // A named rule is told once, and named where it is used.
  for (const field of flow.fields.values()) field.names = withoutRules(field.names);
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

function withoutRules(all: Names): Names {
  const names = { ...all };
  delete names.rules;
  return names.with ? { ...names, with: { ...names.with, names: withoutRules(names.with.names) } } : names;
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

const fixedNames: Record<string, string> = {
  "submission.number": "número de la solicitud",
  "submission.day": "día de la solicitud",
  "submission.time": "hora de la solicitud",
  "request.id": "código de la solicitud",
  label: "nombre del campo",
  limit: "límite",
  number: "número",
  year: "año",
  "brand.name": "nombre de la marca",
};

/** Fills what is known when a brand is published, and names the rest as readers know it. */
function filled(view: View, text: string, brand?: BrandView, names: Names = {}): string {
  // Emphasis as the project's formatter writes it.
  const words = text.replace(/(?<!\*)\*(?![*\s])([^*\n]+)\*(?!\*)/g, "_$1_");
  const fill = (part: string, depth: number): string =>
    part.replace(placeholder, (_, name: string, kind?: string) => {
      const known = brand?.brand.known(name, kind);
      // What a brand's content says may name its facts.
      if (known !== undefined) return depth > 0 ? fill(known, depth - 1) : known;
      const meant = named(name, names);
      if (typeof meant !== "object") return String(meant);
      const path = String(asObject(meant)["var"] ?? name);
      const label = placeholderName(brand ? { ...view, brands: [brand] } : view, path) ?? name;
      return `{${label}${kind === undefined ? "" : `, como ${kindWords(view, kind)}`}}`;
    });
  return fill(words, 2);
}

/** The name of a kind that a value is shown as. */
function kindWords({ project }: View, kind: string): string {
  const type = String(project.kinds.get(kind)?.value.type);
  return kind === "money" ? "monto" : kind === type ? (typeWords[type] ?? kind) : `\`${kind}\``;
}

/** What a placeholder that is filled while somebody answers is called. */
function placeholderName(view: View, path: string): string | undefined {
  if (view.flow.fields.has(path)) return fieldLabel(view, path, { isPlain: true });
  const [, query, key] = /^data\.([^.]+)\.value(?:\.(.+))?$/.exec(path) ?? [];
  if (query !== undefined)
    return key === undefined ? `lo que da la consulta «${query}»` : `${key} de la consulta «${query}»`;
  const term = /^[wW]ord\.(\w+)/.exec(path)?.[1];
  if (term !== undefined) return `palabra «${term}»`;
  if (path.startsWith("content.")) return `contenido «${path.slice("content.".length)}»`;
  return fixedNames[path];
}

// A longer text is shown in at most so many versions; with more, once, with marks for what differs.
const maxLength = 60;
const mostVersions = 2;

interface Shown {
  /** For these brands alone. */
  brands?: BrandView[];
  /** What stands around each text, e.g. quotation marks. */
  wrap?(text: string): string;
  /** What relative names mean in the text, and in that of a kind. */
  names?: Names;
  kindNames?(brand: BrandView): Names;
  /** Without the codes of brands, as a name within other words. */
  isPlain?: boolean;
}

/** A text on one line, in quotation marks. */
export const quoted = (text: string): string => `«${text.replaceAll(/\s*\n\s*/g, " ")}»`;

/** A text of the flow, by its key and what stands in place; undefined where no brand has it. */
export function textOf(
  view: View,
  key: string,
  inPlace: unknown,
  ofKind: (brand: BrandView) => string | undefined = () => undefined,
  { brands = view.brands, wrap = (text) => text, names = {}, kindNames, isPlain = false }: Shown = {},
): string | undefined {
  const own = (brand: BrandView): string | undefined =>
    brand.brand.brandKey(`flows.${view.flow.id}.${key}`) ??
    view.flow.wording?.value?.[key] ??
    asText(inPlace);
  const raw = (brand: BrandView): string | undefined => own(brand) ?? ofKind(brand);
  const namesFor = (brand: BrandView): Names =>
    own(brand) === undefined ? (kindNames?.(brand) ?? names) : names;
  const texts = brands.map(raw);
  if (texts.every((text) => text === undefined)) return undefined;
  const shownIn = (brand: BrandView): string | undefined => {
    const text = raw(brand);
    return text === undefined ? undefined : filled(view, text, brand, namesFor(brand));
  };
  if (isPlain) {
    const each = new Set(brands.map(shownIn).filter((text) => text !== undefined));
    return wrap([...each].join(" / "));
  }
  const isSame = texts.every((text) => text === texts[0]);
  if (isSame && texts[0]!.length > maxLength) {
    const each = new Set(brands.map((brand) => filled(view, texts[0]!, brand, namesFor(brand))));
    if (each.size > mostVersions) return wrap(filled(view, texts[0]!, undefined, namesFor(brands[0]!)));
  }
  return perBrand(brands, (brand) => {
    const text = shownIn(brand);
    return text === undefined ? undefined : wrap(text);
  });
}

/** A text of several lines in quotation marks of Markdown; each brand's own by itself. */
export function quotedText(view: View, key: string, inPlace: unknown): string[] {
  const texts = new Map<string, BrandView[]>();
  for (const brand of view.brands) {
    const text = textOf({ ...view, brands: [brand] }, key, inPlace);
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), brand]);
  }
  const [only] = texts.keys();
  if (only === undefined) return [];
  if (texts.size === 1 || texts.size > mostVersions) return quote(textOf(view, key, inPlace) ?? only);
  return [...texts].flatMap(([text, brands], index) => [
    ...(index === 0 ? [] : [""]),
    `En ${brands.map(({ code }) => code).join(", ")}:`,
    "",
    ...quote(text),
  ]);
}

const quote = (text: string): string[] =>
  text.split("\n").map((line) => (line === "" ? ">" : `> ${line.replace(/^[*+] /, "- ")}`));

/** The kind of a field in a brand. */
export function kindIn(view: View, field: Field, { brand }: BrandView): Kind["value"] {
  let kind = view.project.kinds.get(String(field.value.kind))?.value ?? {};
  while (kind.byFact) {
    const { fact = "", kinds = {} } = kind.byFact;
    kind = view.project.kinds.get(kinds[String(brand.facts[fact])] ?? "")?.value ?? {};
  }
  return kind;
}

/** A slot of a field's words, its kind's where it has none of its own. */
export function fieldText(view: View, field: Field, slot: string, shown?: Shown): string | undefined {
  const [head = "", code] = slot.split(".");
  const written = code === undefined ? textIn(field.value, head) : field.value.problems?.[code];
  const isAsked = field.row !== undefined && slot === "label";
  const inPlace = written ?? (isAsked ? contentLabel(field) : undefined);
  const ofKind = (brand: BrandView): string | undefined => {
    const kind = kindIn(view, field, brand);
    const own = brand.brand.brandKey(`kinds.${String(kind.kind)}.${slot}`);
    return own ?? kind.wording?.[slot];
  };
  const kindNames = (brand: BrandView): Names => namesOfKind(field, kindIn(view, field, brand));
  return textOf(view, `${field.path}.${slot}`, inPlace, ofKind, { names: field.names, kindNames, ...shown });
}

/** What stands for the label of a question that content writes. */
const contentLabel = ({ id, row }: Field): string =>
  row?.isSample
    ? `Preguntas de tipo «${row.type}» que pida el contenido`
    : `La pregunta «${id}», si el contenido la pide`;

/** What relative names mean in the rules and words of a field's kind. */
export const namesOfKind = (field: Field, kind: Kind["value"]): Names =>
  namesInKind(kind, field.value, field.names);

/** A field's label in the brands that ask it. */
export function fieldLabel(view: View, path: string, shown: Shown = {}): string {
  const field = view.flow.fields.get(path);
  if (!field) return path;
  const asked = brandsAsked(view, field);
  const brands = asked.length > 0 ? asked : view.brands;
  return fieldText(view, field, "label", { brands, ...shown }) ?? path;
}

/** What a label of a tree is in the brands. */
export function treeLabel(view: View, key: string, label: unknown, isPlain = false): string {
  const labelIn = ({ brand, ...rest }: BrandView): string | undefined => {
    const text = brand.brandKey(`flows.${view.flow.id}.options.${key}`) ?? asText(label);
    return text === undefined ? undefined : filled(view, text, { brand, ...rest });
  };
  return isPlain ? [...new Set(view.brands.map(labelIn))].join(" / ") : perBrand(view.brands, labelIn);
}
