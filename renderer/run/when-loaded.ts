import { fieldAt } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "./store.ts";

/** Does it now, or as soon as none of these queries is loading. */
export function whenLoaded(store: FlowStore, queries: string[], work: () => void): void {
  const isLoading = (): boolean => queries.some((name) => store.data(name).status === "loading");
  if (!isLoading()) return work();
  const stops = queries.map((name) =>
    store.subscribe(`data.${name}`, () => {
      if (isLoading()) return;
      for (const stop of stops) stop();
      work();
    }),
  );
}

/** The data queries from which the choices at these paths come. */
export const queriesOf = (store: FlowStore, paths: string[]): string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const source = fieldAt(store.prepared, path)?.options;
      return source && "data" in source ? source.data : [];
    }),
  ),
];

/** The queries whose lists a step waits for, where nothing else is wrong with it. */
export function listsComing(store: FlowStore, step: string): string[] {
  const problems = store.problems().filter(({ path }) => path.startsWith(`${step}.`));
  if (problems.some(({ code }) => code !== "optionsLoading")) return [];
  return queriesOf(
    store,
    problems.map(({ path }) => path),
  );
}

/** Waits for them: whoever pressed early need not press again. One list may ask for another. */
export async function listsLoaded(store: FlowStore, step: string): Promise<void> {
  for (let coming = listsComing(store, step); coming.length > 0; coming = listsComing(store, step)) {
    const queries = coming;
    await new Promise<void>((resolve) => {
      whenLoaded(store, queries, resolve);
    });
  }
}
