import { useEffect, useState, type ComponentType } from "react";
import { flushSync } from "react-dom";
import type { CompiledSite } from "../../schemas/engine/evaluate.ts";
import type { SearchDialogProps } from "./SearchDialog.tsx";

export type SiteSearch = NonNullable<CompiledSite["search"]>;

interface Opened {
  Dialog: ComponentType<SearchDialogProps>;
  typed: string;
}

/**
 * For whoever presses the header's way to the search of the site, or types into its field: a field with suggestions, over the
 * page they are at. `onReady` is told once presses are heard.
 */
export default function SearchOver({ search, onReady }: { search: SiteSearch; onReady: () => void }) {
  const [opened, open] = useState<Opened>();
  useEffect(() => {
    const used = (event: Event): void => {
      const way = (event.target as Element).closest("[data-site-search]");
      if (!way || (event instanceof MouseEvent && isOtherwise(event))) return;
      const field = way instanceof HTMLInputElement ? way : undefined;
      if (!field) event.preventDefault();
      import("./SearchDialog.tsx").then(
        ({ default: Dialog }) => {
          // What was typed until now goes along. At once, so that no letter comes between it and the dialog's own field; those
          // that came while its code was on its way each lead here.
          flushSync(() => open((before) => before ?? { Dialog, typed: field?.value ?? "" }));
          if (field) field.value = "";
        },
        // The field is part of a form, which leads to the page.
        () => field ?? location.assign(search.to),
      );
    };
    // Before the link itself hears of it, which would lead to the page.
    const stop = new AbortController();
    for (const sign of ["click", "input"]) {
      document.addEventListener(sign, used, { capture: true, signal: stop.signal });
    }
    onReady();
    return () => stop.abort();
  }, [search, onReady]);
  if (!opened) return null;
  return <opened.Dialog search={search} initial={opened.typed} onClose={() => open(undefined)} />;
}

/** With a key held down it is a link as any other. */
const isOtherwise = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button > 0 || metaKey || ctrlKey || shiftKey || altKey;
