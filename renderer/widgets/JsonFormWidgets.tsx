import { adorned } from "../controls/adorned.tsx";
import { localToUTC, utcToLocal, type RegistryWidgetsType, type WidgetProps } from "@rjsf/utils";
import { box } from "../controls/box.ts";
import { common } from "./json-form-control.ts";
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from "./JsonFormChoices.tsx";
import classes from "./widgets.module.css";

const keyboards: Record<string, "numeric" | "decimal" | "email" | "url" | "tel"> = {
  integer: "numeric",
  number: "decimal",
  email: "email",
  uri: "url",
  tel: "tel",
};

/** One line of text; `type` is the control's where the platform has a better one. */
function line(type: string, keyboard?: keyof typeof keyboards) {
  return function Line(props: WidgetProps) {
    const { schema, options, value, disabled, readonly, placeholder, onChange, onBlur, id } = props;
    const kind = [schema.type].flat().find((one) => one !== "null");
    const wanted = String(options.inputType ?? keyboard ?? kind);
    return (
      <input
        {...common(props)}
        type={type}
        inputMode={keyboards[wanted]}
        autoCapitalize={keyboards[wanted] ? "none" : undefined}
        spellCheck={keyboards[wanted] ? false : undefined}
        value={value === undefined || value === null ? "" : String(value)}
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readonly}
        onChange={(event) =>
          onChange(event.currentTarget.value === "" ? options.emptyValue : event.currentTarget.value)
        }
        onBlur={() => onBlur(id, value)}
      />
    );
  };
}

const DateTimeLine = line("datetime-local");
const TimeLine = line("time");

/** Shown in the device's zone, kept in UTC. */
const DateTimeWidget = (props: WidgetProps) => (
  <DateTimeLine
    {...props}
    value={utcToLocal(props.value as string)}
    onChange={(value) => props.onChange(value === undefined ? undefined : localToUTC(value as string))}
  />
);

/** Kept with seconds. */
const TimeWidget = (props: WidgetProps) => (
  <TimeLine
    {...props}
    value={typeof props.value === "string" ? props.value.replace(/^(\d\d:\d\d):00$/, "$1") : props.value}
    onChange={(value: string | undefined) => props.onChange(value?.length === 5 ? `${value}:00` : value)}
  />
);

function TextareaWidget(props: WidgetProps) {
  const { id, value, options, disabled, readonly, placeholder, onChange, onBlur } = props;
  return (
    <textarea
      {...common(props)}
      className={`${box} ${classes["growing"]}`}
      rows={options.rows ?? 4}
      value={typeof value === "string" ? value : ""}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      onChange={(event) =>
        onChange(event.currentTarget.value === "" ? options.emptyValue : event.currentTarget.value)
      }
      onBlur={() => onBlur(id, value)}
    />
  );
}

const NumberLine = line("text", "decimal");

/** A slider where both ends are known, with its value beside it. */
function RangeWidget(props: WidgetProps) {
  const { schema, value, onChange, onBlur, id, disabled, readonly } = props;
  if (schema.minimum === undefined || schema.maximum === undefined) return <NumberLine {...props} />;
  const shown = typeof value === "number" ? value : "";
  return adorned(
    <input
      {...common(props)}
      type="range"
      min={schema.minimum}
      max={schema.maximum}
      step={schema.multipleOf ?? (schema.type === "integer" ? 1 : "any")}
      value={shown}
      disabled={disabled || readonly}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      onBlur={() => onBlur(id, value)}
    />,
    { after: <output htmlFor={id}>{shown}</output> },
  );
}

const TextWidget = line("text");
const DateWidget = line("date");

/** By rjsf's names, and by those that `ui:widget` may say. */
const byName: Record<string, RegistryWidgetsType[string]> = {
  TextWidget,
  TextareaWidget,
  SelectWidget,
  RadioWidget,
  CheckboxesWidget,
  CheckboxWidget,
  EmailWidget: line("text", "email"),
  URLWidget: line("text", "uri"),
  PasswordWidget: line("password"),
  ColorWidget: line("color"),
  DateWidget,
  DateTimeWidget,
  AltDateWidget: DateWidget,
  AltDateTimeWidget: DateTimeWidget,
  TimeWidget,
  UpDownWidget: TextWidget,
  RangeWidget,
};

// Under their short names too: rjsf throws at a name that does not go with the type of its value.
export const jsonFormWidgets: RegistryWidgetsType = {
  ...byName,
  text: TextWidget,
  textarea: TextareaWidget,
  select: SelectWidget,
  radio: RadioWidget,
  checkbox: CheckboxWidget,
  checkboxes: CheckboxesWidget,
  email: byName["EmailWidget"]!,
  uri: byName["URLWidget"]!,
  password: byName["PasswordWidget"]!,
  color: byName["ColorWidget"]!,
  date: DateWidget,
  datetime: DateTimeWidget,
  "date-time": DateTimeWidget,
  time: TimeWidget,
  updown: TextWidget,
  range: RangeWidget,
};
