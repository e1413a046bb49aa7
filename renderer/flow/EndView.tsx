import { Button, ButtonLink } from "../controls/Button.tsx";
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { plainWords, valueAt } from "../../schemas/engine/evaluate.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { useWords } from "../page/words.ts";
import dialogs from "../controls/dialog.module.css";
import { useModal } from "../controls/use-modal.ts";
import { useFlowDialog } from "../run/in-dialog.ts";
import { FlowContext, useFlow, type FlowContextValue } from "../run/context.ts";
import { usePartId } from "../run/field-id.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import classes from "./flow.module.css";
import { useFlowPage } from "../run/page-context.ts";
import { RowsField } from "./RowsField.tsx";
import { StepForm } from "./StepForm.tsx";
import { StepsBar } from "./StepsBar.tsx";
import { useStepsOnPath } from "../run/use-steps-on-path.ts";

export interface EndViewProps extends FlowContextValue {
  /** The person came here from another step of this page. */
  arrived: boolean;
}

/**
 * The last step: what was received, its number, what belongs to it, and what to do with it. Where the step says so, whoever
 * arrives sees it in a dialog; when that is closed, it is the page.
 */
export function EndView({ flow, step, store, run, arrived }: EndViewProps) {
  const parts = useMemo(() => ({ flow, step, store, run }), [flow, step, store, run]);
  const [closed, setClosed] = useState(false);
  const isDialog = step.dialog === true && arrived && !closed;
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (closed) paper.current?.querySelector("h1")?.focus();
  }, [closed]);
  const close = () => setClosed(true);
  return (
    <FlowContext value={parts}>
      <EndBar />
      {isDialog ? (
        <EndDialog onClose={close}>
          <EndPaper onClose={close} />
        </EndDialog>
      ) : (
        <div ref={paper} className={classes["end"]}>
          <EndPaper />
        </div>
      )}
    </FlowContext>
  );
}

/** How far one has come: where the last step has a place in the bar. */
function EndBar() {
  const { flow, step, store } = useFlow();
  const way = useStepsOnPath({ flow, store });
  return way.includes(step) ? <StepsBar way={way} /> : null;
}

/** The platform's own modal dialog: it keeps the focus, and Escape closes it. */
function EndDialog({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const box = useModal(onClose);
  return (
    <dialog
      ref={box}
      className={`${dialogs["dialog"]} ${classes["endDialog"]}`}
      aria-labelledby={usePartId("end-title")}
    >
      {children}
    </dialog>
  );
}

function EndPaper({ onClose }: { onClose?: () => void }) {
  const { step } = useFlow();
  return (
    <>
      <Receipt />
      {step.sections.length === 0 ? (
        <WhatNext onClose={onClose} />
      ) : (
        <div className={classes["endFields"]}>
          <StepForm rows={RowsField}>
            <WhatNext onClose={onClose} />
          </StepForm>
        </div>
      )}
    </>
  );
}

function Receipt() {
  const { step, store } = useFlow();
  const { words } = useWords();
  const { brand } = useFlowPage();
  const numbered = Boolean(valueAt(store.results(), "submission.number"));
  return (
    <>
      <p className={classes["printed"]}>{brand.name}</p>
      <CheckMark />
      <div className={classes["heading"]}>
        <h1 id={usePartId("end-title")} tabIndex={-1}>
          <FilledWords words={step.title} inline />
        </h1>
        {step.body !== undefined && <FilledWords words={step.body} />}
      </div>
      {numbered && (
        <p className={classes["receipt"]}>
          <FilledWords words={words("receipt")} inline />
        </p>
      )}
    </>
  );
}

function WhatNext({ onClose }: { onClose?: (() => void) | undefined }) {
  const { text } = useWords();
  const { step } = useFlow();
  const outside = use(OutsideSite);
  const dialog = useFlowDialog();
  // What comes next is the page's that the form stands on.
  if (outside) return null;
  return (
    <div className={`${classes["endActions"]} screen-only`}>
      {dialog ? (
        <Button size="lg" onClick={dialog.close}>
          {text("close")}
        </Button>
      ) : (
        <ButtonLink to="/" size="lg">
          {step.home === undefined ? text("home") : plainWords(step.home)}
        </ButtonLink>
      )}
      <Button variant="outline" size="lg" onClick={() => window.print()}>
        {text("print")}
      </Button>
      {onClose && !dialog && (
        <Button variant="outline" size="lg" onClick={onClose}>
          {text("close")}
        </Button>
      )}
    </div>
  );
}

function CheckMark() {
  return (
    <svg
      className={`${classes["check"]} screen-only`}
      viewBox="0 0 56 56"
      width="56"
      height="56"
      aria-hidden="true"
    >
      <circle cx="28" cy="28" r="28" fill="currentColor" />
      <path
        d="m16.5 28.5 8 8 15-16"
        fill="none"
        stroke="#fff"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
