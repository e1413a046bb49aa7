import { useEffect, useMemo, useRef, useState } from "react";
import { plainWords, showLongDate, type RunWait } from "../../schemas/engine/evaluate.ts";
import { Button, buttonLook } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { FlowContext, type FlowContextValue } from "../run/context.ts";
import { tellTimeLeft, useTimeLeft } from "../run/time-left.ts";
import { useWatchedWait } from "../run/use-watched-wait.ts";
import type { Checked } from "../run/waiting.ts";
import { AbandonOffer } from "./AbandonOffer.tsx";
import flowClasses from "./flow.module.css";
import classes from "./handoff.module.css";
import { HandoffOffer } from "./HandoffOffer.tsx";
import { PageLeft, usePageTime } from "./PageLeft.tsx";
import { WaitCode } from "./WaitCode.tsx";

interface Shown extends FlowContextValue {
  wait: RunWait;
  /** The form's own address. */
  route: string;
}

/** In the place of the form, while it waits for something outside: what for, until when, and what can be done meanwhile. */
export function WaitView({ flow, step, store, run, wait, route }: Shown) {
  const { text } = useWords();
  const parts = useMemo(() => ({ flow, step, store, run }), [flow, step, store, run]);
  const title = useRef<HTMLHeadingElement>(null);
  const alive = useHydrated();
  const [loadedWith] = useState(!alive);
  const [asks, setAsks] = useState<"check" | "cancel">();
  const [said, setSaid] = useState("");
  useWatchedWait(run.waiting, wait);
  const pageTime = usePageTime(wait.pageUntil?.at);
  // Whoever pressed Continuar is led to what it came to; whoever loads the page is moved nowhere.
  useEffect(() => {
    if (!loadedWith) title.current?.focus();
  }, [loadedWith]);

  async function ask(what: "check" | "cancel"): Promise<void> {
    if (asks || !run.waiting) return;
    setAsks(what);
    setSaid(text("wait.checking"));
    setSaid(answerTo(await run.waiting[what]()));
    setAsks(undefined);
  }

  function answerTo(checked: Checked): string {
    if (checked === "waiting") return text("wait.pending");
    if (checked === "over") return "";
    return checked.kind === "lost" ? text("unreachable") : checked.problem.message;
  }

  return (
    <FlowContext value={parts}>
      <div className={classes["card"]}>
        <div className={flowClasses["heading"]}>
          <h1 ref={title} tabIndex={-1}>
            <WordsView words={wait.title} inline />
          </h1>
          {wait.body !== undefined && <WordsView words={wait.body} />}
        </div>
        {wait.code !== undefined && !wait.decided && <WaitCode label={wait.code} waiting={run.waiting} />}
        {wait.decided ? <p>{text("wait.decided")}</p> : pageTime !== "over" && <TimeLeft wait={wait} />}
        {!wait.decided && wait.pageUntil && <PageLeft is={pageTime} />}
        <p className={flowClasses["status"]} role="status">
          {said}
        </p>
        <div className={classes["choices"]}>
          {wait.page !== undefined && !wait.decided && pageTime !== "over" && (
            // No page of the application: the server takes whoever goes there further.
            <a href={wait.page} {...buttonLook({ size: "lg" }, undefined)}>
              {wait.open === undefined ? text("wait.open") : plainWords(wait.open)}
            </a>
          )}
          {/* Who types a code asks by that. */}
          {(wait.code === undefined || wait.decided) && (
            <Button
              size="lg"
              {...(wait.page === undefined || wait.decided ? {} : { variant: "outline" as const })}
              onClick={() => void ask("check")}
              disabled={!alive}
              aria-disabled={asks !== undefined || undefined}
              mark={asks === "check" && <Spinner />}
            >
              {wait.check === undefined ? text("wait.check") : plainWords(wait.check)}
            </Button>
          )}
          {wait.cancel !== undefined && !wait.decided && (
            <Button
              size="lg"
              variant="outline"
              onClick={() => void ask("cancel")}
              disabled={!alive}
              aria-disabled={asks !== undefined || undefined}
              mark={asks === "cancel" && <Spinner />}
            >
              {plainWords(wait.cancel)}
            </Button>
          )}
        </div>
      </div>
      {flow.handoff && run.handOff && <HandoffOffer handoff={flow.handoff} handOff={run.handOff} />}
      {flow.abandon && run.abandon && <AbandonOffer label={flow.abandon.label} run={run} route={route} />}
    </FlowContext>
  );
}

const minuteMs = 60_000;

/**
 * Until when, and how long that is still. Of two times it is the one that the person has: what is done on another page has
 * to be done by then, and that the form waits longer for its answer concerns nobody. No live region: who wants to know
 * reads it, and nobody is interrupted.
 */
function TimeLeft({ wait }: { wait: RunWait }) {
  const words = useWords();
  const { text, fill } = words;
  const { at, time } = wait.pageUntil ?? { at: wait.until, time: wait.time };
  const left = useTimeLeft(at);
  const most = Date.parse(at) - Date.parse(wait.began);
  const long = most >= 12 * 60 * minuteMs;
  const until = wait.pageUntil ? "wait.page" : long ? "wait.untilDay" : "wait.until";
  return (
    <p>
      {fill(until, { day: showLongDate(wait.day), time })}{" "}
      {/* A clock that is off is never over the limit. */}
      {!long && left !== undefined && (
        <span role="timer">{tellTimeLeft(words, Math.min(left, most))}</span>
      )}{" "}
      {text("wait.later")}
    </p>
  );
}
