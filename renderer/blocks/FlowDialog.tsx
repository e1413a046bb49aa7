import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** Comes when it is opened, or is about to be. */
const DialogShell = lazy(() => import("../flow/FlowDialogShell.tsx"));

/** The link to an address that an event is about, where it is to be followed here. */
function linkTo(event: Event, to: string): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target === "_blank") return undefined;
  const wanted = new URL(to, location.href);
  return link.origin === wanted.origin && link.pathname === wanted.pathname ? link : undefined;
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/**
 * A flow over the page. It is open while the address has its anchor: Back closes it, and a link opens it. Links of the page
 * to the flow's own page open it too; without a script they lead there.
 */
export default function FlowDialog({ flow, to, anchor }: Record<"flow" | "to" | "anchor", string>) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = hash === `#${anchor}`;
  const [isNear, setNear] = useState(false);
  if (isOpen && !isNear) setNear(true);
  const opener = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const press = (event: MouseEvent): void => {
      const link = isPlain(event) ? linkTo(event, to) : undefined;
      // Whoever is on the way to that page gets there.
      if (!link || location.pathname === link.pathname) return;
      // Before the link's own handler leads to the page.
      event.preventDefault();
      event.stopPropagation();
      opener.current = link;
      void navigate(`${location.pathname}${location.search}#${anchor}`, { state: { opened: true } });
    };
    const approach = (event: Event): void => {
      if (linkTo(event, to)) setNear(true);
    };
    // For whoever waits for it.
    performance.mark(`dialog:${anchor}`);
    document.addEventListener("click", press, true);
    document.addEventListener("pointerover", approach);
    document.addEventListener("focusin", approach);
    return () => {
      document.removeEventListener("click", press, true);
      document.removeEventListener("pointerover", approach);
      document.removeEventListener("focusin", approach);
    };
  }, [anchor, to, navigate]);

  const close = (): void => {
    if ((state as { opened?: true } | null)?.opened) void navigate(-1);
    else void navigate(pathname + search, { replace: true });
  };
  return (
    isNear && (
      <Suspense>
        <DialogShell key={to} isOpen={isOpen} to={to} flow={flow} opener={opener} onClose={close} />
      </Suspense>
    )
  );
}
