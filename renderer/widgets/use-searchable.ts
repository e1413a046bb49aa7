import { createElement, useEffect, useState, type ComponentType } from "react";
import { whenUsed } from "../page/when-used.ts";
import type { WidgetProps } from "./types.ts";

/** Up to so many, a look is as quick as a search. */
const few = 12;

export interface SearchableProps extends WidgetProps {
  /** What stands there while nothing is chosen. */
  empty: string | undefined;
}

let loaded: ComponentType<SearchableProps> | undefined;

/** Only where `useSearchable` says that it has come. */
export const Searchable = (props: SearchableProps) => loaded && createElement(loaded, props);

/**
 * The list with search, for many options and a fine pointer: a phone's own list is better there, and so it is before
 * hydration. It is loaded when somebody begins to use the page, takes over when it has come and nobody is at the
 * platform's, and stays. Without it, that one serves.
 */
export function useSearchable(id: string, options: number): boolean {
  const [taken, setTaken] = useState(() => options > few && loaded !== undefined);
  const wanted = options > few && !taken;
  useEffect(() => {
    if (!wanted || !matchMedia("(pointer: fine)").matches) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const take = (): void => setTaken(true);
    const load = whenUsed().then(() => (signal.aborted ? undefined : import("./Combobox.tsx")));
    void load.then(
      (library) => {
        if (!library) return;
        const { Combobox } = library;
        loaded = Combobox;
        if (signal.aborted) return;
        const control = document.getElementById(id);
        if (control && control === document.activeElement) {
          control.addEventListener("blur", take, { once: true, signal });
        } else take();
      },
      () => undefined,
    );
    return () => ended.abort();
  }, [wanted, id]);
  return taken;
}
