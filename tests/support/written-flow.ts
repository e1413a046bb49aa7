import {
  compileBrand,
  prepareFlow,
  readSources,
  type Prepared,
  type Revision,
} from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { root } from "./definitions.ts";
import { addScreens } from "../../schemas/engine/edit.ts";

/** Definitions that a test writes, among the project's own: a flow with what it needs, by path from the root. */
export async function withDefinitions(
  definitions: Record<string, unknown>,
  brand = "SI",
): Promise<{ sources: Record<string, string>; revision: Omit<Revision, "hash"> }> {
  const sources = { ...(await loadSources(root)) };
  for (const [path, value] of Object.entries(definitions)) sources[path] = JSON.stringify(value, null, 2);
  const flows = Object.keys(definitions).flatMap(
    (path) => /^schemas\/flows\/([^/]+)\/flow\.json$/.exec(path)?.[1] ?? [],
  );
  for (const flow of flows) {
    sources[`schemas/screens/${flow}.json`] ??= JSON.stringify({
      screen: flow,
      route: `/${flow}`,
      title: flow,
      description: "Una página de prueba.",
      blocks: [{ block: "flow", flow }],
    });
    const path = `brands/${brand}/brand.json`;
    const { screens } = readSources(sources).files[path]!.value as { screens: string[] };
    if (!screens.includes(flow)) sources[path] = addScreens(sources, brand, [flow]);
  }
  return { sources, revision: compileBrand(readSources(sources).files, brand) };
}

/** A flow written by a test with the project's kinds, ready to be evaluated. */
export async function writtenFlow(
  flow: Record<string, unknown>,
  others: Record<string, unknown> = {},
  brand = "SI",
): Promise<Prepared> {
  const { revision } = await withDefinitions(
    { ...others, "schemas/flows/written/flow.json": { flow: "written", title: "Written", ...flow } },
    brand,
  );
  const compiled = revision.public.flows["written"]!;
  return prepareFlow(compiled);
}
