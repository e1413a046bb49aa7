import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { CompiledFlow, CompiledStep } from "../../schemas/engine/evaluate.ts";
import type { RunController } from "./run.ts";
import type { RunView } from "./run-view.ts";
import type { FlowStore, Leaf } from "./store.ts";

/** What the parts of a drawn flow share. Constant while a step is drawn: nothing redraws because of it. */
export interface FlowParts {
  flow: CompiledFlow;
  step: CompiledStep;
  store: FlowStore;
  run: RunController;
}

export const FlowContext = createContext<FlowParts | null>(null);

export function useFlow(): FlowParts {
  const parts = use(FlowContext);
  if (!parts) throw new Error("a part of a flow is drawn outside of one");
  return parts;
}

/** A field's state; the component is drawn again only when this field changes. */
export function useLeaf(path: string): Leaf {
  const { store } = useFlow();
  const subscribe = useCallback((listener: () => void) => store.subscribe(path, listener), [store, path]);
  const read = useCallback(() => store.leaf(path), [store, path]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Whether any of the fields can be seen. */
export function useAnyVisible(paths: string[]): boolean {
  const { store } = useFlow();
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

export function useRun(run: RunController): RunView {
  return useSyncExternalStore(run.subscribe, run.view, run.view);
}

const never = () => () => {};

/** Whether the page is hydrated: false on the server and while it is taken over. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
