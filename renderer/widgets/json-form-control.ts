import type { WidgetProps } from "@rjsf/utils";
import { box } from "../controls/box.ts";
import { hintId, problemId } from "./FieldFrame.tsx";

/** Ids of what describes a control now. */
export function described({ id, schema, options, rawErrors }: WidgetProps): string | undefined {
  const hint = (options.description ?? schema.description ?? options.help) !== undefined;
  return [hint && hintId(id), rawErrors?.length && problemId(id)].filter(Boolean).join(" ") || undefined;
}

/** What every control says of itself to a screen reader, and how it looks when something is wrong. */
export const common = (props: WidgetProps) => ({
  id: props.id,
  name: props.htmlName || props.id,
  className: box,
  "aria-required": props.required,
  "aria-describedby": described(props),
  "aria-invalid": Boolean(props.rawErrors?.length),
  autoComplete: props.options["autocomplete"] as string | undefined,
});
