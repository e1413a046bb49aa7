import { createElement, useMemo, useRef } from "react";
import { plainWords, fillWords, type Words } from "../../schemas/engine/evaluate.ts";
import { useWords, wordsReader } from "../page/words.ts";
import { useClearedAddress } from "../page/filter-address.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { Button } from "../controls/Button.tsx";
import { PageLinks } from "./PageLinks.tsx";
import { SortChoice } from "./SortChoice.tsx";
import type { ViewFrameProps } from "./types.ts";
import { viewOf } from "./registry.ts";
import { useResults } from "./use-results.ts";
import classes from "./view.module.css";

const skeletons = ["a", "b", "c", "d", "e"];

/** Around every view: what was found, in words; what stands there while it loads; the way to try again. */
export function ViewFrame({ block, page, hasTitle }: ViewFrameProps) {
  const { status, value, count, place, retry } = useResults(page, block);
  const said = useSaid(block["says"] as Record<string, Words> | undefined);
  const own = useMemo(() => wordsReader((block["words"] ?? {}) as Record<string, Words>), [block]);
  const top = useRef<HTMLDivElement>(null);
  // What comes with the page is no search: how much it found is said only where the block says how.
  const isPart = page.screen.data?.[String(block["data"])]?.required === true;
  const otherwise = isPart ? "" : undefined;
  const words = {
    idle: said("idle", ""),
    loading: said("loading"),
    failed: said("failed"),
    empty: said("empty"),
    ready: count === undefined ? "" : said(count === 1 ? "one" : "many", otherwise, String(count)),
  }[status];
  const isShown = value !== undefined && value !== null && (status === "ready" || status === "loading");
  const isBox = status === "empty" || status === "failed";
  const Said = hasTitle || words === "" ? "p" : "h2";
  return (
    <div data-results data-view={block["view"]} ref={top}>
      <div className={classes["head"]} hidden={isPart && words === ""}>
        <div className={classes["said"]} data-status={status} data-box={isBox || undefined}>
          <Said aria-live="polite" tabIndex={-1}>
            {words}
          </Said>
          {status === "failed" && (
            <Button variant="outline" size="sm" onClick={retry}>
              {said("retry")}
            </Button>
          )}
          {status === "empty" && <Nothing page={page} block={block} said={said} />}
        </div>
        {block["sort"] !== undefined && status !== "empty" && <SortChoice page={page} block={block} />}
      </div>
      {status === "loading" && !isShown && (
        <div aria-hidden="true">
          <div className={classes["skeletons"]}>
            {skeletons.map((one) => (
              <div key={one} className={classes["skeleton"]} />
            ))}
          </div>
        </div>
      )}
      {isShown && (
        <div className={classes["shown"]} aria-busy={status === "loading" || undefined}>
          {createElement(viewOf(String(block["view"])), { value, block, own })}
        </div>
      )}
      {isShown && place && <PageLinks place={place} top={top} />}
    </div>
  );
}

type Said = (slot: string, otherwise?: string) => string;

/** What can be done where nothing was found. */
function Nothing({ page, block, said }: Pick<ViewFrameProps, "page" | "block"> & { said: Said }) {
  const { hint, clear } = (block["says"] ?? {}) as Record<string, Words>;
  const all = useClearedAddress(page);
  return (
    <>
      {hint !== undefined && <p className={classes["hint"]}>{said("hint")}</p>}
      {clear !== undefined && (
        <SiteLink to={all} className={classes["clear"]}>
          {said("clear")}
        </SiteLink>
      )}
    </>
  );
}

/** What a block says itself, or else what all say. */
function useSaid(own: Record<string, Words> | undefined) {
  const { words } = useWords();
  return (slot: string, otherwise?: string, count = ""): string => {
    if (slot === "retry") return plainWords(words("retry"));
    const written = own?.[slot] ?? otherwise ?? words(`view.${slot}`);
    if (typeof written === "string") return written.replaceAll("{count}", count);
    return plainWords(fillWords(written, (name) => (name === "count" ? count : `{${name}}`)));
  };
}
