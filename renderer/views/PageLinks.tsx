import type { RefObject } from "react";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useParameterAddress } from "../page/filter-address.ts";
import { useWords } from "../page/words.ts";
import type { ResultPlace } from "./use-results.ts";
import classes from "./page-links.module.css";

interface PageLinksProps {
  /** The page that they are on. */
  of: Page;
  place: ResultPlace;
  top: RefObject<HTMLElement | null>;
}

/** Pages of results beside the one that is shown: each is an address that can be followed. */
export function PageLinks({ of, place, top }: PageLinksProps) {
  const { text, fill } = useWords();
  const { from, page, pages, first, last, total } = place;
  const addressWith = useParameterAddress(of);
  const to = (number: number): string => addressWith(from, number === 1 ? undefined : String(number));
  const shown = fill("pages.shown", { first: String(first), last: String(last), total: String(total) });
  // Whoever asks for another page reads it from its beginning.
  const toTop = (): void => {
    top.current?.scrollIntoView({ block: "start" });
    top.current?.querySelector<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
  };
  const step = (number: number, words: string) =>
    number < 1 || number > pages ? (
      <span className={classes["step"]} aria-disabled="true">
        {words}
      </span>
    ) : (
      <SiteLink className={classes["step"]} to={to(number)} onClick={toTop}>
        {words}
      </SiteLink>
    );
  return (
    <div className={classes["pages"]}>
      <p>{shown}</p>
      {pages > 1 && (
        <nav aria-label={text("pages.label")}>
          {step(page - 1, text("pages.previous"))}
          <ol>
            {numbersOf(page, pages).map((number) => (
              <li key={number} data-far={Math.abs(number - page) > 1 || undefined}>
                <SiteLink
                  to={to(number)}
                  onClick={toTop}
                  aria-current={number === page ? "page" : undefined}
                  aria-label={fill("pages.page", { number: String(number) })}
                >
                  {String(number)}
                </SiteLink>
              </li>
            ))}
          </ol>
          {step(page + 1, text("pages.next"))}
        </nav>
      )}
    </div>
  );
}

/** The first and the last page, and those around this one. */
function numbersOf(page: number, pages: number): number[] {
  const near = [page - 2, page - 1, page, page + 1, page + 2].filter((one) => one >= 1 && one <= pages);
  return [...new Set([1, ...near, pages])];
}
