import { useEffect, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  lastPage,
  pageAsked,
  type CompiledBlock,
  type Page,
  type Paging,
} from "../../schemas/engine/evaluate.ts";
import { useAddressNow } from "../page/address-now.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { addressWith, useParameterAddress } from "../page/filter-address.ts";
import { useWords } from "../page/words.ts";
import type { Results } from "./use-results.ts";
import classes from "./page-links.module.css";

interface PageLinksProps {
  /** The page that they are on. */
  of: Page;
  block: CompiledBlock;
  results: Results;
  top: RefObject<HTMLElement | null>;
}

/** The parameter of the address that says the page of results; none says the first. */
const textOf = (number: number): string | undefined => (number === 1 ? undefined : String(number));

/** Pages of results beside the one that is shown: each is an address that can be followed. */
export function PageLinks({ of, block, results: { status, value, count = 0 }, top }: PageLinksProps) {
  const { text, fill } = useWords();
  const addressTo = useParameterAddress(of);
  const { search } = useLocation();
  const navigate = useNavigate();
  const addressNow = useAddressNow();
  const paging = block["paging"] as Paging;
  const { from, size } = paging;
  const query = (name: string): string | null => new URLSearchParams(search).get(name);
  const page = pageAsked(of.screen, paging, query);
  const rows = Array.isArray(value) ? value.length : 0;
  const instead = status === "ready" ? lastPage(page, paging, rows, count) : undefined;
  useEffect(() => {
    if (instead === undefined) return;
    // The rest of the address is read again with it.
    const there = addressWith(addressNow(), from, textOf(instead));
    void navigate(there, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [instead, from, search]);
  if (rows === 0) return null;
  const first = (page - 1) * size + 1;
  const last = first + rows - 1;
  const pages = Math.max(page, Math.ceil(count / size));
  const to = (number: number): string => addressTo(from, textOf(number));
  const shown = fill("pages.shown", { first: String(first), last: String(last), total: String(count) });
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
  const near = [-2, -1, 0, 1, 2].map((by) => page + by).filter((one) => one >= 1 && one <= pages);
  return [...new Set([1, ...near, pages])];
}
