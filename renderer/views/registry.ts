import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import type * as SaveButtonsModule from "./SaveButtons.tsx";
import type { ViewModule } from "../page/view-props.ts";

type Source = () => Promise<ViewModule>;

/** The views by the name that blocks use, with the file of that name. One line each. Their code comes with pages that have one. */
const sources: Record<string, Source> = {
  branchOffices: () => import("./dealers/BranchOffices.tsx"),
  carDetail: () => import("./dealers/CarDetail.tsx"),
  carInspection: () => import("./dealers/CarInspection.tsx"),
  cars: () => import("./dealers/Cars.tsx"),
  comparison: () => import("./Comparison.tsx"),
  groups: () => import("./Groups.tsx"),
  properties: () => import("./Properties.tsx"),
  results: () => import("./Results.tsx"),
};

const loaded = new Map<string, ViewModule>();

let buttons: typeof SaveButtonsModule | undefined;

async function loadSaveButtons(): Promise<void> {
  buttons ??= await import("./SaveButtons.tsx");
}

/** Loads what the views of a screen need. Rejects when it cannot be had. */
export async function loadViews({ blocks }: Pick<CompiledScreen, "blocks">): Promise<void> {
  const names = blocks.flatMap(({ view }) => (typeof view === "string" ? view : []));
  const hasSaved = blocks.some(({ saved }) => saved !== undefined);
  await Promise.all([load(new Set(names)), hasSaved ? loadSaveButtons() : undefined]);
}

/** For the server, which draws any page and waits for nothing. */
export async function loadEveryView(): Promise<void> {
  await Promise.all([load(new Set(Object.keys(sources))), loadSaveButtons()]);
}

/** What puts rows into saved lists, of a screen with such; its code comes with those alone. */
export const saveButtons = (): typeof buttons => buttons;

async function load(names: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      if (names.has(name) && !loaded.has(name)) loaded.set(name, await source());
    }),
  );
}

/** @throws {Error} when it was not loaded, or there is none of that name. */
export function viewOf(name: string): ViewModule {
  const view = loaded.get(name);
  if (!view) throw new Error(`the view "${name}" was not loaded`);
  return view;
}
