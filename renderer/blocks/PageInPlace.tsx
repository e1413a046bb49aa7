import { Suspense, use, useEffect, useRef, useState, type ReactNode } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { Button } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { LoadFor, loadPage, partsOf, type DrawnPage } from "../run/load-page.ts";
import { useAtRest } from "./use-at-rest.ts";
import classes from "./page-in-place.module.css";

/** Brings what forms need: it comes with the page, not with its place. */
const DrawnInPlace = lazyPart(() => import("./DrawnInPlace.tsx"));

/** How much of its place is in sight when it is loaded. */
const threshold = 0.1;

/** Another page of the site in the place of a block, loaded once somebody comes to it. */
export default function PageInPlace({ to, anchor }: { to: string; anchor: string }) {
  const loadResources = use(LoadFor)!;
  const { text } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [drawn, setDrawn] = useState<DrawnPage & { to: string }>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const watched = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { threshold },
    );
    watched.observe(box.current!);
    return () => watched.disconnect();
  }, []);

  const isWanted = isSeen && !failed && drawn?.to !== to;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isMeant = true;
    const { path, query } = partsOf(to);
    loadPage(path, query, loadResources).then(
      ({ page, resources }) => {
        if (!isMeant) return;
        if (page && resources) setDrawn({ page, resources, to });
        else setFailed(true);
      },
      () => {
        if (isMeant) setFailed(true);
      },
    );
    return () => {
      isMeant = false;
    };
  }, [isWanted, to, loadResources]);

  return (
    <div ref={box} className={classes["place"]} tabIndex={-1} aria-busy={isWanted || undefined}>
      {failed && (
        <div role="alert" className={classes["failed"]}>
          <p>{text("unreachable")}</p>
          <Button
            onClick={() => {
              setFailed(false);
              // This button goes with what it says.
              box.current?.focus({ preventScroll: true });
            }}
          >
            {text("retry")}
          </Button>
        </div>
      )}
      {drawn === undefined && !failed && <Awaited />}
      {drawn && (
        <Suspense fallback={<Awaited />}>
          <Whole key={drawn.to}>
            <DrawnInPlace drawn={drawn} address={drawn.to} anchor={anchor} />
          </Whole>
        </Suspense>
      )}
    </div>
  );
}

/** What grows in pieces is shown when it is whole: until then it lies unseen under what is awaited, and nobody sees it move. */
function Whole({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const isWhole = useAtRest(box);
  return (
    <div className={classes["layers"]} aria-busy={!isWhole || undefined}>
      <div ref={box} className={isWhole ? undefined : classes["unseen"]}>
        {children}
      </div>
      {!isWhole && <Awaited />}
    </div>
  );
}

/** Its place, while it is awaited. */
function Awaited() {
  const { text } = useWords();
  return (
    <div className={`screen-only ${classes["skeleton"]}`} role="status" aria-label={text("loading")}>
      <span />
      <span />
      <span />
    </div>
  );
}
