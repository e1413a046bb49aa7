import { Consent } from "./Consent.tsx";
import { Checkboxes, Radio } from "./Options.tsx";
import { LongText } from "./LongText.tsx";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";
import type { Widget } from "./types.ts";

/** The widgets by the name that kinds use. One line each. */
const widgets: Record<string, Widget> = {
  text: { Control: TextInput, label: "around" },
  longText: { Control: LongText, label: "around" },
  select: { Control: Select, label: "around" },
  radio: { Control: Radio, label: "group" },
  checkboxes: { Control: Checkboxes, label: "group" },
  consent: { Control: Consent, label: "within" },
};

/** @throws {Error} when there is no widget of that name. */
export function widgetOf(name: string): Widget {
  if (!Object.hasOwn(widgets, name)) throw new Error(`there is no widget "${name}"`);
  return widgets[name]!;
}
