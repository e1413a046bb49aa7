import { useEffect, useMemo, useRef, useState } from "react";
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
import { belongs } from "../run/load-page.ts";
import { IdPrefix } from "../run/field-id.ts";
import { InDialog } from "../run/in-dialog.ts";
import type { NavigationState } from "../run/navigation-state.ts";
import type { FlowResources } from "../run/resources.ts";
import type { Page } from "../../schemas/engine/evaluate.ts";

interface FlowInDialogProps {
  page: Page;
  resources: FlowResources;
  isOpen: boolean;
  onClose(): void;
  /** The flow has come to its end in here. */
  onDone(): void;
}

/**
 * A flow in a dialog over another page: its steps have addresses of their own in here, and what leads away from it leads
 * the page away.
 */
export function FlowInDialog({ page, resources, isOpen, onClose, onDone }: FlowInDialogProps) {
  const leave = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const [history] = useState(() => createMemoryHistory({ initialEntries: [page.path], v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useEffect(
    () => history.listen((now) => setState({ action: now.action, location: now.location })),
    [history],
  );

  const closing = useRef(onClose);
  useEffect(() => void (closing.current = onClose), [onClose]);

  const navigator = useMemo((): Navigator => {
    const isHere = (to: To): boolean => {
      const { pathname } = typeof to === "string" ? parsePath(to) : to;
      return pathname === undefined || belongs(page, pathname);
    };
    const lead = (to: To, state: unknown, isHeres: () => void): void => {
      if (isHere(to)) return isHeres();
      // Where the flow leads takes this dialog's place in the history; a link that is followed comes back to it.
      const replace = (state as NavigationState | null)?.anew !== undefined;
      void leave(to, { state, replace });
    };
    return {
      createHref: (to) => (typeof to === "string" ? to : createPath(to)),
      go: (by) => (history.index + by < 0 ? closing.current() : history.go(by)),
      push: (to, state) => lead(to, state, () => history.push(to, state)),
      replace: (to, state) => lead(to, state, () => history.replace(to, state)),
    };
  }, [history, leave, page]);

  const dialog = useMemo(
    () => ({
      toTop: () => box.current?.closest("[data-dialog-body]")?.scrollTo(0, 0),
      close: () => closing.current(),
    }),
    [],
  );

  // Whoever opens it begins at its title.
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [isOpen]);

  const ends = resources.flow.steps.some(
    (step) => step.ends && location.pathname.endsWith(`/${step.slug}`) && step !== resources.flow.steps[0],
  );
  useEffect(() => {
    if (ends) onDone();
  }, [ends, onDone]);

  const { View } = resources;
  return (
    <div ref={box}>
      {/* A router within one: the outer one's place is not this one's. */}
      <LocationContext value={null as never}>
        <Router location={location} navigationType={action} navigator={navigator}>
          <InDialog value={dialog}>
            <IdPrefix value="dialog-">
              <View page={page} resources={resources} />
            </IdPrefix>
          </InDialog>
        </Router>
      </LocationContext>
    </div>
  );
}
