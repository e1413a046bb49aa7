import { use, useMemo, type ReactNode, type RefObject } from "react";
import {
  createPath,
  parsePath,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type To,
} from "react-router";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { mayHoldSecret } from "../page/secret-address.ts";
import { belongs, partsOf } from "../run/load-page.ts";
import type { FlowNavigationState } from "../run/navigation-state.ts";

type Drawn = Pick<Page, "brand" | "screen" | "params">;

/** Whether the way from an address of the site leads to a page whose own may hold a secret, or away from one. */
export const needsOwnDocument = (page: Drawn, here: string, to: string): boolean =>
  !belongs(page, partsOf(to).path) &&
  [here, to].some((address) => mayHoldSecret(page.brand.screens, address));

/**
 * Goes where people and programs go, and to pages with a secret in their address by a document of their own: a container of
 * tags that is in this one reads each address that comes into its history.
 */
export function inOwnDocuments(
  navigator: Navigator,
  drawn: () => Drawn,
  document: () => Pick<Location, "pathname" | "search" | "assign" | "replace"> = () => location,
): Navigator {
  const lead = (to: To, state: unknown, way: "assign" | "replace", within: () => void): void => {
    const here = document();
    const parts = typeof to === "string" ? parsePath(to) : to;
    const address = createPath({ pathname: here.pathname, ...parts });
    const { refused, linked } = (state ?? {}) as FlowNavigationState;
    // A document takes nothing along. These lead to a form, whose secret has left the address.
    const takesAlong = refused !== undefined || linked !== undefined;
    if (takesAlong || !needsOwnDocument(drawn(), here.pathname + here.search, address)) return within();
    here[way](address);
  };
  return {
    createHref: (to) => navigator.createHref(to),
    go: (by) => navigator.go(by),
    push: (to, state, options) => lead(to, state, "assign", () => navigator.push(to, state, options)),
    replace: (to, state, options) => lead(to, state, "replace", () => navigator.replace(to, state, options)),
  };
}

/** All ways of the site from here on. `seen` has the page that is drawn. */
export function OwnDocuments({ seen, children }: { seen: RefObject<Drawn>; children: ReactNode }) {
  const outer = use(NavigationContext);
  const own = useMemo(
    () => ({ ...outer, navigator: inOwnDocuments(outer.navigator, () => seen.current) }),
    [outer, seen],
  );
  return <NavigationContext value={own}>{children}</NavigationContext>;
}
