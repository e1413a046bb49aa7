import { join } from "node:path";
import {
  prepareFlow,
  readSources,
  type CompiledFlow,
  type Prepared,
  type ReadFile,
  type Revision,
} from "../../schemas/engine/all.ts";
import { flowCompiler, type FlowCompiler } from "../../tools/authors/compiled-flows.ts";
import type { Tried } from "../../tools/authors/examples.ts";
import { loadSources } from "../../server/definitions/load.ts";

export { mounted } from "../../tools/authors/compiled-flows.ts";

/** The project's root. */
export const root = join(import.meta.dirname, "../..");

// The project's own files do not change while tests run.
let files: Promise<Record<string, ReadFile>> | undefined;
let compiler: Promise<FlowCompiler> | undefined;

/** The project's own definition files, read once. */
export const projectFiles = (): Promise<Record<string, ReadFile>> =>
  (files ??= loadSources(root).then((sources) => readSources(sources).files));

const compiled = (): Promise<FlowCompiler> => (compiler ??= projectFiles().then(flowCompiler));

/** A brand of the project, compiled once. */
export async function compiledBrand(brand: string): Promise<Omit<Revision, "hash">> {
  const { hash: _, ...revision } = (await compiled()).brandOf(brand);
  return revision;
}

/**
 * A flow of a brand, ready to be evaluated. A flow that no page shows yet is mounted; of one that there is one of for each
 * entry of content, the one of this content.
 */
export const preparedFlow = async (brand: string, flow: string, content?: object): Promise<Prepared> =>
  (await triedFlow(brand, flow, content)).prepared;

/** The same, with the revision that has it. */
export function triedFlow(brand: string, flow: string, content?: object): Promise<Tried> {
  const name = `${brand}/${flow}${content === undefined ? "" : JSON.stringify(content)}`;
  const known = triedFlows.get(name) ?? tryFlow(brand, flow, content);
  triedFlows.set(name, known);
  return known;
}

const triedFlows = new Map<string, Promise<Tried>>();

async function tryFlow(brand: string, id: string, content?: object): Promise<Tried> {
  const { flow, revision } = (await compiled()).flowOf(brand, id, content);
  return { prepared: prepareFlow(flow), revision };
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
  return prepareFlow(flow);
}
