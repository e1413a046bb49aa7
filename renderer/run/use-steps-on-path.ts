import { useCallback, useMemo, useSyncExternalStore } from "react";
import { fieldAt, isContainer, ruleVariables, type CompiledStep } from "../../schemas/engine/evaluate.ts";
import type { FlowContextValue } from "./context.ts";
import type { FlowStore } from "./store.ts";

/**
 * The steps on the person's way that ask something, and the last one where it has a name of its own, in order. To know
 * them costs a look at every field, so they are looked at again only when something changes that their rules read.
 */
export function useStepsOnPath({ flow, store }: Pick<FlowContextValue, "flow" | "store">): CompiledStep[] {
  const asking = useMemo(() => flow.steps.filter(({ ends, name }) => !ends || name !== undefined), [flow]);
  const read = useMemo(
    () => [...new Set(ruleVariables(asking.map(({ visibleWhen }) => visibleWhen)))],
    [asking],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = read.map((name) => listen(store, name, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, read],
  );
  const now = useCallback(() => store.steps().join(" "), [store]);
  const all = useCallback(() => asking.map(({ id }) => id).join(" "), [asking]);
  const conditional = asking.some(({ visibleWhen }) => visibleWhen !== undefined);
  const source = conditional ? now : all;
  const visible = useSyncExternalStore(subscribe, source, source);
  return useMemo(() => {
    const ids = new Set(visible.split(" "));
    return asking.filter(({ id }) => ids.has(id));
  }, [asking, visible]);
}

/** Listens to what a rule reads by this name. */
function listen(store: FlowStore, name: string, listener: () => void): () => void {
  const field = fieldAt(store.prepared, name);
  if (field && !isContainer(field)) return store.subscribe(name, listener);
  const [head, data] = name.split(".", 2);
  if (!field && head === "data") return store.subscribe(`data.${data}`, listener);
  // What is within a group, in rows, or known in part only: any edit may be one of it.
  const stops = [store.onEdit(listener), store.subscribe("results", listener)];
  return () => stops.forEach((stop) => stop());
}
