import { Computed } from "./Computed.tsx";
import { Consent } from "./Consent.tsx";
import { Figures, Note, Paragraph } from "./Display.tsx";
import { Fieldset } from "./Fieldset.tsx";
import { FileInput } from "./FileInput.tsx";
import { Checkboxes, Radio } from "./Options.tsx";
import { JsonForm } from "./JsonForm.tsx";
import { LongText } from "./LongText.tsx";
import { Rows } from "./Rows.tsx";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";
import type { CompiledField } from "../../schemas/engine/evaluate.ts";
import type { AnyWidget, Widget } from "./types.ts";

/** The widgets by the name that kinds use. One line each. */
const widgets: Record<string, AnyWidget> = {
  text: { Control: TextInput, label: "around" },
  longText: { Control: LongText, label: "around" },
  select: { Control: Select, label: "around" },
  radio: { Control: Radio, label: "group" },
  checkboxes: { Control: Checkboxes, label: "group" },
  consent: { Control: Consent, label: "within" },
  file: { Control: FileInput, label: "around" },
  jsonForm: { Control: JsonForm, label: "none" },
  group: { Frame: Fieldset },
  list: { Rows },
  paragraph: { Control: Paragraph, label: "none" },
  notice: { Control: Note, label: "none" },
  priceCard: { Control: Figures, label: "none" },
  summary: { Control: Figures, label: "none" },
};

function find<Kind extends AnyWidget>(name: string, is: (widget: AnyWidget) => widget is Kind): Kind {
  const widget = Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  if (!widget || !is(widget)) throw new Error(`there is no widget "${name}" for this`);
  return widget;
}

const computed: Widget = { Control: Computed, label: "group" };

/** The widget of a field: by its kind's choice, unless nobody answers it. @throws {Error} when there is none of that name. */
export const widgetOf = (field: Pick<CompiledField, "widget" | "computed">): Widget =>
  field.computed === undefined ? find(field.widget, (one) => "Control" in one) : computed;

/** What stands around a group of fields. @throws {Error} when there is none of that name. */
export const frameOf = (name: string) => find(name, (one) => "Frame" in one);

/** What stands around the rows of a list. @throws {Error} when there is none of that name. */
export const rowsOf = (name: string) => find(name, (one) => "Rows" in one);
