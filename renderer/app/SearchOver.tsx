import { useEffect, useState, type ComponentType } from "react";
import type { CompiledSite } from "../../schemas/engine/evaluate.ts";

export type SiteSearch = NonNullable<CompiledSite["search"]>;

/** For whoever presses the header's way to the search of the site: a field with suggestions, over the page they are at. */
export default function SearchOver({ search }: { search: SiteSearch }) {
  const [Dialog, setDialog] = useState<ComponentType<{ search: SiteSearch; onClose: () => void }>>();
  useEffect(() => {
    const pressed = (event: MouseEvent): void => {
      const link = (event.target as Element).closest("[data-site-search]");
      // With a key held down it is a link as any other.
      if (!link || event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      import("./SearchDialog.tsx").then(
        (loaded) => setDialog(() => loaded.default),
        () => location.assign(search.to),
      );
    };
    document.querySelector("[data-site-search]")?.setAttribute("aria-haspopup", "dialog");
    // Before the link itself hears of it, which would lead to the page.
    document.addEventListener("click", pressed, { capture: true });
    return () => document.removeEventListener("click", pressed, { capture: true });
  }, [search]);
  return Dialog ? <Dialog search={search} onClose={() => setDialog(undefined)} /> : null;
}
