import { createContext, use, useCallback, useMemo, useSyncExternalStore } from "react";
import type { CompiledFlow, CompiledStep, RunTransfer, RunWait } from "../../schemas/engine/evaluate.ts";
import type { RunController } from "./run.ts";
import type { RunView } from "./run-view.ts";
import { RowContext, pathInRow } from "./row-context.ts";
import type { FlowStore, Leaf, Query } from "./store.ts";

/** What the parts of a drawn flow share. Constant while a step is drawn: nothing redraws because of it. */
export interface FlowContextValue {
  flow: CompiledFlow;
  step: CompiledStep;
  store: FlowStore;
  run: RunController;
}

export const FlowContext = createContext<FlowContextValue | null>(null);

export function useFlow(): FlowContextValue {
  const parts = use(FlowContext);
  if (!parts) throw new Error("a part of a flow is drawn outside of one");
  return parts;
}

/** The day that it is, as the page says it. */
export const useToday = (): string => useFlow().store.today;

/** A field's state; the component is drawn again only when this field changes. */
export function useLeaf(path: string): Leaf {
  const { store } = useFlow();
  const { subscribe, read } = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.subscribe(path, listener),
      read: () => store.leaf(path),
    }),
    [store, path],
  );
  return useSyncExternalStore(subscribe, read, read);
}

/** The fields that show something themselves: in the place of each group, those that it holds. */
const shownIn = (flow: CompiledFlow, paths: string[]): string[] =>
  paths.flatMap((path) => {
    const { type, fields = [] } = flow.fields[path]!;
    return type === "group" ? shownIn(flow, fields) : path;
  });

/** Whether any of the fields can be seen. Paths as they are compiled. */
export function useAnyVisible(compiled: string[]): boolean {
  const { flow, store } = useFlow();
  const row = use(RowContext);
  const paths = useMemo(
    () => shownIn(flow, compiled).map((path) => pathInRow(row, path)),
    [flow, compiled, row],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = paths.map((path) => store.subscribe(path, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, paths],
  );
  const read = useCallback(() => paths.some((path) => store.leaf(path).visible), [store, paths]);
  return useSyncExternalStore(subscribe, read, read);
}

/** What is known of a data query. */
export function useQuery(name: string): Query {
  const { store } = useFlow();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(`data.${name}`, listener),
    [store, name],
  );
  const read = useCallback(() => store.data(name), [store, name]);
  return useSyncExternalStore(subscribe, read, read);
}

export function useRun(run: RunController): RunView {
  return useSyncExternalStore(run.subscribe, run.view, run.view);
}

/** When the run went to another device, if it did. Nothing else that happens to the run draws anything again. */
export function useTransferred(run: RunController): RunTransfer | undefined {
  const read = useCallback(() => run.view().went, [run]);
  return useSyncExternalStore(run.subscribe, read, read);
}

/** What the run waits for, if it does. */
export function useWait(run: RunController): RunWait | undefined {
  const read = useCallback(() => run.view().run?.wait, [run]);
  return useSyncExternalStore(run.subscribe, read, read);
}
