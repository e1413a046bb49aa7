import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import type { View } from "../page/view-props.ts";

type Source = () => Promise<{ default: View }>;

/** The views by the name that blocks use, with the file of that name. One line each. Their code comes with pages that have one. */
const sources: Record<string, Source> = {
  branchOffices: () => import("./dealers/BranchOffices.tsx"),
  carDetail: () => import("./dealers/CarDetail.tsx"),
  cars: () => import("./dealers/Cars.tsx"),
  properties: () => import("./Properties.tsx"),
  results: () => import("./Results.tsx"),
};

const loaded = new Map<string, View>();

/** Loads what the views of a screen need. Rejects when it cannot be had. */
export const loadViews = ({ blocks }: Pick<CompiledScreen, "blocks">): Promise<void> =>
  load(new Set(blocks.flatMap(({ view }) => (typeof view === "string" ? view : []))));

/** For the server, which draws any page and waits for nothing. */
export const loadEveryView = (): Promise<void> => load(new Set(Object.keys(sources)));

async function load(names: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      if (names.has(name) && !loaded.has(name)) loaded.set(name, (await source()).default);
    }),
  );
}

/** @throws {Error} when it was not loaded, or there is none of that name. */
export function viewOf(name: string): View {
  const view = loaded.get(name);
  if (!view) throw new Error(`the view "${name}" was not loaded`);
  return view;
}
