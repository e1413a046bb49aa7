import { useWords } from "../page/words.ts";
import { box } from "../controls/box.ts";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

/** Text of several lines. Grows with what is typed, and counts towards its limit. */
export function LongText({ path, field, state, problem, id, describedBy, onChange, onBlur }: WidgetProps) {
  const { fill } = useWords();
  const value = typeof state.value === "string" ? state.value : "";
  const limit = field.schema["maxLength"];
  // Letters as people and JSON Schema count them: an emoji is one.
  const count = [...value].length;
  const isCounted = typeof limit === "number";
  const described = [describedBy, isCounted && `${id}-count`].filter(Boolean).join(" ") || undefined;
  return (
    <>
      <textarea
        id={id}
        name={path}
        className={`${box} ${classes["growing"]}`}
        rows={4}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        disabled={!state.enabled}
        placeholder={field.placeholder}
        autoComplete={field.autocomplete}
        aria-invalid={problem !== undefined}
        aria-required={state.required}
        aria-describedby={described}
      />
      {isCounted && (
        // Read when somebody comes to the field, and not with every letter.
        <div id={`${id}-count`} className={classes["count"]} data-over={count > limit || undefined}>
          {fill("count", { count: String(count), limit: String(limit) })}
        </div>
      )}
    </>
  );
}
