import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, Answers, Option, ValueType } from "../../schemas/engine/serve.ts";

/** One field in one of its states, and what is to be seen of it. `widget.schema.json` beside the files says more. */
export interface WidgetExample {
  describe: string;
  /** As in a flow. A rule in it may read `before`: then a field that nobody answered stands before it. */
  field?: Record<string, unknown>;
  /** A whole step, for what is no field of one. */
  step?: Record<string, unknown>;
  answer?: Answer;
  /** Of the fields in it, by their path in it. */
  answers?: Answers;
  /** What the field's `{"data": "options"}` gives. */
  data?: { status: "loading" | "ready" | "empty" | "failed"; options?: Option[] };
  /** Whether it says what is wrong with it. */
  touched?: boolean;
  expect: Expected;
  keys?: Key[];
}

export interface Expected {
  role?: string;
  label?: string;
  hint?: string;
  problem?: string;
  disabled?: boolean;
  /** What stands in the control. */
  value?: string;
  /** Labels of the options that are chosen. */
  chosen?: string[];
  /** What else can be read. */
  text?: string[];
}

/** What is pressed or typed, one after another, and the answer then; null where there is none. */
export type Key = ({ press: string } | { type: string }) & { answer?: Answer | null };

export interface WidgetFile {
  widget: string;
  describe: string;
  /** The values that it takes. */
  types: ValueType[];
  /** One types into an `<input>`, with the keyboard that the field says. */
  keyboard?: true;
  /** It draws on a map. */
  map?: true;
  /** Fields of a step that comes first, with their answers. */
  before?: { fields: Record<string, unknown>; answers: Answers };
  examples: WidgetExample[];
}

const folder = join(import.meta.dirname, "../../renderer/widgets/descriptors");
const isExamples = (name: string): boolean => name.endsWith(".json") && !name.endsWith(".schema.json");

/** The descriptors of all widgets, by name. Read anew each time: they are edited while the gallery is looked at. */
export async function widgetFiles(): Promise<WidgetFile[]> {
  const names = (await readdir(folder)).filter(isExamples).toSorted();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as WidgetFile),
  );
}
