import type { WidgetProps } from "@rjsf/utils";
import { hintId, problemId, spoken } from "./FieldFrame.tsx";
import classes from "./widgets.module.css";

/** Ids of what describes a control now. */
export function described({ id, schema, options, rawErrors }: WidgetProps): string | undefined {
  const hint = (options.description ?? schema.description ?? options.help) !== undefined;
  return [hint && hintId(id), rawErrors?.length && problemId(id)].filter(Boolean).join(" ") || undefined;
}

/** What every control says of itself to a screen reader, and how it looks when something is wrong. */
export const common = (props: WidgetProps) => ({
  id: props.id,
  name: props.htmlName || props.id,
  size: "lg",
  error: Boolean(props.rawErrors?.length),
  "aria-required": props.required,
  attributes: spoken(described(props), props.rawErrors?.[0]),
  classNames: { input: classes["input"] },
  autoComplete: props.options["autocomplete"] as string | undefined,
});
