import { use } from "react";
import { isOwnPath, plainWords } from "../../schemas/engine/evaluate.ts";
import { Spinner } from "../controls/Spinner.tsx";
import { FlowContext } from "../run/context.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import classes from "./Options.module.css";
import { labelId } from "./FieldFrame.tsx";
import { Icon } from "./icons.tsx";
import { OptionsStatus, useAskedAgain } from "./OptionsStatus.tsx";
import type { WidgetProps } from "./types.ts";
import { useLongList } from "./use-long-list.tsx";

/** One of a few, all in sight. */
export const Radio = (props: WidgetProps) => <One {...props} look="lines" />;

/** One of a few that have to be told apart: each with its name, what it is, and a drawing. */
export const Cards = (props: WidgetProps) => <One {...props} look="cards" />;

/** One of two or three with short names, side by side. */
export const Segments = (props: WidgetProps) => <One {...props} look="segments" />;

type Look = "lines" | "cards" | "segments";

const One = (props: WidgetProps & { look: Look }) => (
  <Boxes {...props} type="radio" chosen={[props.state.value]} choose={(value) => props.onChange(value)} />
);

/** Any of several. Answers stay in the order in which they are offered. */
export function Checkboxes(props: WidgetProps) {
  const { state, onChange } = props;
  const chosen = Array.isArray(state.value) ? state.value : [];
  const isFinder = use(FlowContext)?.flow.finder === true;
  const choose = (value: string, ticked: boolean): void => {
    const next = (state.options ?? [])
      .map((option) => option.value)
      .filter((one) => (one === value ? ticked : chosen.includes(one)));
    // In an address they stand in an order of their own: who comes by it asks for the same.
    onChange(next.length > 0 ? (isFinder ? next.toSorted() : next) : undefined);
  };
  return <Boxes {...props} look="lines" type="checkbox" chosen={chosen} choose={choose} />;
}

interface BoxesProps extends WidgetProps {
  look: Look;
  type: "radio" | "checkbox";
  chosen: unknown[];
  choose(value: string, ticked: boolean): void;
}

function Boxes({ look, type, chosen, choose, ...props }: BoxesProps) {
  const { path, state, problem, id, describedBy, onBlur } = props;
  const options = state.options ?? [];
  const awaited = useMissingAnswer(path, state.enabled);
  const askAgain = useAskedAgain(props);
  const list = useLongList({ options, chosen, id, label: plainWords(props.field.label) });
  return (
    <div
      className={classes["options"]}
      data-counted={options.some(({ count }) => count !== undefined) || undefined}
      data-look={look}
      data-problem={problem !== undefined || undefined}
      // Where there is none to lead to, a link of the error summary leads here.
      {...(options.length === 0 ? { id, tabIndex: -1 } : {})}
      role={type === "radio" ? "radiogroup" : "group"}
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      aria-busy={state.status === "loading"}
      {...(type === "radio"
        ? { "aria-required": state.required, "aria-invalid": problem !== undefined }
        : {})}
    >
      {state.status === "loading" && <Spinner />}
      {options.length === 0 && awaited !== undefined && <p className={classes["awaited"]}>{awaited}</p>}
      <OptionsStatus {...props} onRetry={askAgain} />
      {list.search}
      {list.shown.map(({ value, label, description, icon, count, disabled, picture, colour }, index) => (
        <label key={value} className={classes["option"]}>
          <input
            type={type}
            id={index === 0 ? id : `${id}-${index}`}
            name={path}
            value={value}
            checked={chosen.includes(value)}
            onChange={(event) => choose(value, event.currentTarget.checked)}
            onBlur={onBlur}
            disabled={!state.enabled || (disabled === true && !chosen.includes(value))}
          />
          {colour !== undefined && (
            <i className={classes["swatch"]} style={{ background: colour }} aria-hidden="true" />
          )}
          {picture !== undefined && isOwnPath(picture) && (
            <img className={classes["picture"]} src={picture} alt="" loading="lazy" decoding="async" />
          )}
          {look === "cards" && icon !== undefined && <Icon name={icon} />}
          <span>
            {plainWords(label)}
            {description !== undefined && <small>{description}</small>}
          </span>
          {count !== undefined && <span className={classes["count"]}>{count}</span>}
        </label>
      ))}
      {list.more}
    </div>
  );
}
