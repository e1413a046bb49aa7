import { use, useEffect, useRef, useState } from "react";
import { Button } from "../controls/Button.tsx";
import { PageRouter } from "../flow/PageRouter.tsx";
import { useWords } from "../page/words.ts";
import { IdPrefix } from "../run/field-id.ts";
import { StepHeading } from "../run/heading-level.ts";
import { LoadFor, loadPage, partsOf, type DrawnPage } from "../run/load-page.ts";
import { Blocks } from "./Blocks.tsx";
import classes from "./page-in-place.module.css";

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
    <section
      ref={box}
      id={anchor}
      data-page-in-place
      className={classes["place"]}
      aria-busy={isWanted || undefined}
    >
      {failed && (
        <div role="alert" className={classes["failed"]}>
          <p>{text("unreachable")}</p>
          <Button onClick={() => setFailed(false)}>{text("retry")}</Button>
        </div>
      )}
      {drawn === undefined && !failed && (
        <div className={`screen-only ${classes["skeleton"]}`} role="status" aria-label={text("loading")}>
          <span />
          <span />
          <span />
        </div>
      )}
      {drawn && (
        <PageRouter key={drawn.to} page={drawn.page} address={drawn.to}>
          <StepHeading value="h2">
            <IdPrefix value={`${anchor}-`}>
              <Blocks page={drawn.page} resources={drawn.resources} />
            </IdPrefix>
          </StepHeading>
        </PageRouter>
      )}
    </section>
  );
}
