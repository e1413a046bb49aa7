import { useId, useState } from "react";
import { consentWords, type ConsentPurpose, type PageConsent } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import dialog from "../controls/dialog.module.css";
import { useModal } from "../controls/use-modal.ts";
import { choiceNow } from "../page/consent.ts";
import { choose } from "../page/record-choice.ts";
import { useWords } from "../page/words.ts";
import classes from "./consent.module.css";

export interface ConsentChoicesProps {
  /** Nothing where the site has nothing of others. */
  asked: PageConsent | undefined;
  revision: string;
  onClose(isChosen: boolean): void;
}

/** What is loaded of others and for what, each to be allowed by itself, or not. Nothing is ticked before somebody ticks it. */
export default function ConsentChoices({ asked, revision, onClose }: ConsentChoicesProps) {
  const { text, fill } = useWords();
  const id = useId();
  const box = useModal(() => onClose(false));
  const [choice] = useState(choiceNow);
  const [given, setGiven] = useState<readonly ConsentPurpose[]>(choice?.purposes ?? []);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const offered = asked?.purposes ?? [];

  async function keep(purposes: readonly ConsentPurpose[]): Promise<void> {
    if (!asked) return onClose(false);
    if (busy) return;
    setBusy(true);
    setFailed(false);
    const isKept = await choose({ revision, words: asked.words, purposes: [...purposes] });
    setBusy(false);
    if (isKept) onClose(true);
    else setFailed(true);
  }

  const change = (purpose: ConsentPurpose, isGiven: boolean): void =>
    setGiven(offered.filter((one) => (one === purpose ? isGiven : given.includes(one))));

  return (
    <dialog ref={box} className={dialog["dialog"]} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {text("consent.title")}
      </h2>
      <p>{text(offered.length === 0 ? "consent.nothing" : "consent.choices")}</p>
      <ul className={classes["purposes"]}>
        <li>
          <strong>{text("consent.necessary")}</strong>
          <p>{text("consent.necessary.body")}</p>
        </li>
        {offered.map((purpose) => {
          const { title, body } = consentWords(purpose);
          return (
            <li key={purpose}>
              <label className={classes["purpose"]}>
                <input
                  type="checkbox"
                  checked={given.includes(purpose)}
                  aria-describedby={`${id}-${purpose}`}
                  onChange={(event) => change(purpose, event.target.checked)}
                />
                <strong>{text(title)}</strong>
              </label>
              <p id={`${id}-${purpose}`}>{text(body)}</p>
            </li>
          );
        })}
      </ul>
      {choice && <p className={dialog["status"]}>{fill("consent.record", { code: choice.visitor })}</p>}
      <p role="alert">{failed ? text("consent.failed") : ""}</p>
      <div className={dialog["buttons"]}>
        {asked ? (
          <>
            <Button variant="outline" aria-disabled={busy} onClick={() => void keep([])}>
              {text("consent.reject")}
            </Button>
            <Button variant="outline" aria-disabled={busy} onClick={() => void keep(offered)}>
              {text("consent.accept")}
            </Button>
            <Button variant="outline" aria-disabled={busy} onClick={() => void keep(given)}>
              {text("consent.save")}
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => onClose(false)}>
            {text("consent.close")}
          </Button>
        )}
      </div>
    </dialog>
  );
}
