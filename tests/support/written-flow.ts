import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  compileBrand,
  prepareFlow,
  readSources,
  type Prepared,
  type Revision,
} from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { contactAlone } from "./contact-alone.ts";
import { root } from "./definitions.ts";
import { addScreens } from "../../schemas/engine/edit.ts";

/** The project's kinds, services and views with one form in two brands: compiled in a moment. */
async function smallSources(): Promise<Record<string, string>> {
  const sources = { ...(await loadSources(root)) };
  for (const [path, text] of Object.entries(contactAlone())) {
    if (text === null) delete sources[path];
    else sources[path] = text;
  }
  return sources;
}

/** Fragments of the project, for flows that use them, by their files' names. */
export const sharedFragments = (...names: string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => {
      const path = `schemas/fragments/${name}.json`;
      return [path, JSON.parse(readFileSync(join(root, path), "utf8")) as unknown];
    }),
  );

let small: Promise<Record<string, string>> | undefined;

/** Definitions that a test writes, among those of the project: a flow with what it needs, by path from the root. */
export async function withDefinitions(
  definitions: Record<string, unknown>,
  brand = "SI",
): Promise<{ sources: Record<string, string>; revision: Omit<Revision, "hash"> }> {
  const sources = { ...(await (small ??= smallSources())) };
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
