import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import {
  createPath,
  parsePath,
  Router,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  UNSAFE_LocationContext as LocationContext,
  useNavigate,
  type Navigator,
  type To,
} from "react-router";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { belongs } from "../run/load-page.ts";
import { AddressNowContext } from "../page/address-now.ts";
import type { NavigationState } from "../run/navigation-state.ts";

interface PageRouterProps {
  page: Page;
  /** Its address when it is first drawn, with its query. */
  address: string;
  /** Somebody goes back from the first address. */
  onLeave?(): void;
  children: ReactNode;
}

/** A page within another one: its addresses are its own in here, and what leads away from it leads the page away. */
export function PageRouter({ page, address, onLeave, children }: PageRouterProps) {
  const leave = useNavigate();
  const [history] = useState(() => createMemoryHistory({ initialEntries: [address], v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useEffect(
    () => history.listen((now) => setState({ action: now.action, location: now.location })),
    [history],
  );
  const leaving = useRef(onLeave);
  useEffect(() => void (leaving.current = onLeave), [onLeave]);

  const navigator = useMemo((): Navigator => {
    const isHere = (to: To): boolean => {
      const { pathname } = typeof to === "string" ? parsePath(to) : to;
      return pathname === undefined || belongs(page, pathname);
    };
    const lead = (to: To, state: unknown, goHere: () => void): void => {
      if (isHere(to)) return goHere();
      // Where it leads takes the place of what stands here in the history; a link that is followed comes back to it.
      const replace = (state as NavigationState | null)?.anew !== undefined;
      void leave(to, { state, replace });
    };
    return {
      createHref: (to) => (typeof to === "string" ? to : createPath(to)),
      go: (by) => (history.index + by < 0 ? leaving.current?.() : history.go(by)),
      push: (to, state) => lead(to, state, () => history.push(to, state)),
      replace: (to, state) => lead(to, state, () => history.replace(to, state)),
    };
  }, [history, leave, page]);

  const addressNow = useCallback(
    () => ({ path: history.location.pathname, search: history.location.search }),
    [history],
  );

  return (
    // A router within one: the outer one's place is not this one's.
    <LocationContext value={null as never}>
      <Router location={location} navigationType={action} navigator={navigator}>
        <AddressNowContext value={addressNow}>{children}</AddressNowContext>
      </Router>
    </LocationContext>
  );
}
