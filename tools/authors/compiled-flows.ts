/** Flows as examples are tried with: compiled for their brand, whether a page shows them yet or not. */
import { compileBrand, type CompiledFlow, type ReadFile, type Revision } from "../../schemas/engine/all.ts";

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

/** A flow as it is tried, and the revision that has it. */
export interface TriedFlow {
  flow: CompiledFlow;
  revision: Revision;
}

export interface FlowCompiler {
  /** One that no page shows, or of other content, is compiled by itself. */
  flowOf(brand: string, flow: string, content?: object): TriedFlow;
  brandOf(brand: string): Revision;
}

/** Compiles each brand of some files once, and gives its flows. */
export function flowCompiler(files: Record<string, ReadFile>): FlowCompiler {
  const brands = new Map<string, Revision>();
  const compile = (all: Record<string, ReadFile>, brand: string): Revision => ({
    ...compileBrand(all, brand),
    hash: "example",
  });
  const compiled = (brand: string): Revision => {
    const known = brands.get(brand) ?? compile(files, brand);
    brands.set(brand, known);
    return known;
  };
  const make = (brand: string, flow: string, content?: object): TriedFlow => {
    const id = content === undefined ? flow : `${flow}--example`;
    const all = content === undefined ? files : withEntry(files, brand, flow, content);
    let revision = content === undefined ? compiled(brand) : compile(all, brand);
    if (!revision.public.flows[id]) revision = compile(mounted(all, brand, flow), brand);
    const found = revision.public.flows[id];
    if (!found) throw new Error(`brand ${brand} has no flow "${flow}"`);
    return { flow: found, revision };
  };
  const flows = new Map<string, TriedFlow>();
  return {
    brandOf: compiled,
    flowOf: (brand, flow, content) => {
      const key = JSON.stringify([brand, flow, content]);
      const known = flows.get(key) ?? make(brand, flow, content);
      flows.set(key, known);
      return known;
    },
  };
}
