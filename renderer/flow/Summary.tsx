import { use, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { Problem } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useFlow } from "../run/context.ts";
import classes from "./flow.module.css";
import { fieldId, IdPrefix } from "../run/field-id.ts";
import { fieldName } from "../run/field-name.ts";
import { problemText } from "../run/problem-text.ts";
import type { FlowNavigationState } from "../run/navigation-state.ts";
import { useStepPath } from "../run/page-context.ts";
import { followLeft, hasAll } from "./follow-left.ts";
import { useHeldHeight } from "./use-held-height.ts";

/** More than these nobody reads before going to the first one. */
const listed = 20;

/**
 * Why Continuar did not go on: the same words as beside the fields, each a link to its field; or what a program says. Takes the focus when it comes,
 * and follows what is put right: then it says how many are left, and that none is, also of what is asked only since.
 */
export function Summary({ problems, submitCount }: { problems: Problem[]; submitCount: number }) {
  const { store } = useFlow();
  const { text, fill } = useWords();
  const prefix = use(IdPrefix);
  const titleId = `${prefix}summary-title`;
  const box = useRef<HTMLDivElement>(null);
  const left = useLeft(problems);
  useEffect(() => {
    box.current?.focus();
  }, [submitCount]);
  useHeldHeight(box, submitCount);
  const isDone = left.length === 0;
  const frame = {
    ref: box,
    className: classes["summary"],
    role: "alert",
    // It is read when it takes the focus. What is put right after that must interrupt nobody.
    "aria-live": "off",
    tabIndex: -1,
    "aria-labelledby": titleId,
  } as const;
  // What a program says of no field: there is nothing to look at again, and nowhere to lead to.
  if (problems.every(({ path }) => path === "")) {
    return (
      <div {...frame} data-plain>
        <h2 id={titleId}>{problems.map((problem) => problemText(store, problem)).join(" ")}</h2>
      </div>
    );
  }
  return (
    <div {...frame} data-done={isDone || undefined}>
      <h2 id={titleId}>{text(isDone ? "summary.done" : "summary.title")}</h2>
      <ul>
        {left.slice(0, listed).map((problem) => (
          <li key={problem.path}>
            <ToField path={problem.path}>
              <Said name={fieldName(store, problem.path)} problem={problemText(store, problem)} />
            </ToField>
          </li>
        ))}
      </ul>
      {left.length > listed && <p>{fill("summary.more", { count: String(left.length - listed) })}</p>}
      {!hasAll(left, problems) && (
        <p className={classes["left"]} role="status">
          {isDone ? text("summary.go") : fill("summary.left", { count: String(left.length) })}
        </p>
      )}
    </div>
  );
}

/** Leads to a field: to its step, where that is another one than this. */
function ToField({ path, children }: { path: string; children: ReactNode }) {
  const { flow, step } = useFlow();
  const id = fieldId(path, use(IdPrefix));
  const { search } = useLocation();
  const owner = flow.steps.find((one) => path.startsWith(`${one.id}.`)) ?? step;
  const to = useStepPath(flow, owner.id);
  if (owner !== step) {
    return (
      <Link to={to + search} state={{ back: step.id } satisfies FlowNavigationState}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        focusField(id);
      }}
    >
      {children}
    </a>
  );
}

/** The problems that are left, as they are now. */
function useLeft(problems: Problem[]): Problem[] {
  const { store, step } = useFlow();
  const { subscribe, read } = useMemo(() => followLeft(store, step.id, problems), [store, step, problems]);
  return useSyncExternalStore(subscribe, read, read);
}

/** A problem that names its field needs the name no second time. */
function Said({ name, problem }: { name: string; problem: string }) {
  if (problem.toLocaleLowerCase("es").includes(name.toLocaleLowerCase("es"))) return problem;
  return (
    <>
      <strong>{introduced(name)}</strong> {problem}
    </>
  );
}

/** A question needs no colon after its mark. */
const introduced = (name: string): string => (/[?!:]$/.test(name) ? name : `${name}:`);

/** Goes to a field's control. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}
