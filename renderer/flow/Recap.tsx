import { createElement, useId, useMemo, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { plainWords, type CompiledStep, type Words } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { useFlow, useRun } from "../run/context.ts";
import { useAllFilled, useFilled } from "../run/filled-words.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { StepHeading } from "../run/heading-level.ts";
import type { FlowNavigationState } from "../run/navigation-state.ts";
import { useStepPath } from "../run/page-context.ts";
import { stepIsOpen, stepName } from "../run/steps.ts";
import { useAnswersSoFar, type StepAnswers } from "../run/use-step-answers.ts";
import type { RecapSlots } from "./recap-code.ts";
import classes from "./Recap.module.css";
import { leafAt } from "./LeafField.tsx";
import { HowFar } from "./StepsBar.tsx";

interface RecapProps {
  recap: RecapSlots;
  /** The steps that ask, in order. */
  way: CompiledStep[];
  /** The step that is answered now. */
  children?: ReactNode;
}

/** All steps on one page: those before, this one, those that follow; and beside them what was answered. */
export function Recap({ recap, way, children }: RecapProps) {
  const { flow, step } = useFlow();
  const [isOpen, setOpen] = useState(false);
  const answers = useAnswersSoFar();
  const id = useId();
  const after = way.indexOf(step) + 1;
  // In the place of the steps, it is what the page is about.
  const heading = isOpen ? "h1" : "h2";
  return (
    <div className={classes["recap"]} data-recap data-open={isOpen || undefined}>
      {answers.length > 0 && (
        <div className={classes["bar"]}>
          <BarTitle {...recap} />
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? recap.close : recap.open}
          </Button>
        </div>
      )}
      <div className={classes["steps"]}>
        <Progress way={way} answers={answers} tells={recap.tells} />
        {children}
        {after > 0 && after < way.length && (
          <ol className={classes["next"]} start={after + 1}>
            {way.slice(after).map((one, index) => (
              <Row key={one.id} step={one} number={after + index + 1} answers={answers} tells={recap.tells} />
            ))}
          </ol>
        )}
      </div>
      <aside id={id} className={classes["card"]} aria-labelledby={`${id}-title`}>
        {createElement(heading, { id: `${id}-title` }, recap.title)}
        {recap.shows !== undefined && !recap.shows.startsWith(`${step.id}.`) && (
          <StepHeading value={heading}>{leafAt(flow, recap.shows)}</StepHeading>
        )}
        {answers.length === 0 && <p>{recap.empty}</p>}
        {answers.map((one) => (
          <CardPart key={one.step} heading={isOpen ? "h2" : "h3"} {...one} />
        ))}
      </aside>
    </div>
  );
}

/** What it is about: the name of what is shown, and the answers that say more. What it is called until there are any. */
function BarTitle({ bar, shows = "", title }: RecapSlots) {
  const { fields } = useFlow().flow;
  const words = useMemo((): Words => bar.flatMap((path) => [{ var: path }, " "]), [bar]);
  const parts = [useFilled(fields[shows]?.label ?? ""), useFilled(words)];
  const said = parts.map((part) => plainWords(part).trim()).filter((part) => part !== "");
  return <p>{said.length === 0 ? title : said.join(" · ")}</p>;
}

interface RowsProps extends Pick<RecapSlots, "tells"> {
  answers: StepAnswers[];
}

/** How far one is, and the steps before this one. */
function Progress({ way, ...said }: RowsProps & { way: CompiledStep[] }) {
  const { step } = useFlow();
  const at = way.indexOf(step);
  if (at < 0) return null;
  const before = at > 0 && (
    <ol className={classes["done"]}>
      {way.slice(0, at).map((one, index) => (
        <Row key={one.id} step={one} number={index + 1} {...said} />
      ))}
    </ol>
  );
  return <HowFar way={way} bar above={before} />;
}

/** A step that is not answered now: what it is called, what was said there, and the way to change it. */
function Row({ step, number, answers, tells }: RowsProps & { step: CompiledStep; number: number }) {
  const { run } = useFlow();
  const { run: state } = useRun(run);
  const isDone = state?.done.includes(step.id) ?? false;
  const chosen = useMemo(
    () =>
      (tells ?? []).filter((path) => path.startsWith(`${step.id}.`)).map((path): Words => [{ var: path }]),
    [tells, step.id],
  );
  const named = useAllFilled(chosen)
    .map((words) => plainWords(words ?? "").trim())
    .filter((words) => words !== "");
  const said = named.length > 0 ? named : (answers.find((one) => one.step === step.id)?.told ?? []);
  return (
    <li className={classes["row"]} data-done={isDone || undefined}>
      <span className={classes["number"]} aria-hidden="true">
        {isDone ? "✓" : number}
      </span>
      <span className={classes["said"]}>
        <strong>
          <FilledWords words={stepName(step)} inline />
        </strong>
        {said.length > 0 && <small>{said.join(" · ")}</small>}
      </span>
      {isDone && <Change step={step} />}
    </li>
  );
}

/** To a step that was done; Continuar comes back from there. */
function Change({ step }: { step: CompiledStep }) {
  const { flow, step: current, run } = useFlow();
  const { run: state } = useRun(run);
  const { text } = useWords();
  const { search } = useLocation();
  const path = useStepPath(flow, step.id);
  const title = plainWords(useFilled(stepName(step)));
  if (step === current || !stepIsOpen(flow, step, state)) return null;
  return (
    <Link
      to={path + search}
      state={{ back: current.id } satisfies FlowNavigationState}
      className={classes["change"]}
      aria-label={`${text("change")}: ${title}`}
    >
      {text("change")}
    </Link>
  );
}

/** What was answered on one step. */
function CardPart({ step, title, sections, heading }: StepAnswers & { heading: "h2" | "h3" }) {
  const { flow } = useFlow();
  return (
    <section className={classes["part"]}>
      <div className={classes["partHead"]}>
        {createElement(heading, {}, title)}
        <Change step={flow.steps.find(({ id }) => id === step)!} />
      </div>
      <dl>
        {sections
          .flatMap(({ rows }) => rows)
          .map(({ label, value }, index) => (
            // They neither move nor have a state.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
