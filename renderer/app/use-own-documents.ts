import { useEffect } from "react";
import { holdsSecret, type Page } from "../../schemas/engine/evaluate.ts";
import { belongs } from "../run/load-page.ts";

/** Whether a link from an address of the site leads to a page whose own may hold a secret, or away from one. */
export const needsOwnDocument = (page: Pick<Page, "brand" | "screen" | "params">, here: string, to: string) =>
  !belongs(page, to) && [here, to].some((path) => holdsSecret(page.brand.screens, path));

/**
 * Pages with a secret in their address have documents of their own, which no container of tags is in: one that is there
 * reads each address that the document comes to by itself. The browser follows such a link as if nobody listened.
 */
export function useOwnDocuments(page: Page): void {
  useEffect(() => {
    const listen = (event: MouseEvent): void => {
      const link = (event.target as Partial<Element> | null)?.closest?.("a");
      if (!link || link.origin !== location.origin) return;
      if (!needsOwnDocument(page, location.pathname, link.pathname)) return;
      // Before the router hears of it.
      event.stopPropagation();
    };
    document.addEventListener("click", listen, { capture: true });
    return () => document.removeEventListener("click", listen, { capture: true });
  }, [page]);
}
