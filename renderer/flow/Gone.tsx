import { useEffect, useRef } from "react";
import { showLongDate, type RunTransfer } from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import flow from "./flow.module.css";
import classes from "./handoff.module.css";

/** In the place of the form, where its run went to another device. */
export function GoneView({ went, onAnew }: { went: RunTransfer; onAnew(): void }) {
  const { text, fill } = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // A press that nobody hears would be lost.
  const alive = useHydrated();
  const day = showLongDate(went.day);
  return (
    <div className={classes["card"]}>
      <div className={flow["heading"]}>
        <h1 ref={title} tabIndex={-1}>
          {text("handoff.gone.title")}
        </h1>
        <p>{fill("handoff.gone.body", { day, time: went.time })}</p>
      </div>
      <Button size="lg" onClick={onAnew} disabled={!alive}>
        {text("handoff.anew")}
      </Button>
    </div>
  );
}
