import { deepEquals, type WidgetProps } from "@rjsf/utils";
import { use } from "react";
import { hintId, labelId, Problem } from "./FieldFrame.tsx";
import { JsonFormProblems } from "./json-form-context.ts";
import { common, described } from "./json-form-control.ts";
import boxes from "./Options.module.css";

/** The platform's own list. Its values are places in the list, so that a number stays a number. */
export function SelectWidget(props: WidgetProps) {
  const { id, schema, value, options, multiple, disabled, readonly, placeholder, label, hideLabel } = props;
  const { enumOptions = [], enumDisabled = [], emptyValue } = options;
  if (multiple) return <CheckboxesWidget {...props} />;
  const index = enumOptions.findIndex((option) => value !== undefined && deepEquals(option.value, value));
  const chosen = index === -1 ? "" : String(index);
  return (
    <select
      {...common(props)}
      value={chosen}
      disabled={disabled || readonly}
      aria-label={hideLabel ? label : undefined}
      onChange={(event) =>
        props.onChange(enumOptions[Number(event.currentTarget.value || -1)]?.value ?? emptyValue)
      }
      onBlur={() => props.onBlur(id, value)}
    >
      {(schema.default === undefined || chosen === "") && <option value="">{placeholder}</option>}
      {enumOptions.map((option, place) => (
        <option key={option.label} value={String(place)} disabled={enumDisabled.includes(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface BoxesProps {
  props: WidgetProps;
  type: "radio" | "checkbox";
  chosen: unknown[];
  choose(index: number, ticked: boolean): void;
}

function Boxes({ props, type, chosen, choose }: BoxesProps) {
  const { id, htmlName, options, required, disabled, readonly, rawErrors, onBlur, value } = props;
  const { enumOptions = [], enumDisabled = [] } = options;
  const wrong = Boolean(rawErrors?.length);
  return (
    <div
      className={boxes["options"]}
      data-look="lines"
      data-problem={wrong || undefined}
      role={type === "radio" ? "radiogroup" : "group"}
      aria-labelledby={labelId(id)}
      aria-describedby={described(props)}
      {...(type === "radio" ? { "aria-required": required, "aria-invalid": wrong } : {})}
    >
      {enumOptions.map((option, index) => (
        <label key={option.label} className={boxes["option"]}>
          <input
            type={type}
            id={index === 0 ? id : `${id}-option${index}`}
            name={htmlName || id}
            value={String(index)}
            checked={chosen.some((one) => deepEquals(one, option.value))}
            disabled={disabled || readonly || enumDisabled.includes(option.value)}
            onChange={(event) => choose(index, event.currentTarget.checked)}
            onBlur={() => onBlur(id, value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

export const RadioWidget = (props: WidgetProps) => (
  <Boxes
    props={props}
    type="radio"
    chosen={[props.value]}
    choose={(index) => props.onChange(props.options.enumOptions?.[index]?.value)}
  />
);

export function CheckboxesWidget(props: WidgetProps) {
  const { options, onChange } = props;
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const choose = (index: number, ticked: boolean): void => {
    const { value } = options.enumOptions![index]!;
    // In the order in which they are offered.
    const next = options.enumOptions!.filter((one) =>
      deepEquals(one.value, value) ? ticked : chosen.some((other) => deepEquals(other, one.value)),
    );
    onChange(next.map((one) => one.value as unknown));
  };
  return <Boxes props={props} type="checkbox" chosen={chosen} choose={choose} />;
}

/** A yes: its label stands beside it. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, htmlName, value, label, disabled, readonly, schema, options, rawErrors, onChange, onBlur } =
    props;
  const say = use(JsonFormProblems);
  const wrong = Boolean(rawErrors?.length);
  const hint = options.description ?? schema.description;
  return (
    <>
      <label className={boxes["option"]} data-problem={wrong || undefined}>
        <input
          type="checkbox"
          id={id}
          name={htmlName || id}
          checked={value === true}
          disabled={disabled || readonly}
          aria-invalid={wrong}
          aria-describedby={described(props)}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={() => onBlur(id, value)}
        />
        <span>
          {label}
          {hint !== undefined && <small id={hintId(id)}>{hint}</small>}
        </span>
      </label>
      <Problem id={id} problem={wrong ? say(id, label, "boolean") : undefined} />
    </>
  );
}
