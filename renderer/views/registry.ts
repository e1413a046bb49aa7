import { isDeferred, type CompiledBlock, type CompiledScreen } from "../../schemas/engine/evaluate.ts";
import type * as ResultsToolsModule from "./results-tools.ts";
import type * as SaveButtonsModule from "./SaveButtons.tsx";
import type * as SearchFormModule from "./SearchForm.tsx";
import type * as SliderModule from "./Slider.tsx";
import type * as ViewActionsModule from "./ViewActions.tsx";
import type { ViewModule } from "../page/view-props.ts";

type Source = () => Promise<ViewModule>;

/** The views by the name that blocks use, with the file of that name. One line each. Their code comes with pages that have one. */
const sources: Record<string, Source> = {
  branchOffices: () => import("./dealers/BranchOffices.tsx"),
  carCards: () => import("./dealers/CarCards.tsx"),
  carDetail: () => import("./dealers/CarDetail.tsx"),
  carInspection: () => import("./dealers/CarInspection.tsx"),
  carOffices: () => import("./dealers/CarOffices.tsx"),
  carVersionTable: () => import("./dealers/CarVersionTable.tsx"),
  cars: () => import("./dealers/Cars.tsx"),
  comparison: () => import("./Comparison.tsx"),
  details: () => import("./Details.tsx"),
  groups: () => import("./Groups.tsx"),
  creditFees: () => import("./dealers/CreditFees.tsx"),
  creditOptions: () => import("./dealers/CreditOptions.tsx"),
  creditResult: () => import("./dealers/CreditResult.tsx"),
  creditSchedule: () => import("./dealers/CreditSchedule.tsx"),
  properties: () => import("./Properties.tsx"),
  results: () => import("./Results.tsx"),
  uploads: () => import("./Uploads.tsx"),
};

const loaded = new Map<string, ViewModule>();

/** What blocks need besides, with those alone that have it. */
interface OtherModules {
  resultsTools: typeof ResultsToolsModule;
  saveButtons: typeof SaveButtonsModule;
  searchForm: typeof SearchFormModule;
  slider: typeof SliderModule;
  viewActions: typeof ViewActionsModule;
}

const otherSources: { [Name in keyof OtherModules]: () => Promise<OtherModules[Name]> } = {
  resultsTools: () => import("./results-tools.ts"),
  saveButtons: () => import("./SaveButtons.tsx"),
  searchForm: () => import("./SearchForm.tsx"),
  slider: () => import("./Slider.tsx"),
  viewActions: () => import("./ViewActions.tsx"),
};

const others: Partial<OtherModules> = {};

/** Whether the links of a block stand under its view, which does not place them itself. */
export const hasActionsUnder = ({ actionsUnder }: CompiledBlock): boolean => actionsUnder === true;

const othersOf = ({ block, saved, slider, paging, ...more }: CompiledBlock): (keyof OtherModules)[] => [
  ...(paging === undefined ? [] : (["resultsTools"] as const)),
  ...(saved === undefined ? [] : (["saveButtons"] as const)),
  ...(block === "search" ? (["searchForm"] as const) : []),
  ...(slider === undefined && block !== "slider" ? [] : (["slider"] as const)),
  ...(hasActionsUnder({ block, ...more }) ? (["viewActions"] as const) : []),
];

/** Loads what blocks need. Rejects when it cannot be had. */
export async function loadBlocksViews(blocks: CompiledBlock[]): Promise<void> {
  const names = blocks.flatMap(({ view }) => (typeof view === "string" ? view : []));
  await Promise.all([load(new Set(names)), ...blocks.flatMap(othersOf).map(loadOther)]);
}

/** Loads what the views of a screen need before it comes alive, and what may come later only where it is asked for. */
export const loadViews = (
  { blocks }: Pick<CompiledScreen, "blocks">,
  { deferred }: { deferred: boolean },
): Promise<void> => loadBlocksViews(blocks.filter((block) => deferred || !isDeferred(block)));

/** For the server, which draws any page and waits for nothing. */
export async function loadEveryView(): Promise<void> {
  const names = Object.keys(otherSources) as (keyof OtherModules)[];
  await Promise.all([load(new Set(Object.keys(sources))), ...names.map(loadOther)]);
}

/** Whether what a block needs is there. */
export const isLoaded = (block: CompiledBlock): boolean =>
  othersOf(block).every((name) => others[name] !== undefined) &&
  (typeof block["view"] !== "string" || loaded.has(block["view"]));

/** What a block needs besides its view, once it was loaded. */
export const moduleNamed = <Name extends keyof OtherModules>(name: Name): OtherModules[Name] | undefined =>
  others[name];

async function loadOther(name: keyof OtherModules): Promise<void> {
  if (others[name] === undefined) Object.assign(others, { [name]: await otherSources[name]() });
}

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
