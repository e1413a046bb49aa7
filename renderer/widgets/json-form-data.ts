import type { Registry } from "@rjsf/utils";
import type { Json } from "../../schemas/engine/evaluate.ts";

export type JsonObject = { [key: string]: Json };

/** A form's data as an answer: without what was emptied; nothing where nothing is left. */
export function answerOf(data: JsonObject): JsonObject | undefined {
  const answer = JSON.parse(JSON.stringify(data)) as JsonObject;
  return Object.keys(answer).length > 0 ? answer : undefined;
}

/** Whether there is anything in it besides empty objects and lists. */
export function hasContent(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null;
  return Object.values(value).some(hasContent);
}

/** Rjsf's English by our words; `%1` and `%2` are filled by rjsf's parameters. */
const keys: Record<string, string> = {
  Item: "form.item",
  "Missing items definition": "form.unsupported",
  "No items yet. Use the button below to add some.": "rows.empty",
  Yes: "form.yes",
  No: "form.no",
  "New Value": "form.value",
  Add: "rows.add",
  "Add Item": "rows.add",
  Copy: "form.copy",
  "Expand Cycle": "form.more",
  "Move down": "form.down",
  "Move up": "form.up",
  Remove: "rows.remove",
  "Add data for optional field": "rows.add",
  "Remove data for optional field": "rows.remove",
  "No data for optional field": "rows.empty",
  Type: "form.option",
  Value: "form.value",
  "clear input": "rows.remove",
  "%1 Key": "form.key",
};

/** What rjsf says, in the page's words. */
export function translator(text: (key: string) => string): Registry["translateString"] {
  return (said, parameters = []) => {
    if (said === "Option %1") return `${text("form.option")} ${parameters[0]}`;
    if (said === "%1 option %2") return `${text("form.option")} ${parameters[1]}`;
    if (said === "%1 (deprecated)") return parameters[0] ?? "";
    return text(keys[said] ?? "form.unsupported");
  };
}

/** Rjsf names the elements of a list `Name-1`. */
export const named = (label: string): string => label.replace(/-(\d+)$/, " $1");
