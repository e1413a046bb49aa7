import type { Rule } from "./answers.ts";
import type { WordNode, Words } from "./words.ts";

/** Inputs of a call: a rule, or one with a condition under which the key is there, or an object of such entries. */
export type Mapping = Record<string, Rule | { value: Rule; when: Rule } | { object: Mapping; when?: Rule }>;

/** A mail goes to nobody where its `to` gives none; a call is made where `when` holds. */
export type DeliverySpec =
  | { mail: string }
  /** `forEach` is an input, with the list for whose values the call is made; `after` goes out once it succeeded. */
  | { call: string; with: Mapping; forEach?: Record<string, Rule>; when?: Rule; after?: DeliverySpec[] };

/** A call that goes out whenever somebody goes on to another step. */
export interface AdvanceCall {
  call: string;
  with: Mapping;
  when?: Rule;
}

/** An event for analytics whose texts are written out: it can hold nothing of a person. */
export interface StaticEvent {
  event: string;
  [name: string]: string;
}

/** One line of a program. `when` left out means always. The last four stand in programs of buttons only. */
export type Instruction = { when?: Rule } & (
  | { submit: { deliver: DeliverySpec[]; sequence?: string } }
  | { call: string; as?: string; with?: Mapping; onFailure: Instruction[] }
  | { set: Mapping }
  /** Answers of later steps, by path: where there is none yet, it begins with what the rule gives. */
  | { fill: Record<string, Rule> }
  /** Puts a run of another flow in line: the person is taken there when this one ends. */
  | { begin: string; with: Record<string, Rule>; answers: Record<string, Rule> }
  | { go: string }
  | { dialog: string }
  /**
   * `keep` names query parameters that go along; `utm` is all whose name begins so. `says` is for a page of failures.
   * `analytics` is told to the brand's analytics.
   */
  | { redirect: string; keep?: string[]; anew?: true; says?: Words; analytics?: StaticEvent }
  | { refuse: Words }
  | { close: true }
  | { retry: true }
  /** Continuar again, passing the dialog whose button this is. */
  | { resume: true }
  /** Paths of answers to clear. */
  | { clear: string[] }
  | AwaitLine
);

/** How a wait ends. `timeout` is told by the clock alone. */
export type WaitOutcome = "came" | "refused" | "timeout" | "cancelled";

/** What an event can say of itself. */
export type EventOutcome = Exclude<WaitOutcome, "timeout">;

/** Until when a run waits: so many minutes, or a day in the brand's zone, at its end where there is no time. */
export type WaitLimit = { minutes: number } | { day: Rule; time?: Rule };

/** The run stops here until an event comes or its time is over; one of the branches goes on then. */
export interface AwaitLine {
  /** A type of event. */
  await: string;
  /** By what the branches read `{outcome, data}`: what came. */
  as: string;
  until: WaitLimit;
  title: Words;
  body?: Words;
  /** Label of the button that asks whether it has come; left out, the common one. */
  check?: Words;
  /** Label of the button that cancels; without, the person cannot. */
  cancel?: Words;
  /** Where the person is taken when it begins: an address of this site. Nothing, or an empty text, is nowhere. */
  page?: Rule;
  /** Until when that page is good for something: an instant. Nothing is until the wait is over. */
  pageUntil?: Rule;
  /** Label of the button that leads there; left out, the common one. */
  open?: Words;
  /** Label of the field for a one-time code, which calls before it are told; without, no code ends it. */
  code?: Words;
  onCame: Instruction[];
  onRefused?: Instruction[];
  onTimeout: Instruction[];
  onCancelled?: Instruction[];
}

/** A sort of event that programs can wait for. */
export interface CompiledEventType {
  outcomes: EventOutcome[];
  /** JSON Schema by name. */
  payload: Record<string, Record<string, unknown>>;
  /** Names that may be absent. */
  optional: string[];
  /** How what a provider sends is read: rules over `received`. Left out, no address takes one. */
  receives?: {
    /** The first that holds, in the order refused, cancelled, came. */
    outcomes: Partial<Record<EventOutcome, Rule>>;
    /** What tells an event from the next one; left out, all that was sent. */
    key?: Rule;
    with: Record<string, Rule>;
  };
}

export interface CompiledMail {
  to: Rule;
  subject: Words;
  body: Words;
  /** Whether the questions and answers follow the body. */
  answers: boolean;
  /** Ids of documents. */
  attach: string[];
  /** Paths of fields whose lines, words and buttons follow the body. */
  shows?: string[];
  /** Path of the field that says what goes into a calendar. */
  calendar?: string;
  /** A button to a page of the site, where the rule gives one. */
  link?: { label: Words; to: Rule };
}

/** A file made of a submission. */
export interface CompiledDocument {
  format: "pdf" | "excel";
  title: Words;
  body?: Words;
  /** Whether the questions and answers follow the body. */
  answers: boolean;
  /** What follows the answers. */
  closing?: Words;
  /** What stands under the line to sign on. */
  signature?: Words;
}

/** Numbers of submissions, one after the other, per brand and flow. */
export interface CompiledSequence {
  /** With the placeholders `number` and `year`. */
  text: string;
  /** Digits of the number, with zeros in front. */
  digits: number;
  /** When it begins again at 1. */
  every: "year" | "never";
  /**
   * When a submission is given its number: when it is accepted, without gaps; or when it is stored, before anybody is
   * asked anything, and one that fails keeps its own. Left out, in a program of an older engine, it is the first.
   */
  given?: "accepted" | "stored";
}

/**
 * How an answer becomes options. What is read of a row is the name of one of its keys, or words whose placeholders are
 * its keys. A row that is a text or a number is `{ value }`.
 */
export interface CompiledOptions {
  /** A rule over `answer` and `input` that gives the rows; left out, the answer is the rows. */
  rows?: Rule;
  /** Name of a key. */
  value: string;
  label: string | WordNode[];
  description?: string | WordNode[];
  /** Names of keys. */
  place?: { latitude: string; longitude: string };
}

/** A call of a backend service. */
/** A key of an answer that its service does not send. */
export interface ComputedColumn {
  /** The keys that lead to its objects; `*` stands for each row of a list. */
  at: string[];
  key: string;
  /** Over `row`, the object, and `today`. */
  rule: Rule;
  /** JSON Schema of what it gives. */
  schema: Record<string, unknown>;
  /** Whether an answer without it is none. */
  required: boolean;
}

/** What the log says of a failed call: with which failures, for which answers (a rule over `answer` and `status`). */
export interface FailureText {
  on: ("timeout" | "unreachable" | "status" | "garbled" | "refused")[];
  when?: Rule;
  /** What stands beside the text: it need not be the status that came. */
  status?: number;
  text: string;
}

export interface CompiledCall {
  service: string;
  call: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** JSON Schema by input name. */
  input: Record<string, Record<string, unknown>>;
  /** Names of inputs that may be absent. */
  optional: string[];
  /**
   * One name with values: it is made once for each of them, which its rules read as an input of this name. Whoever makes
   * it does not give it. Rows of options are put one after the other; else the first answer that holds something counts.
   */
  forEach?: Record<string, string[]>;
  /** Rules over `input` and `brand` (facts already folded in). */
  query: Record<string, Rule>;
  /** Rules over the same, by header name in lower case; beside the headers that every request has. */
  headers?: Record<string, Rule>;
  /** The header of that name. Left out the token, it is the setting of the service and brand. */
  authorization?: { scheme: "token" | "bearer"; token?: Rule };
  /** Whether it carries what proves that a person asks. */
  captcha?: true;
  /** Whether it carries the Internet address of the person who asks. */
  visitorAddress?: true;
  /** Whether it carries who is signed in. Where nobody is, it is not made. */
  person?: true;
  /** Whether a success signs the person in whom its answer names. */
  signsIn?: true;
  body?: Rule;
  /** A body of parts in the place of `body`, by part name: file answers, and texts. */
  multipart?: { files: Record<string, Rule>; fields: Record<string, Rule> };
  /** JSON Schema of the answer's body, as the service sends it. */
  answer?: Record<string, unknown>;
  /** Keys that are put into the answer, in the order in which they are computed. */
  computed?: ComputedColumn[];
  /** A rule over `answer` and `status`: whether a good status is a success. Left out, it is. */
  success?: Rule;
  /** Statuses that mean that there is nothing of what was asked for, not that the service failed. */
  empty?: number[];
  options?: CompiledOptions;
  /** A rule over `answer`: what a data query of this call gives to rules and words. */
  value?: Rule;
  /** Milliseconds, of each try. */
  timeout: number;
  /**
   * How many more times it is made, with the same key, while the service answers with one of these statuses, with what
   * nobody can read (`garbled`), or with what `success` does not take for one (`refused`).
   */
  retries?: {
    times: number;
    on: (number | "4XX" | "5XX" | "garbled" | "refused")[];
    /** How many more times, too, while a good answer does not fit this rule over `answer` and `status`. */
    until?: { answer: Rule; times: number };
  };
  /** What the log says of its failures, in these words: the first that fits. */
  failureTexts?: FailureText[];
  /** How often it may be made for one value of a rule over `input`, and from one Internet address. */
  limit?: {
    by: Rule;
    times: number;
    minutes: number;
    perAddress?: { times: number; minutes: number };
  };
  /** Seconds that an answer may be reused for the same call, inputs and brand; 0 is never. */
  cache: number;
}

export interface CompiledProgram {
  /** By step id: what Continuar does. A step without one goes to the next visible step. */
  onContinue: Record<string, Instruction[]>;
  /** By dialog and button: what the button does. */
  onPress: Record<string, Record<string, Instruction[]>>;
  mails: Record<string, CompiledMail>;
  documents: Record<string, CompiledDocument>;
  sequences: Record<string, CompiledSequence>;
  /** Left out, in a program of an older engine too, nobody is told how far people came. */
  onAdvance?: AdvanceCall[];
  /** For how long submissions are kept, in whole years. Left out, the server's default. */
  retention?: { years: number; basis?: string };
  /** Answers that may say whose a submission is, in their order. Left out, details of the person say it. */
  sender?: { document: string[]; email: string[] };
}
