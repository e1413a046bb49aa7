import { Button } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { createElement, use, useEffect, useMemo, useState, type MouseEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { detailFields, type CompiledStep } from "../../schemas/engine/evaluate.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { useWords } from "../page/words.ts";
import { useHydrated } from "../page/device.ts";
import { useFlowDialog } from "../run/in-dialog.ts";
import { FlowContext, useFlow, useRun, type FlowContextValue } from "../run/context.ts";
import { AbandonOffer } from "./AbandonOffer.tsx";
import { Dialog } from "./Dialog.tsx";
import { FilledWords } from "../run/FilledWords.tsx";
import { fieldId, IdPrefix, usePartId } from "../run/field-id.ts";
import classes from "./flow.module.css";
import { HandoffOffer } from "./HandoffOffer.tsx";
import { KnownDetails } from "./KnownDetails.tsx";
import { Notice } from "./Notice.tsx";
import { recapOf, recapView } from "./recap-code.ts";
import { useFlowPage, useStepPath } from "../run/page-context.ts";
import { RowsField } from "./RowsField.tsx";
import { StepForm } from "./StepForm.tsx";
import { placeName, StepsBar } from "./StepsBar.tsx";
import { StepTitle } from "./StepTitle.tsx";
import { stepBefore, stepIsOpen } from "../run/steps.ts";
import { focusField, Summary } from "./Summary.tsx";
import { useStepsOnPath } from "../run/use-steps-on-path.ts";
import { WithoutScript } from "./WithoutScript.tsx";

export interface StepViewProps extends FlowContextValue {
  /** The step that the person came from to change something here. */
  back?: string | undefined;
  /** The step before this one in the browser's history. */
  from?: string | undefined;
  /** The form's own address. */
  route: string;
}

/** A step that asks: how far it is, its title, its problems, its fields and Continuar. */
export function StepView({ flow, step, store, run, back, from, route }: StepViewProps) {
  const view = useRun(run);
  const parts = useMemo(() => ({ flow, step, store, run }), [flow, step, store, run]);
  const way = useStepsOnPath(parts);
  const prefix = use(IdPrefix);
  const isAlive = useHydrated();
  const known = useFlowPage().flow?.known !== undefined && isAlive;
  // A dialog sent the person to choose something anew: that is where they are, not at the button they came from.
  useEffect(() => {
    const [first] = view.cleared ?? [];
    if (first !== undefined) focusField(fieldId(first, prefix));
  }, [view.cleared, prefix]);
  const recap = recapOf(useFlowPage().screen);
  const frame = recap && recapView();
  // The same while the step is drawn: whoever reads it, of all that the form draws, would be looked for again.
  const after = useMemo(
    () => (
      <>
        <KeepDetails />
        <Actions way={way} back={back} from={from} />
      </>
    ),
    [way, back, from],
  );
  const content = (
    <>
      <StepHead way={way} onePage={frame !== undefined} />
      {view.notice && !view.dialog && (
        <Notice
          notice={view.notice}
          submitCount={view.submitCount}
          onRetry={() => void run.submitStep(step.id)}
        />
      )}
      {view.summary.length > 0 && <Summary problems={view.summary} submitCount={view.submitCount} />}
      <WithoutScript />
      {known && <KnownDetails />}
      <StepForm rows={RowsField}>{after}</StepForm>
      {flow.handoff && run.handOff && <HandoffOffer handoff={flow.handoff} handOff={run.handOff} />}
      {flow.abandon && run.abandon && <AbandonOffer label={flow.abandon.label} run={run} route={route} />}
      {view.dialog?.step === step.id && <Dialog key={view.submitCount} dialog={view.dialog} view={view} />}
    </>
  );
  return (
    <FlowContext value={parts}>{frame ? createElement(frame, { recap, way }, content) : content}</FlowContext>
  );
}

/** Asks, where a step takes details of the person, whether they stay here for later visits. */
function KeepDetails() {
  const { flow, step } = useFlow();
  const outside = use(OutsideSite);
  const isAsked = detailFields(flow).some(({ path }) => path.startsWith(`${step.id}.`));
  return outside || !isAsked ? null : <KeepDetailsBox />;
}

function KeepDetailsBox() {
  const { run } = useFlow();
  const { text } = useWords();
  const { known } = useFlowPage().flow ?? {};
  const [isKept, setKept] = useState(run.keepsDetails() ?? known?.kept ?? false);
  useEffect(() => run.keepDetails(isKept), [run, isKept]);
  return (
    <label className={classes["keep"]}>
      <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
      {text("details.keep")}
    </label>
  );
}

/** Where all steps are on one page, they say themselves how far it is. */
function StepHead({ way, onePage = false }: { way: CompiledStep[]; onePage?: boolean }) {
  const { step } = useFlow();
  const several = way.length > 1 && way.includes(step);
  const placeId = usePartId(placeName);
  return (
    <>
      {several && !onePage && <StepsBar way={way} />}
      <StepTitle describedBy={several ? placeId : undefined} />
    </>
  );
}

interface ActionsProps extends Pick<StepViewProps, "back" | "from"> {
  way: CompiledStep[];
}

/** Continuar and Volver. On phones they stay in reach of the thumb. */
function Actions({ way, back, from }: ActionsProps) {
  const { flow, step, run } = useFlow();
  const view = useRun(run);
  const { text } = useWords();
  // Before hydration a press would send the form the old way: the button becomes one that sends when we can hear it.
  const alive = useHydrated();
  const left = flow.steps.find((one) => one.id === back && stepIsOpen(flow, one, view.run));
  const before = left ?? stepBefore(flow, way, step.id, view.run);
  return (
    <div className={classes["actions"]}>
      <div className={classes["buttons"]}>
        <Button
          type={alive ? "submit" : "button"}
          size="lg"
          className={classes["action"]}
          // Stays focusable, so that nobody loses their place; a second press does nothing.
          aria-disabled={view.busy || undefined}
          mark={view.busy && <Spinner />}
        >
          <FilledWords words={step.action} inline />
        </Button>
        {before ? (
          <Back to={before} isLast={before.id === from} />
        ) : (
          way.filter((one) => !one.ends).length > 1 && <BackOut />
        )}
      </div>
      <p className={classes["status"]} role="status">
        {view.busy ? text("summary.busy") : ""}
      </p>
    </div>
  );
}

/** From the first of several steps: to where the person came from, or to the home page. */
function BackOut() {
  const { text } = useWords();
  const outside = use(OutsideSite);
  const dialog = useFlowDialog();
  // The page that the form stands on has its own way out, and so has a dialog.
  if (outside || dialog) return null;
  const leave = (event: MouseEvent): void => {
    if (window.history.length < 2 || !isHere(event)) return;
    event.preventDefault();
    window.history.back();
  };
  return (
    <Link to="/" onClick={leave} className={classes["back"]}>
      {text("back")}
    </Link>
  );
}

/** Whether a link is followed here, and is not wanted in a tab of its own. */
const isHere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey);

/**
 * To the step before. Where the browser's way back leads there, it is that: else the first step's would come back here, and
 * nobody would ever get out.
 */
function Back({ to, isLast }: { to: CompiledStep; isLast: boolean }) {
  const { flow } = useFlow();
  const { text } = useWords();
  const { search } = useLocation();
  const navigate = useNavigate();
  const path = useStepPath(flow, to.id);
  const goBack = (event: MouseEvent): void => {
    if (!isLast || !isHere(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={path + search} onClick={goBack} className={classes["back"]}>
      {text("back")}
    </Link>
  );
}
