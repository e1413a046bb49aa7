import { useEffect, useId, useRef, useState } from "react";
import type { ConsentPurpose, PageConsent } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { askAgain } from "../page/consent.ts";
import { choose } from "../page/record-choice.ts";
import { useWords } from "../page/words.ts";
import classes from "./consent.module.css";

export interface ConsentNoticeProps {
  asked: PageConsent;
  revision: string;
  onClose(): void;
}

/**
 * Asks before anything of others is loaded. It stands over the page and moves nothing of it; whatever else is at the lower
 * edge goes above it, and the page can be scrolled past it. Neither answer is easier than the other.
 */
export default function ConsentNotice({ asked, revision, onClose }: ConsentNoticeProps) {
  const { text } = useWords();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const root = document.documentElement;
    const measured = new ResizeObserver(() =>
      root.style.setProperty("--consent-height", `${box.current?.offsetHeight ?? 0}px`),
    );
    measured.observe(box.current!);
    return () => {
      measured.disconnect();
      root.style.removeProperty("--consent-height");
      // Whoever answered by keys goes on in the page: what had the focus has gone.
      if (document.activeElement === document.body)
        document.getElementById("content")?.focus({ preventScroll: true });
    };
  }, []);

  async function answer(purposes: ConsentPurpose[]): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    const isKept = await choose({ revision, words: asked.words, purposes });
    setBusy(false);
    // Nothing is loaded for somebody who says no, whether we could write it down or not.
    if (isKept || purposes.length === 0) onClose();
    else setFailed(true);
  }

  return (
    <section ref={box} className={`${classes["notice"]} screen-only`} aria-labelledby={id} data-consent>
      <div className={classes["inner"]}>
        <div className={classes["said"]}>
          <h2 id={id}>{text("consent.title")}</h2>
          <p>{text("consent.body")}</p>
          <p role="alert">{failed ? text("consent.failed") : ""}</p>
        </div>
        <div className={classes["answers"]}>
          <Button variant="outline" aria-disabled={busy} onClick={() => void answer([])}>
            {text("consent.reject")}
          </Button>
          <Button variant="outline" aria-disabled={busy} onClick={() => void answer(asked.purposes)}>
            {text("consent.accept")}
          </Button>
          <Button variant="subtle" aria-haspopup="dialog" onClick={askAgain}>
            {text("consent.choose")}
          </Button>
        </div>
      </div>
    </section>
  );
}
