import { join } from "node:path";
import {
  compileBrand,
  compileValidators,
  prepare,
  readSources,
  type CompiledFlow,
  type Prepared,
  type ReadFile,
  type Revision,
} from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";

/** The project's root. */
export const root = join(import.meta.dirname, "../..");

/** The project's own definition files, read. */
export const projectFiles = async (): Promise<Record<string, ReadFile>> =>
  readSources(await loadSources(root)).files;

/** A brand of the project, compiled. */
export function compiledBrand(brand: string): Promise<Omit<Revision, "hash">> {
  const known = compiledBrands.get(brand) ?? projectFiles().then((files) => compileBrand(files, brand));
  compiledBrands.set(brand, known);
  return known;
}

// The project's own files do not change while tests run.
const compiledBrands = new Map<string, Promise<Omit<Revision, "hash">>>();

/** The files with a page that shows a flow, in a brand that has none for it. */
export function mounted(
  files: Record<string, ReadFile>,
  brand: string,
  flow: string,
): Record<string, ReadFile> {
  const path = `brands/${brand}/brand.json`;
  const file = files[path]!;
  const definition = file.value as { screens: string[] };
  const screen = {
    screen: `page-${flow}`,
    route: `/page-${flow}`,
    title: flow,
    blocks: [{ block: "flow", flow }],
  };
  const name = `schemas/screens/${screen.screen}.json`;
  return {
    ...files,
    [name]: { ...file, path: name, value: screen },
    [path]: { ...file, value: { ...definition, screens: [...definition.screens, screen.screen] } },
  };
}

/**
 * A flow of a brand, ready to be evaluated. A flow that no page shows yet is mounted; of one that there is one of for each
 * entry of content, the one of this content.
 */
export function preparedFlow(brand: string, flow: string, content?: object): Promise<Prepared> {
  const name = `${brand}/${flow}${content === undefined ? "" : JSON.stringify(content)}`;
  const known = preparedFlows.get(name) ?? prepareFlow(brand, flow, content);
  preparedFlows.set(name, known);
  return known;
}

const preparedFlows = new Map<string, Promise<Prepared>>();

/** The files with one more entry of the content that a flow is made for. */
function withEntry(
  files: Record<string, ReadFile>,
  brand: string,
  flow: string,
  content: object,
): Record<string, ReadFile> {
  const { forEach } = files[`schemas/flows/${flow}/flow.json`]!.value as { forEach: string };
  const type = Object.values(files).find(
    ({ path, value }) =>
      path.startsWith("schemas/content/") && (value as { content: string }).content === forEach,
  )!;
  const path = type.path
    .replace("schemas/content", `brands/${brand}/content`)
    .replace(/\.json$/, "/example.json");
  return { ...files, [path]: { ...type, path, value: content } };
}

async function prepareFlow(brand: string, flow: string, content?: object): Promise<Prepared> {
  const all = await projectFiles();
  const files = content === undefined ? all : withEntry(all, brand, flow, content);
  const id = content === undefined ? flow : `${flow}--example`;
  const known = content === undefined ? compiledBrand(brand) : compileBrand(files, brand);
  const compiled =
    (await known).public.flows[id] ?? compileBrand(mounted(files, brand, flow), brand).public.flows[id];
  if (!compiled) throw new Error(`brand ${brand} has no flow "${flow}"`);
  return prepare(compiled, compileValidators(compiled));
}

type Fields = Record<string, Partial<CompiledFlow["fields"][string]>>;

/** A flow of one step "s" written by hand: fields by id, texts unless they say otherwise. */
export function smallFlow(fields: Fields, rest: Partial<CompiledFlow> = {}): Prepared {
  const paths = Object.keys(fields).map((id) => `s.${id}`);
  const flow: CompiledFlow = {
    flow: "small",
    title: "Small",
    steps: [
      {
        id: "s",
        slug: "",
        title: "S",
        action: "Continuar",
        sections: [{ id: "only", fields: paths }],
        ends: false,
      },
    ],
    fields: Object.fromEntries(
      Object.entries(fields).map(([id, field]) => [
        `s.${id}`,
        {
          path: `s.${id}`,
          id,
          type: "text",
          widget: "text",
          kind: "text",
          label: id,
          required: false,
          schema: { type: field.type === "boolean" ? "boolean" : "string" },
          validator: `leaf_${field.schema ? id : (field.type ?? "text")}`,
          says: {},
          checks: [],
          resets: [],
          problems: {},
          personal: true,
          ...field,
        },
      ]),
    ),
    data: {},
    trees: {},
    dialogs: {},
    problems: {},
    ...rest,
  };
  return prepare(flow, compileValidators(flow));
}
