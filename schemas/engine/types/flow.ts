import type { Rule, ValueType } from "./answers.ts";
import type { KeptKey, WrittenField } from "./written.ts";
import type { BooleanWords, Format, OptionSource, TreeOption, Words } from "./words.ts";

/** What holds of a field while a rule does; the first one that holds counts. */
export interface Variant {
  when: Rule;
  schema: Record<string, unknown>;
  validator: string;
  says: Record<string, string>;
  format?: Format;
  keyboard?: CompiledField["keyboard"];
}

/** A rule over answers that must hold, and the code of the problem when it does not. */
export interface Check {
  rule: Rule;
  says: string;
}

/** Rules that give the limits of a number; where one gives no number, the schema's own holds. */
export interface NumberLimits {
  minimum?: Rule;
  maximum?: Rule;
}

/** What a percentage is a part of: the amount can be typed as well. */
export interface AmountShare {
  of: Rule;
  format: Format;
}

/** One labelled line that a display field shows. */
export interface DisplayItem {
  id: string;
  label: Words;
  text: Words;
  total?: true;
  visibleWhen?: Rule;
}

/** What it has besides is as it is written: the keys of `KeptKey`, which the grammar describes. */
export interface CompiledField extends Pick<WrittenField, KeptKey> {
  /** Without a row's id: a field in a list's rows is compiled once, as `step.list.field`. */
  path: string;
  /** The last segment of the path. */
  id: string;
  /** Path of the group or list in which it stands. */
  parent?: string;
  /** Path of the list in whose rows it stands. */
  list?: string;
  type: ValueType;
  /** A name in the renderer's widget registry. Presentation only. */
  widget: string;
  kind: string;
  label: Words;
  hint?: Words;
  placeholder?: string;
  /** What a consent or a display field says. */
  text?: Words;
  /** Of a display field: the address of its picture, and of the page that it leads to. */
  picture?: Words;
  to?: Words;
  /** Of a countdown: the instant at which the time is over, and what is said then. */
  until?: Words;
  over?: Words;
  /** Paths of the fields of a group, or of a list's rows, in order. */
  fields?: string[];
  /** Title of a list's row, with the placeholder `number`. */
  row?: Words;
  /** The button that adds a row to a list. */
  add?: Words;
  /** How the two ends of a range's scale are read, with the placeholder `value`. */
  below?: Words;
  above?: Words;
  /** Extensions of the files that are taken, without the dot. */
  accepts?: string[];
  /** What a display field shows under its text. */
  items?: DisplayItem[];
  /** When what it puts into a calendar is: paths of the answers with its day and its time, and how long it takes. */
  event?: { date: string; time: string; minutes: number };
  /** Of a raw-schema step: rjsf's uiSchema, and the validators of the sub-schemas by the hash that rjsf asks with. */
  raw?: { ui: Record<string, unknown>; subschemas: Record<string, string> };
  required: boolean | Rule;
  visibleWhen?: Rule;
  enabledWhen?: Rule;
  /** JSON Schema of the leaf. The validators are compiled from it. */
  schema: Record<string, unknown>;
  /** Export name in the revision's validator module. */
  validator: string;
  /** Problem code by schema keyword, where it is not the keyword itself; `*` is every other keyword. */
  says: Record<string, string>;
  checks: Check[];
  limits?: NumberLimits;
  share?: AmountShare;
  /** Other schemas, formats and words while their rules hold. */
  variants?: Variant[];
  /** Its value, worked out from others: nobody types it. */
  computed?: Rule;
  options?: OptionSource;
  format?: Format;
  /** Paths whose answers a change of this one clears, beyond those that follow from options. */
  resets: string[];
  /** Words of the problems that its kind or the field itself words, by the problem's `words`. */
  problems: Record<string, Words>;
  personal: boolean;
  /** What it holds tells a person or a car from all others: by it a submission is found. */
  identifies?: true;
}

export interface CompiledSection {
  id: string;
  title?: Words;
  body?: Words;
  /** Paths of its fields, in order; those inside groups and lists are named by these. */
  fields: string[];
}

export interface CompiledStep {
  id: string;
  /** Its segment in the address; the first step has none there. */
  slug: string;
  /** What stands behind `#` in its address, which leads to it from the flow's own address too. */
  anchor?: string;
  /** What it is called in the bar of steps, where that is not its title. */
  name?: Words;
  title: Words;
  body?: Words;
  /** Label of the button that continues. */
  action: Words;
  /** Of a last step: label of the button that leads home, where it is not the common one. */
  home?: Words;
  visibleWhen?: Rule;
  sections: CompiledSection[];
  /** What analytics is told when it was continued from: rules by name, which read nothing personal. */
  analytics?: { event: string; with: Record<string, Rule> };
  ends: boolean;
  /** Of a last step: whoever arrives there sees it in a dialog over the page. */
  dialog?: true;
}

export interface CompiledData {
  /** The query of this name of the screen that the flow is mounted on: that asks for it, and gives it on. */
  page?: string;
  call: string;
  on: "load" | "change" | "press";
  /** Inputs of the call, by name: rules over answers. Those that are not optional must be present, else the data is idle. */
  with: Record<string, Rule>;
  /** Names of inputs that are left out where they are absent. */
  optional?: string[];
  when?: Rule;
  /** Answers that are set when it becomes ready, and cleared when it failed; by path. */
  fills?: Record<string, Rule>;
}

/** What is asked or told before the person goes on. Its buttons' programs are the server's. */
export interface CompiledDialog {
  title: Words;
  body?: Words;
  buttons: { id: string; label: Words }[];
}

/** The public part of a flow in one brand's revision: what the browser gets. */
export interface CompiledFlow {
  flow: string;
  title: Words;
  /** It only asks and shows: it begins no run, and what is chosen is in the address. */
  finder?: true;
  /** A field of it draws on a map: its pages let the provider in. */
  map?: true;
  steps: CompiledStep[];
  /** All fields by path, in the order in which they are asked. */
  fields: Record<string, CompiledField>;
  data: Record<string, CompiledData>;
  trees: Record<string, TreeOption[]>;
  dialogs: Record<string, CompiledDialog>;
  /** Common words of problems, for the fields that have none of their own. */
  problems: Record<string, Words>;
  /** Revisions of before bring none. */
  booleans?: BooleanWords;
  /** Whether a person is to be told from a program on each Continuar, and what holds where nobody can say. */
  captcha?: { unanswered: "refuse" | "accept" };
  /** What is begun makes way for the next person: by a button with this label, and when nobody touched it for as long. */
  abandon?: { label: Words; minutes: number };
  /** A run that nobody touched today makes way for a new one. */
  expires?: "day";
  /** Path of the answer that says what a run is about: somebody has one open run for each of its values. */
  subject?: string;
  /** A run of it can be gone on with on another device, by a mail. */
  handoff?: CompiledHandoff;
}

export interface CompiledHandoff {
  /** Id of the mail that takes link and code there. */
  mail: string;
  /** Paths of answers with the person's address: the first that is answered is proposed. */
  email: string[];
  /** For how long link and code are good, once the mail has gone out. */
  minutes: number;
}
