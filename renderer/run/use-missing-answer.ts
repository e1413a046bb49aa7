import { use, useCallback, useSyncExternalStore } from "react";
import { useWords } from "../page/words.ts";
import { FlowContext } from "./context.ts";
import { fieldName } from "./field-name.ts";

/** What to answer before a field that cannot be answered yet, in words; nothing where it can be, or where nothing helps. */
export function useMissingAnswer(path: string, enabled: boolean): string | undefined {
  const store = use(FlowContext)?.store;
  const { fill } = useWords();
  const read = useCallback((): string => {
    const [first] = store && !enabled ? store.awaited(path) : [];
    return first === undefined ? "" : fieldName(store!, first);
  }, [store, path, enabled]);
  const subscribe = useCallback(
    (listener: () => void) => (store && !enabled ? store.subscribe("awaited", listener) : () => {}),
    [store, enabled],
  );
  const label = useSyncExternalStore(subscribe, read, read);
  return label === "" ? undefined : fill("chooseFirst", { label });
}
