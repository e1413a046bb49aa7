/** What the engine's parts hand to each other. Pure data: everything here can be written as JSON. */

/** A JSON Logic rule, as authors write it. */
export type Rule = unknown;

/** The value types that have a meaning in the engine. A kind is a preset over one of them. */
export type ValueType =
  | "text"
  | "number"
  | "money"
  | "boolean"
  /** `yyyy-mm-dd`. */
  | "date"
  /** `HH:mm`. */
  | "time"
  | "choice"
  /** Several of the options, each once. */
  | "choices";

/** A leaf answer. Absent is `undefined`; an empty text is absent too. */
export type Answer = string | number | boolean | string[];

/** Answers by full path (`step.field`; groups and lists add a segment). Never nested. */
export type Answers = Record<string, Answer | undefined>;

/**
 * Words after compilation: plain text, or nodes where there is Markdown or a placeholder.
 * Placeholders are nodes of their own, so that what a person typed never becomes markup.
 */
export type Words = string | WordNode[];
export type WordNode =
  | string
  | { var: string }
  | { tag: "p" | "strong" | "em" | "ul" | "ol" | "li" | "br"; children: WordNode[] }
  | { tag: "a"; href: string; children: WordNode[] };

/** One thing to choose. */
export interface Option {
  value: string;
  label: Words;
  description?: string;
}

/** A static option tree; the children of an option are offered under it. */
export interface TreeOption extends Option {
  options?: TreeOption[];
}

/** Where a choice takes its options from. */
export type OptionSource = { list: Option[] } | { tree: string; under?: string } | { data: string };

/** How a text is typed, shown and stored: a named format of `operations/formats.ts`. */
export interface Format {
  operation: string;
  with: Record<string, unknown>;
}

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

export interface CompiledField {
  path: string;
  /** The last segment of the path. */
  id: string;
  type: ValueType;
  /** A name in the renderer's widget registry. Presentation only. */
  widget: string;
  kind: string;
  label: Words;
  hint?: Words;
  placeholder?: string;
  /** What a consent says. */
  text?: Words;
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
  /** Other schemas, formats and words while their rules hold. */
  variants?: Variant[];
  /** Its value, worked out from others: nobody types it. */
  computed?: Rule;
  options?: OptionSource;
  format?: Format;
  keyboard?: "text" | "email" | "tel" | "numeric" | "decimal";
  autocomplete?: string;
  capitalize?: "none" | "words" | "characters";
  /** Paths whose answers a change of this one clears, beyond those that follow from options. */
  resets: string[];
  /** Words of the problems that its kind or the field itself words, by the problem's `words`. */
  problems: Record<string, Words>;
  personal: boolean;
}

export interface CompiledSection {
  id: string;
  title?: Words;
  body?: Words;
  /** Paths of its fields, in order. */
  fields: string[];
}

export interface CompiledStep {
  id: string;
  /** Its segment in the address; the first step has none there. */
  slug: string;
  title: Words;
  body?: Words;
  /** Label of the button that continues. */
  action: Words;
  visibleWhen?: Rule;
  sections: CompiledSection[];
  ends: boolean;
}

export interface CompiledData {
  call: string;
  on: "load" | "change" | "press";
  /** Inputs of the call, by name: rules over answers. All must be present, else the data is idle. */
  with: Record<string, Rule>;
  when?: Rule;
}

/** The public part of a flow in one brand's revision: what the browser gets. */
export interface CompiledFlow {
  flow: string;
  title: Words;
  steps: CompiledStep[];
  /** All fields by path, in the order in which they are asked. */
  fields: Record<string, CompiledField>;
  data: Record<string, CompiledData>;
  trees: Record<string, TreeOption[]>;
  /** Common words of problems, for the fields that have none of their own. */
  problems: Record<string, Words>;
}

// -------------------------------------------------------------------------------------------- private part

/** Inputs of a call or a mapping: a rule, or a rule with a condition under which the key is there. */
export type Mapping = Record<string, Rule | { value: Rule; when: Rule }>;

export type DeliverySpec = { mail: string } | { call: string; with: Mapping };

/** One line of a program. `when` left out means always. */
export type Instruction = { when?: Rule } & (
  | { submit: { deliver: DeliverySpec[] } }
  | { call: string; as?: string; with?: Mapping; onFailure: Instruction[] }
  | { set: Record<string, Rule> }
  | { go: string }
  | { redirect: string }
  | { refuse: string }
);

export interface CompiledMail {
  to: Rule;
  subject: Words;
  body: Words;
  /** Whether the questions and answers follow the body. */
  answers: boolean;
}

/** A call of a backend service. */
export interface CompiledCall {
  service: string;
  call: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** JSON Schema by input name. */
  input: Record<string, Record<string, unknown>>;
  /** Names of inputs that may be absent. */
  optional: string[];
  /** Rules over `input` and `brand` (facts already folded in). */
  query: Record<string, Rule>;
  body?: Rule;
  /** JSON Schema of the answer's body. */
  answer?: Record<string, unknown>;
  /** How a list becomes options: names of keys in each row. */
  options?: { value: string; label: string; description?: string };
  /** Milliseconds. */
  timeout: number;
  /** Seconds that an answer may be reused for the same call, inputs and brand; 0 is never. */
  cache: number;
}

export interface CompiledProgram {
  /** By step id: what Continuar does. A step without one goes to the next visible step. */
  onContinue: Record<string, Instruction[]>;
  mails: Record<string, CompiledMail>;
}

// ------------------------------------------------------------------------------------------------ revision

export interface CompiledBlock {
  block: string;
  [slot: string]: unknown;
}

export interface CompiledScreen {
  screen: string;
  route: string;
  title: string;
  description?: string;
  indexed: boolean;
  /** HTTP status of the page. */
  answers: number;
  breadcrumbs: { label: string; to?: string }[];
  /** A page for a failed attempt: what happens where no answers are kept. */
  failure?: { otherwise: string; after: number; keep: string[] };
  blocks: CompiledBlock[];
  /** The flow that is mounted here, if any. */
  flow?: string;
}

export interface BrandTheme {
  colours: { primary: string; accent: string; ink: string; surface: string };
  radius: string;
  headings: string;
}

/** What every page of a brand needs. Public. */
export interface CompiledBrand {
  brand: string;
  name: string;
  locale: string;
  timeZone: string;
  country: string;
  theme: BrandTheme;
  screens: CompiledScreen[];
  /** Common words by key without `common.`: continue, back, summary.title… */
  words: Record<string, Words>;
}

/** The whole meaning of one brand at one moment. Immutable, named by `hash`. */
export interface Revision {
  hash: string;
  brand: string;
  public: { brand: CompiledBrand; flows: Record<string, CompiledFlow> };
  private: {
    facts: Record<string, unknown>;
    /** Host names, lower case, without port. */
    hosts: string[];
    programs: Record<string, CompiledProgram>;
    calls: Record<string, CompiledCall>;
  };
}

// ---------------------------------------------------------------------------------------------- evaluation

export type DataStatus = "idle" | "loading" | "ready" | "empty" | "failed";

/** What is known of one data query. `inputs` are those the answer belongs to. */
export interface DataState {
  status: DataStatus;
  inputs: Record<string, Answer>;
  options?: Option[];
}

/** What rules may read besides answers. `today` is `yyyy-mm-dd`, given by the server. */
export interface Context {
  today: string;
  data: Record<string, DataState>;
  results: Record<string, unknown>;
}

/** What a shopper sees. `code` is `required`, a schema keyword, or `<kind>.<word>`. */
export interface Problem {
  path: string;
  code: string;
  /** The key in the field's `problems`, else in the flow's; `problemWords` reads them. */
  words: string;
  /** Values of the placeholders in the words. */
  values: Record<string, string>;
}

export interface FieldState {
  visible: boolean;
  required: boolean;
  enabled: boolean;
  /** Index of the variant that holds, if one does. */
  variant?: number | undefined;
  /** The effective value: absent when hidden or disabled. */
  value: Answer | undefined;
  /** A rule of it could not be evaluated. */
  failed?: true | undefined;
  problem?: Problem | undefined;
  /** What can be chosen now. Only on choices. */
  options?: Option[] | undefined;
  /** The state of the data that the options come from. */
  status?: DataStatus | undefined;
}

export interface Evaluation {
  /** Ids of the visible steps, in order. */
  steps: string[];
  fields: Record<string, FieldState>;
  /** Effective answers: only of visible and enabled fields. */
  values: Answers;
  /** Paths that have an answer which is not effective. */
  cleared: string[];
  /** Problems of visible fields, in the order in which they are asked. */
  problems: Problem[];
  /** Inputs of each data query, or null where one is absent or its condition does not hold. */
  inputs: Record<string, Record<string, Answer> | null>;
}

/** What a leaf's validator says; Ajv's error objects, of which these parts are read. */
export interface LeafError {
  keyword: string;
  params: Record<string, unknown>;
}

export type LeafValidator = {
  (value: unknown): boolean;
  errors?: LeafError[] | null;
};

export type Validators = Record<string, LeafValidator>;

// ------------------------------------------------------------------------------------------ authors' side

/** The texts of definition files by path from the project's root, e.g. `schemas/kinds/email.json`. */
export type Sources = Record<string, string>;

export interface Diagnostic {
  /** A permanent word, e.g. `unknown-field`. Its meaning is in `schemas/language/diagnostics.md`. */
  code: string;
  severity: "error" | "warning";
  file: string;
  /** One-based. */
  line: number;
  column: number;
  /** Characters of the offending value on its line; at least 1. */
  length: number;
  /** What is wrong, in Spanish, in the author's own ids. */
  message: string;
  /** How to mend it, in Spanish. */
  mend: string;
  /** The nearest match, when there is one. */
  suggestion?: string;
  /** The line it stands on. */
  excerpt: string;
}
