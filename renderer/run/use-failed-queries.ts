import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ruleVariables, type CompiledField } from "../../schemas/engine/evaluate.ts";
import { useFlow } from "./context.ts";

/**
 * Names of the queries that have failed, of those of which hangs whether a field can be answered; none while it can be,
 * or while another question that it hangs on has no answer: it is said there.
 */
export function useFailedQueries({ enabledWhen }: CompiledField, enabled: boolean): string[] {
  const { flow, store } = useFlow();
  const names = useMemo(() => {
    const read = enabled || enabledWhen === undefined ? [] : ruleVariables(enabledWhen);
    return [...new Set(read.flatMap((one) => /^data\.([^.]+)/.exec(one)?.[1] ?? []))];
  }, [enabledWhen, enabled]);
  const isElsewhere = (): boolean =>
    ruleVariables(enabledWhen).some((one) => one in flow.fields && store.leaf(one).value === undefined);
  const failed = (): string => {
    const all = names.filter((name) => store.data(name).status === "failed");
    return all.length === 0 || isElsewhere() ? "" : all.join(" ");
  };
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = names.map((name) => store.subscribe(`data.${name}`, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, names],
  );
  const all = useSyncExternalStore(subscribe, failed, failed);
  return all === "" ? [] : all.split(" ");
}
