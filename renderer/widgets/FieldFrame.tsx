import { use, useMemo, type ReactNode } from "react";
import { plainWords, type CompiledField } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { FlowContext } from "../run/context.ts";
import type { Widget } from "./types.ts";
import classes from "./widgets.module.css";

export interface FieldFrameProps {
  id: string;
  path: string;
  field: CompiledField;
  required: boolean;
  problem?: string;
  widget: Widget;
  children: ReactNode;
}

/** Label, hint, control and problem of one field. `problem` is read out when it appears, through `aria-describedby`. */
export function FieldFrame({ id, path, field, required, problem, widget, children }: FieldFrameProps) {
  const { text } = useWords();
  // Of what is looked for, nobody has to say anything.
  const isFinder = use(FlowContext)?.flow.finder === true;
  const isOptional = !required && field.computed === undefined && !isFinder;
  const labelled = widget.label;
  // What stands over a control is the same when its problem is another one: a press of Continuar is about all fields.
  const head = useMemo(() => {
    // Several controls have no one label: their group is named by the text.
    const Label = labelled === "around" ? "label" : "div";
    return (
      <>
        {labelled !== "within" && (
          <Label
            className={classes["label"]}
            id={labelId(id)}
            {...(labelled === "around" ? { htmlFor: id } : {})}
          >
            {plainWords(field.label)}
            {isOptional && <span className={classes["optional"]}> ({text("optional")})</span>}
          </Label>
        )}
        {field.hint !== undefined && (
          <div className={classes["hint"]} id={hintId(id)}>
            <WordsView words={field.hint} />
          </div>
        )}
      </>
    );
  }, [id, field, labelled, isOptional, text]);
  const place = useMemo(() => widget.place ?? (isLong(field) ? "wide" : undefined), [widget, field]);
  return (
    <div
      className={classes["field"]}
      data-path={path}
      data-place={place}
      data-hint={field.hint !== undefined || undefined}
      data-problem={problem !== undefined || undefined}
    >
      {head}
      <div className={classes["control"]}>
        {children}
        {problem !== undefined && <Problem id={id} problem={problem} />}
      </div>
    </div>
  );
}

/** Characters of a question, and of its hint, that half a form has room for. */
const [longestLabel, longestHint] = [48, 90];

/** Whether what is asked would be a tall column of few words beside another field. */
const isLong = ({ label, hint = "" }: CompiledField): boolean =>
  plainWords(label).length > longestLabel || plainWords(hint).length > longestHint;

/** What is wrong, beside what it is wrong with. */
export function Problem({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className={classes["problem"]} id={problemId(id)}>
      {problem}
    </p>
  );
}

export const labelId = (id: string): string => `${id}-label`;
export const hintId = (id: string): string => `${id}-hint`;
export const problemId = (id: string): string => `${id}-problem`;

/** Ids of what describes a control now, for `aria-describedby`. */
export function describedBy(
  id: string,
  field: CompiledField,
  problem: string | undefined,
): string | undefined {
  const ids = [field.hint !== undefined && hintId(id), problem !== undefined && problemId(id)].filter(
    Boolean,
  );
  return ids.length > 0 ? ids.join(" ") : undefined;
}
