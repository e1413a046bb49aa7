import { use, useEffect, useRef } from "react";
import type { Problem } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../app/words.ts";
import { useFlow } from "./context.ts";
import classes from "./flow.module.css";
import { fieldId, IdPrefix } from "./field-id.ts";
import { fieldName } from "./field-name.ts";
import { problemText } from "./problem-text.ts";

/** More than these nobody reads before going to the first one. */
const listed = 20;

/** Why Continuar did not go on: the same words as beside the fields, each a link to its field. Takes the focus. */
export function Summary({ problems, press }: { problems: Problem[]; press: number }) {
  const { store } = useFlow();
  const { text, fill } = useWords();
  const prefix = use(IdPrefix);
  const titleId = `${prefix}summary-title`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [press]);
  return (
    <div ref={box} className={classes["summary"]} role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{text("summary.title")}</h2>
      <ul>
        {problems.slice(0, listed).map((problem) => {
          const id = fieldId(problem.path, prefix);
          return (
            <li key={problem.path}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
              >
                <strong>{introduced(fieldName(store, problem.path))}</strong> {problemText(store, problem)}
              </a>
            </li>
          );
        })}
      </ul>
      {problems.length > listed && <p>{fill("summary.more", { count: String(problems.length - listed) })}</p>}
    </div>
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
