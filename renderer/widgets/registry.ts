import { Computed } from "./Computed.tsx";
import { Checkbox, Consent } from "./Consent.tsx";
import { DateInput } from "./DateInput.tsx";
import { Highlights, Note, Nothing, Paragraph } from "./Display.tsx";
import ending from "./Ending.module.css";
import { Fieldset } from "./Fieldset.tsx";
import fileInput from "./FileInput.module.css";
import { Cards, Checkboxes, Radio, Segments } from "./Options.tsx";
import jsonForm from "./JsonForm.module.css";
import { lazyWidget } from "./lazy-widget.ts";
import { LongText } from "./LongText.tsx";
import offered from "./Offered.module.css";
import { RangeFrame } from "./RangeFrame.tsx";
import { Select } from "./Select.tsx";
import slider from "./Slider.module.css";
import { TextInput } from "./TextInput.tsx";
import type { CompiledField } from "../../schemas/engine/evaluate.ts";
import type { AnyWidget, Widget } from "./types.ts";

/** The widgets by the name that kinds use. One line each; those of lists are in `lists.ts`. */
const widgets: Record<string, AnyWidget> = {
  text: { Control: TextInput, label: "around" },
  longText: { Control: LongText, label: "around", place: "wide" },
  date: { Control: DateInput, label: "around" },
  days: { Control: lazyWidget("days", offered["days"]), label: "group", place: "first" },
  slots: { Control: lazyWidget("slots", offered["slots"]), label: "group" },
  slider: { Control: lazyWidget("slider", slider["slider"]), label: "around" },
  select: { Control: Select, label: "around" },
  places: { Control: lazyWidget("places", undefined), label: "around", place: "wide" },
  radio: { Control: Radio, label: "group" },
  cards: { Control: Cards, label: "group", place: "wide" },
  yesNo: { Control: Segments, label: "group" },
  checkboxes: { Control: Checkboxes, label: "group", place: "wide" },
  checkbox: { Control: Checkbox, label: "within", place: "wide" },
  consent: { Control: Consent, label: "within", place: "wide" },
  button: { Control: lazyWidget("button", slider["slider"]), label: "within", place: "wide" },
  submitButton: { Control: lazyWidget("submitButton", slider["slider"]), label: "within", place: "wide" },
  file: { Control: lazyWidget("file", fileInput["later"]), label: "around", place: "wide" },
  jsonForm: { Control: lazyWidget("jsonForm", jsonForm["form"]), label: "none" },
  group: { Frame: Fieldset },
  range: { Frame: RangeFrame },
  paragraph: { Control: Paragraph, label: "none" },
  notice: { Control: Note, label: "none" },
  priceCard: { Control: Highlights, label: "none" },
  link: { Control: lazyWidget("link", ending["document"]), label: "none" },
  pictureCard: { Control: lazyWidget("pictureCard", ending["card"]), label: "none" },
  hidden: { Control: Nothing, label: "none" },
  summary: { Control: Highlights, label: "none" },
  answers: { Control: lazyWidget("answers", ending["answers"]), label: "none" },
  event: { Control: lazyWidget("event", ending["event"]), label: "none" },
  document: { Control: lazyWidget("document", ending["document"]), label: "none" },
  countdown: { Control: lazyWidget("countdown", ending["event"]), label: "none" },
  confetti: { Control: lazyWidget("confetti", ending["confetti"]), label: "none" },
};

/** What there is, for the gallery of all of them. */
export const widgetNames: readonly string[] = Object.keys(widgets);

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
