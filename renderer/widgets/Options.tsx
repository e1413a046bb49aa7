import { Loader } from "@mantine/core";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { labelId } from "./FieldFrame.tsx";
import { OptionsStatus } from "./OptionsStatus.tsx";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

/** One of a few, all in sight. */
export const Radio = (props: WidgetProps) => (
  <Boxes {...props} type="radio" chosen={[props.state.value]} choose={(value) => props.onChange(value)} />
);

/** Any of several. Answers stay in the order in which they are offered. */
export function Checkboxes(props: WidgetProps) {
  const { state, onChange } = props;
  const chosen = Array.isArray(state.value) ? state.value : [];
  const choose = (value: string, ticked: boolean): void => {
    const next = (state.options ?? [])
      .map((option) => option.value)
      .filter((one) => (one === value ? ticked : chosen.includes(one)));
    onChange(next.length > 0 ? next : undefined);
  };
  return <Boxes {...props} type="checkbox" chosen={chosen} choose={choose} />;
}

interface BoxesProps extends WidgetProps {
  type: "radio" | "checkbox";
  chosen: unknown[];
  choose(value: string, ticked: boolean): void;
}

function Boxes({ type, chosen, choose, ...props }: BoxesProps) {
  const { path, state, problem, id, describedBy, onBlur } = props;
  return (
    <div
      className={classes["boxes"]}
      role={type === "radio" ? "radiogroup" : "group"}
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      {...(type === "radio"
        ? { "aria-required": state.required, "aria-invalid": problem !== undefined }
        : {})}
    >
      {state.status === "loading" && <Loader size={18} className={classes["late"]} />}
      <OptionsStatus {...props} />
      {(state.options ?? []).map(({ value, label, description }, index) => (
        <label key={value} className={classes["box"]} data-problem={problem !== undefined || undefined}>
          <input
            type={type}
            id={index === 0 ? id : `${id}-${index}`}
            name={path}
            value={value}
            checked={chosen.includes(value)}
            onChange={(event) => choose(value, event.currentTarget.checked)}
            onBlur={onBlur}
            disabled={!state.enabled}
          />
          <span>
            {plainWords(label)}
            {description !== undefined && <small>{description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
