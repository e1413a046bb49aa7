import { createElement, useMemo, useRef, type ReactNode } from "react";
import { plainWords, type Words } from "../../schemas/engine/evaluate.ts";
import { filledText, useWords, wordsReader } from "../page/words.ts";
import { useClearedAddress } from "../page/filter-address.ts";
import { focusWords } from "../page/keep-place.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { Button, ButtonLink } from "../controls/Button.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import { ShareResults } from "./ShareResults.tsx";
import { SortChoice } from "./SortChoice.tsx";
import type { ViewFrameProps } from "./types.ts";
import { hasActionsUnder, moduleNamed, viewOf } from "./registry.ts";
import { useRowItems } from "./row-item.ts";
import type { Results } from "./use-results.ts";
import { useRowButtons } from "./use-saved-rows.tsx";
import classes from "./view.module.css";

const usualSkeletons = 5;

/** Around every view: what was found, in words; what stands there while it loads; the way to try again. */
export function ViewFrame({ block, page, results, hasTitle }: ViewFrameProps) {
  const { status, value, count, retry } = results;
  const said = useSaid(block["says"] as Record<string, Words> | undefined);
  const own = useMemo(() => wordsReader((block["words"] ?? {}) as Record<string, Words>), [block]);
  const top = useRef<HTMLDivElement>(null);
  // What comes with the page is no search: how much it found is said only where the block says how.
  const isPart = page.screen.data?.[String(block["data"])]?.required === true;
  const otherwise = isPart ? "" : undefined;
  const saves = block["saved"] === undefined ? undefined : moduleNamed("saveButtons");
  const buttons = useRowButtons(block);
  const items = useRowItems(block, value);
  const words = {
    idle: said("idle", ""),
    loading: said("loading"),
    failed: said("failed"),
    empty: said("empty"),
    ready: count === undefined ? "" : said(count === 1 ? "one" : "many", otherwise, String(count)),
  }[status];
  const isShown = value !== undefined && value !== null && (status === "ready" || status === "loading");
  const action = useMemo(() => actionOf(block), [block]);
  const isIdleSaid = status === "idle" && words !== "";
  const isBox = status === "empty" || status === "failed" || isIdleSaid;
  const Links = hasActionsUnder(block) ? moduleNamed("viewActions")?.ViewActions : undefined;
  const slider = block["slider"] as SliderSlot | undefined;
  const tools = block["paging"] === undefined ? undefined : moduleNamed("resultsTools");
  const { share } = (block["says"] ?? {}) as Record<string, Words>;
  const Said = hasTitle || words === "" ? "p" : "h2";
  const { default: view, Skeletons } = viewOf(String(block["view"]));
  // While a page is hydrated, much is learnt of a query that changes none of its rows: they are drawn once.
  const shown = useMemo(
    () =>
      isShown &&
      createElement(view, {
        value,
        block,
        page,
        own,
        ...buttons,
        ...(items ? { items } : {}),
        ...(action ? { action } : {}),
      }),
    [isShown, view, value, block, page, own, buttons, items, action],
  );
  const note = block["note"] as Words | undefined;
  const skeletons = Number(block["skeletons"] ?? usualSkeletons);
  return (
    <div data-results data-view={block["view"]} ref={top}>
      <div className={classes["head"]} hidden={isPart && words === ""}>
        <div
          className={classes["said"]}
          data-status={status}
          data-box={isBox || undefined}
          data-quiet={(slider && !isBox) || undefined}
        >
          <Said
            aria-live="polite"
            tabIndex={-1}
            // How many slide, nobody asked.
            className={slider && !isBox ? visuallyHidden : undefined}
          >
            {words}
          </Said>
          {status === "failed" && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                // This button goes with what it says.
                focusWords(top.current);
                retry();
              }}
            >
              {said("retry")}
            </Button>
          )}
          {(status === "empty" || isIdleSaid) && (
            <Nothing page={page} block={block} said={said} isAsked={status === "empty"} action={action} />
          )}
        </div>
        {isShown && saves && <saves.Forget block={block} frame={top} />}
        {share !== undefined && status !== "empty" && <ShareResults page={page} label={said("share")} />}
        {block["sort"] !== undefined && status !== "empty" && <SortChoice page={page} block={block} />}
      </div>
      {status === "loading" && !isShown && (
        <div aria-hidden="true" className={slider && classes["waits"]} data-size={slider?.size}>
          {Skeletons ? <Skeletons count={skeletons} /> : <PlainSkeletons count={skeletons} />}
        </div>
      )}
      {isShown && (
        <div className={classes["shown"]} aria-busy={status === "loading" || undefined}>
          <Sliding block={block} rows={value} slider={slider}>
            {shown}
          </Sliding>
        </div>
      )}
      {isShown && Links && <Links block={block} />}
      {isShown && note !== undefined && (
        <div className={classes["note"]}>
          <WordsView words={note} />
        </div>
      )}
      {tools && isShown && <tools.PageLinks of={page} block={block} results={results} top={top} />}
      {tools && page.screen.address && <tools.NotedResults page={page} />}
    </div>
  );
}

const PlainSkeletons = ({ count }: { count: number }) => (
  <div className={classes["skeletons"]}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className={classes["skeleton"]} />
    ))}
  </div>
);

/** Whether there is something of a block to be seen, which otherwise is not shown at all. */
export const hasRows = ({ status, value }: Pick<Results, "status" | "value">): boolean =>
  (status === "ready" || status === "loading") && Array.isArray(value) && value.length > 0;

interface SliderSlot {
  size: "small" | "large";
  still?: { from: number; to: number; over: number }[];
}

interface SlidingProps extends Pick<ViewFrameProps, "block"> {
  rows: unknown;
  slider: SliderSlot | undefined;
  children: ReactNode;
}

/** What a view draws, or the same as rows that slide, under the title of their block. */
function Sliding({ block, rows, slider, children }: SlidingProps) {
  const loaded = slider && moduleNamed("slider");
  if (!loaded) return children;
  const label = plainWords((block["title"] ?? "") as Words);
  const count = Array.isArray(rows) ? rows.length : 0;
  return createElement(loaded.Slider, { label, count, size: slider.size, still: slider.still }, children);
}

type Said = (slot: string, otherwise?: string) => string;

type Block = ViewFrameProps["block"];

function actionOf(block: Block): { label: string; to: string } | undefined {
  const action = block["action"] as { label: Words; to: string } | undefined;
  return action && { label: plainWords(action.label), to: action.to };
}

interface NothingProps extends Pick<ViewFrameProps, "page" | "block"> {
  said: Said;
  /** Whether something was asked for, and not found. */
  isAsked: boolean;
  action: { label: string; to: string } | undefined;
}

/** What can be done where nothing was found. */
function Nothing({ page, block, said, isAsked, action }: NothingProps) {
  const { hint, clear } = (block["says"] ?? {}) as Record<string, Words>;
  const all = useClearedAddress(page);
  return (
    <>
      {hint !== undefined && <p className={classes["hint"]}>{said("hint")}</p>}
      {isAsked && clear !== undefined && (
        <SiteLink to={all} className={classes["clear"]}>
          {said("clear")}
        </SiteLink>
      )}
      {action && <ButtonLink to={action.to}>{action.label}</ButtonLink>}
    </>
  );
}

/** What a block says itself, or else what all say. */
function useSaid(own: Record<string, Words> | undefined) {
  const { words } = useWords();
  return (slot: string, otherwise?: string, count = ""): string => {
    if (slot === "retry") return plainWords(words("retry"));
    const written = own?.[slot] ?? otherwise ?? words(`view.${slot}`);
    return filledText(written, { count });
  };
}
