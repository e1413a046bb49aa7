import { createElement, useMemo } from "react";
import { plainWords, fillWords, type Words } from "../../schemas/engine/evaluate.ts";
import { useWords, wordsReader } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import type { ViewFrameProps } from "./types.ts";
import { viewOf } from "./registry.ts";
import { usePageQuery } from "./use-page-query.ts";
import classes from "./view.module.css";

const skeletons = ["a", "b", "c", "d", "e"];

/** Around every view: what was found, in words; what stands there while it loads; the way to try again. */
export function ViewFrame({ block, page, hasTitle }: ViewFrameProps) {
  const { status, value, retry } = usePageQuery(page, String(block["data"]));
  const said = useSaid(block["says"] as Record<string, Words> | undefined);
  const own = useMemo(() => wordsReader((block["words"] ?? {}) as Record<string, Words>), [block]);
  const rows = Array.isArray(value) ? value : undefined;
  const count = rows?.length ?? 0;
  const words = {
    idle: said("idle", ""),
    loading: said("loading"),
    failed: said("failed"),
    empty: said("empty"),
    ready: rows ? said(count === 1 ? "one" : "many", undefined, String(count)) : "",
  }[status];
  const isShown = value !== undefined && value !== null && (status === "ready" || status === "loading");
  const isBox = status === "empty" || status === "failed";
  const Said = hasTitle || words === "" ? "p" : "h2";
  return (
    <div data-results data-view={block["view"]}>
      <div className={classes["said"]} data-status={status} data-box={isBox || undefined}>
        <Said aria-live="polite">{words}</Said>
        {status === "failed" && (
          <Button variant="outline" size="sm" onClick={retry}>
            {said("retry")}
          </Button>
        )}
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
    </div>
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
