import { use, useCallback, useSyncExternalStore } from "react";
import { useWords } from "../app/words.ts";
import { FlowContext } from "./context.ts";
import { fieldName } from "./field-name.ts";

const never = () => () => {};

/** What to answer before a field that cannot be answered yet, in words; nothing where it can be, or where nothing helps. */
export function useAwaited(path: string, enabled: boolean): string | undefined {
  const store = use(FlowContext)?.store;
  const { fill } = useWords();
  const read = useCallback((): string => {
    const [first] = store && !enabled ? store.awaited(path) : [];
    return first === undefined ? "" : fieldName(store!, first);
  }, [store, path, enabled]);
  const label = useSyncExternalStore(never, read, read);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = store && !enabled ? store.awaited(path).map((one) => store.subscribe(one, listener)) : [];
      return () => stops.forEach((stop) => stop());
    },
    // Of which questions it hangs changes with what is answered.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [store, path, enabled, label],
  );
  useSyncExternalStore(subscribe, read, read);
  return label === "" ? undefined : fill("chooseFirst", { label });
}
