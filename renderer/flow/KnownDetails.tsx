import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { plainWords, sameAnswer } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { useFlow } from "../run/context.ts";
import { useFlowPage } from "../run/page-context.ts";
import classes from "./flow.module.css";

/**
 * Says what of a step was filled with what the person typed in another form, and takes it away with one press: here, and
 * from the server. What the person has changed is theirs, and stays.
 */
export function KnownDetails() {
  const { store, step, flow } = useFlow();
  const { text, fill } = useWords();
  const known = useFlowPage().flow?.known;
  const [said, setSaid] = useState<"forgotten" | "failed">();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = Object.keys(known?.answers ?? {}).map((path) => store.subscribe(path, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, known],
  );
  const standing = useSyncExternalStore(subscribe, read, read);
  function read(): string {
    return Object.entries(known?.answers ?? {})
      .filter(
        ([path, answer]) => path.startsWith(`${step.id}.`) && sameAnswer(store.leaf(path).value, answer),
      )
      .map(([path]) => path)
      .join(" ");
  }
  const paths = standing === "" ? [] : standing.split(" ");
  const forget = async (): Promise<void> => {
    const response = await fetch("/api/details", { method: "DELETE" }).catch(() => undefined);
    if (!response?.ok) return setSaid("failed");
    store.setMany(Object.fromEntries(paths.map((path) => [path, undefined])));
    setSaid("forgotten");
  };
  // The button that had the focus has gone: what it did is read by the focus that comes here.
  const answer = useRef<HTMLParagraphElement>(null);
  const isForgotten = said === "forgotten";
  useEffect(() => {
    if (isForgotten) answer.current?.focus({ preventScroll: true });
  }, [isForgotten]);
  const names = paths.map((path) => plainWords(flow.fields[path]!.label)).join(", ");
  return (
    <div className={classes["known"]}>
      {paths.length > 0 && !isForgotten && (
        <>
          <p>{fill("details.known", { names })}</p>
          <Button variant="subtle" size="sm" onClick={() => void forget()}>
            {text("details.forget")}
          </Button>
        </>
      )}
      <p ref={answer} role={isForgotten ? undefined : "status"} tabIndex={-1}>
        {said === undefined ? "" : text(`details.${said}`)}
      </p>
    </div>
  );
}
