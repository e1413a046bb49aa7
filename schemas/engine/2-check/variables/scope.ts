import type { Names } from "../../1-read/relative.ts";
import type { Rule, ValueType } from "../../types/index.ts";
import type { Values } from "../../diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "../../diagnostics/messages.ts";
import type { ScreenPlace } from "./screen-paths.ts";
import type { Brand, Field, Flow, Screen, ValueSchema } from "../project/project.ts";

/** What the rules of one place may read. */
export interface Scope {
  /** Who speaks, as a sentence begins: `La regla de "request.city"`. */
  owner: string;
  flow?: Flow;
  /** The step in which the rule is evaluated; fields of later steps have no answer yet. */
  step?: number;
  /** `value`: the answer that a check is about, and of which field, or of which type, where that is known. */
  value?: boolean | Field | ValueType;
  /** `option.value` and its like: an option that is offered or not. `values` are those that it can have, where known. */
  option?: { values?: string[] | undefined };
  /** `labels.<field>`, `submission.number` and its like: on the server, in programs. */
  program?: boolean;
  /** `advance.step` and `advance.visit`: in what is told whenever somebody goes on. */
  advance?: boolean;
  /** `filled.<query>`: in the program of a step. */
  filled?: boolean;
  /** Whether the submission has no number yet: it is given when it is accepted. */
  unnumbered?: boolean;
  /** `documents.<id>`: in what a program sends to a call. */
  documents?: boolean;
  /** `waits.<name>.address` and `.code`, in what a step's program sends to a call. */
  toldByWaits?: readonly string[];
  /** Of a query of a screen. */
  screen?: ScreenPlace;
  /** Inputs of a service's call. */
  input?: readonly string[];
  /** What a service's call answered, as far as it is known. */
  answer?: { call: string; schema: ValueSchema };
  /** `row.<key>`: an object of an answer, as far as it is known before a key of it is computed. */
  row?: ValueSchema;
  /** The status that it answered with. */
  status?: boolean;
  /** What `group.…`, `row.…` and `with.…` mean here. */
  names?: Names;
  /** Names of the parameters of the fragment or kind that the rule is written in; elsewhere the flow's count. */
  parameters?: ReadonlySet<string>;
  /** Who declares them: `El fragmento "person"`. */
  declares?: string;
  /** Whether what a pressed query gave may be read. */
  readsButtonQueries?: boolean;
  /** Takes the first step in which each query is read. */
  queries?: Map<string, number>;
  /** In a fragment that no flow uses, a full path may name a field of any flow. */
  open?: boolean;
  /** What a provider sent. */
  received?: boolean;
  /** Names that programs have left before; undefined where none can be read. */
  results?: ReadonlySet<string>;
  /** Of these, what was waited for, with what is read of it. */
  awaited?: ReadonlyMap<string, ValueSchema>;
  /** Of these, calls that failed where the rule stands. */
  failed?: ReadonlySet<string>;
  /** The brands in whose revisions the rule stands. */
  brands: Brand[];
}

export interface VariableProblem {
  code: DiagnosticCode;
  values: Values;
  suggestion?: string | undefined;
}

/** What a path reads, when it can be read. */
export type Reading =
  | { finding: VariableProblem }
  | { field: Field }
  | { fact: string }
  /** A query of the flow. */
  | { data: string; schema?: ValueSchema }
  /** What was given for a parameter: a rule with full paths. */
  | { given: Rule }
  /** What a named rule of the flow says, with full paths. */
  | { given: Rule; rule: string }
  /** Something else; what it can be, where a schema says it. */
  | { other: true; schema?: ValueSchema }
  /** What it means cannot be told, because of a mistake elsewhere or because the flow is not known. */
  | { unresolved: true };

/** What the words of one place may name, and whether they are Markdown. */
export interface WordScope {
  brands: Brand[];
  markdown: boolean;
  /** Whether that is paragraphs and lists too; without it, the slot says so. */
  body?: boolean;
  flow?: Flow;
  /** The type of content that there is one of the page for each entry of. A flow says it itself. */
  forEach?: string;
  /** Fields up to this step; without it, of all. */
  step?: number;
  results?: ReadonlySet<string>;
  /** Other names: `label`, `limit`, `submission.number`, `request.id`. */
  names: readonly string[];
  /** What a row is whose columns are among those names. */
  columns?: ValueSchema;
  /** Whether nothing but those names can be written here. */
  only?: boolean;
  /** What `group.…`, `row.…` and `with.…` mean here. */
  relative?: Names;
  /** Names of the parameters of the fragment or kind that the text is written in. */
  parameters?: ReadonlySet<string>;
  /** Whether what a pressed query gave may be shown. */
  readsButtonQueries?: boolean;
  /** In a fragment that no flow uses, a full path may name a field of any flow. */
  open?: boolean;
  /** The screen whose queries may be shown. */
  screen?: Screen;
  /** Who says it: `El texto`, `El correo "receipt"`. */
  owner: string;
}
