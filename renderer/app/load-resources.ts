import type { CompiledFlow, Page, Validators } from "../../schemas/engine/evaluate.ts";
import { loadBlocks } from "../blocks/registry.ts";
import { loadRecap } from "../flow/recap-code.ts";
import { loadViews } from "../views/registry.ts";
import { loadFlow, validatorsPath, type FlowResources, type LoadResources } from "../run/resources.ts";

/** The first page comes drawn, and what comes alive later is loaded later; the others are drawn here. */
let isDrawn = true;

interface LoadedFlow {
  resources: FlowResources;
  /** Loads the widgets that a page of the flow opens with. */
  loadFirstWidgets(flow: CompiledFlow, page: Page): Promise<void>;
}

const known = new Map<string, Promise<LoadedFlow>>();

/** Everything that a page needs beside itself: the code of its views, and what its flow needs. */
export const loadResources: LoadResources = async (page) => {
  const which = { deferred: !isDrawn };
  isDrawn = false;
  const [resources] = await Promise.all([
    resourcesOfFlow(page),
    loadViews(page.screen, which),
    loadBlocks(page.screen, which),
    loadRecap(page.screen),
  ]);
  return resources;
};

/** Code and form library come along only here. Loaded once per revision, and for each page the widgets that it opens with. */
const resourcesOfFlow: LoadResources = async (page) => {
  if (!page.flow) return undefined;
  const { id, revision } = page.flow;
  const key = `${revision}/${id}`;
  const loading = known.get(key) ?? load(page.flow);
  known.set(key, loading);
  // What failed may be tried again.
  loading.catch(() => known.delete(key));
  const { resources, loadFirstWidgets } = await loading;
  await loadFirstWidgets(resources.flow, page);
  return resources;
};

/** One line each: of two in one expression the build would load what either of them needs. */
const views = {
  run: () => import("../flow/run-entry.ts"),
  finder: () => import("../flow/finder-entry.ts"),
};

async function load({ revision, id, finder }: NonNullable<Page["flow"]>): Promise<LoadedFlow> {
  const [flow, validators, view] = await Promise.all([
    loadFlow(revision, id),
    import(/* @vite-ignore */ validatorsPath(revision, id)) as Promise<Validators>,
    views[finder ? "finder" : "run"](),
  ]);
  const resources = { flow, revision, prepared: view.prepare(flow, validators), View: view.default };
  return { resources, loadFirstWidgets: view.loadFirstWidgets };
}
