import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { useLocation, useNavigate } from "react-router";

/** Comes when it is opened, or is about to be. */
const DialogShell = lazyPart(() => import("../flow/FlowDialogShell.tsx"));

/** Comes with what is shown in the place of a block. */
const PageInPlace = lazyPart(() => import("./PageInPlace.tsx"));

/** The link to an address that an event is about, where it is to be followed here. */
function linkTo(event: Event, to: string): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target === "_blank") return undefined;
  const wanted = new URL(to, location.href);
  return link.origin === wanted.origin && link.pathname === wanted.pathname ? link : undefined;
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

interface FlowDialogProps {
  flow: string;
  to: string;
  anchor: string;
  /** Shown in the block's place. */
  inline: boolean;
}

/** A flow over the page, or its page in the place of the block. */
export default function FlowDialog({ inline, ...rest }: FlowDialogProps) {
  return inline ? <PageInPlace to={rest.to} anchor={rest.anchor} /> : <OverPage {...rest} />;
}

/** What the history keeps of a dialog that was opened by a link. */
interface OpenedState {
  opened?: true;
  /** The query of that link, with `?`: the flow's own page is asked for with it. */
  query?: string;
}

/**
 * A flow over the page. It is open while the address has its anchor: Back closes it, and a link opens it. Links of the page
 * to the flow's own page open it too; without a script they lead there.
 */
function OverPage({ flow, to, anchor }: Omit<FlowDialogProps, "inline">) {
  const { pathname, search, hash, key, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = hash === `#${anchor}`;
  const [isNear, setNear] = useState(false);
  if (isOpen && !isNear) setNear(true);
  const opener = useRef<HTMLElement>(undefined);
  const by = state as OpenedState | null;
  const asked = (isOpen && by?.query) || undefined;
  // What it was opened with last stays while it is closed.
  const [query, setQuery] = useState(asked);
  if (asked !== undefined && asked !== query) setQuery(asked);
  const address = to + (query ?? "");

  useEffect(() => {
    const press = (event: MouseEvent): void => {
      const link = isPlain(event) ? linkTo(event, to) : undefined;
      // Whoever is on the way to that page gets there.
      if (!link || location.pathname === link.pathname) return;
      // Before the link's own handler leads to the page.
      event.preventDefault();
      event.stopPropagation();
      opener.current = link;
      const opened: OpenedState = { opened: true, ...(link.search === "" ? {} : { query: link.search }) };
      void navigate(`${location.pathname}${location.search}#${anchor}`, { state: opened });
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

  /** Whoever presses twice goes back once. */
  const isLeft = useRef(false);
  useEffect(() => void (isLeft.current = false), [key]);
  const close = (): void => {
    if (isLeft.current) return;
    isLeft.current = true;
    if (by?.opened) void navigate(-1);
    else void navigate(pathname + search, { replace: true });
  };
  return (
    isNear && (
      <Suspense>
        <DialogShell key={address} isOpen={isOpen} to={address} flow={flow} opener={opener} onClose={close} />
      </Suspense>
    )
  );
}
