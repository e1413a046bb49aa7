import {
  asAnswer,
  plainWords,
  ruleVariables,
  waitBranches,
  type Answers,
  type AwaitLine,
  type CompiledProgram,
  type DeliverySpec,
  type Instruction,
  type Mapping,
  type Outcome,
  type Revision,
  type Rule,
  type WaitOutcome,
  type Words,
} from "../../schemas/engine/serve.ts";
import { dayIn, timeIn } from "../clock.ts";
import { matchScreen } from "../definitions/match-screen.ts";
import { isUnresolved, type CallResult } from "../services/result.ts";
import type { LoggedCallSite } from "../store/calls.ts";
import type { NewLinkedRun } from "../store/linked-runs.ts";
import type { CreatedSubmission } from "./commit-attempt.ts";
import { awaitAt, type PreparedWait } from "./prepare-waits.ts";
import { notMounted } from "./errors.ts";
import {
  applies,
  evaluateRule,
  fillFor,
  mapInput,
  mapValues,
  programScope,
  type ProgramValues,
} from "../evaluation/program-scope.ts";

export type CallLine = Extract<Instruction, { call: string }>;

/** What a program is run with. It writes nothing itself: an example beside a flow runs the same. */
export interface ProgramRun {
  revision: Revision;
  step: string;
  program: CompiledProgram;
  /** Its results grow while the program runs. */
  values: ProgramValues;
  /** Makes the call of the line at `place`; `from` is where its answer is kept, where it was made. */
  call(line: CallLine, place: string): Promise<{ result: CallResult; from?: LoggedCallSite }>;
  /** Stores the submission as pending; where a sequence is named, its number is of that one. */
  submit(sequence?: string): Promise<CreatedSubmission>;
  /** Dialogs that the person agreed to: their lines do nothing. */
  passed: string[];
  /** What it can wait for, by name. */
  waits: ReadonlyMap<string, PreparedWait>;
  /** Whether the brand has a page for a flow. */
  mounts(flow: string): boolean;
  /** Says that the attempt is still at work, before something that may take long. */
  stillBusy(): Promise<void>;
}

/** Where a program ended, and what it leaves to be written in one transaction. */
export interface ProgramEnd {
  outcome: Outcome;
  submission?: CreatedSubmission & { deliver: DeliverySpec[] };
  /** What `set` and `submit` leave for later rules and words. */
  kept: Record<string, unknown>;
  /** Calls on whose answers a failure, or a dialog, was decided. */
  decidedOn: LoggedCallSite[];
  /** Runs that are put in line. */
  begun: NewLinkedRun[];
  /** Whether a service may have done what was asked without saying so. */
  unsure: boolean;
  /** Answers of later steps that begin with something. */
  filled: Answers;
  /** Where it stopped to wait; a branch goes on from there. */
  wait?: StoppedProgram;
}

/** A program that waits, with what its branches need. */
export interface StoppedProgram {
  id: string;
  line: AwaitLine;
  left: LeftByProgram;
}

/** What a program had left when it stopped to wait, as it can be kept. */
export interface LeftByProgram {
  deliver?: { sequence?: string; deliver: DeliverySpec[] };
  decidedOn: LoggedCallSite[];
  begun: NewLinkedRun[];
  unsure: boolean;
  filled: Answers;
  callsByName: [string, LoggedCallSite[]][];
}

/** Where the program of a dialog's button ended. */
export interface ButtonEnd {
  /** `again`: the step's program is to run. */
  outcome: Outcome | Again;
  kept: Record<string, unknown>;
  /** Paths of answers to clear. */
  clear: string[];
}

interface Again {
  again: "retry" | "resume";
}

type Ending = Omit<ProgramEnd, "outcome"> & {
  clear: string[];
  /** The sequence of what was submitted. */
  sequence?: string;
  /** The calls that each name was made of: its own, or those whose answers a `set` read. */
  callsByName: Map<string, LoggedCallSite[]>;
};

const beginning = (): Ending => ({
  kept: {},
  decidedOn: [],
  begun: [],
  unsure: false,
  filled: {},
  clear: [],
  callsByName: new Map(),
});

/** Runs what Continuar does on a step. @throws {RuleError} when a rule cannot be evaluated: then nothing goes on. */
export async function runProgram(work: ProgramRun): Promise<ProgramEnd> {
  const end = beginning();
  const lines = work.program.onContinue[work.step] ?? [];
  return ended(end, (await runLines(work, lines, "", end)) ?? nextStep(work));
}

/**
 * Goes on where a program stopped to wait, by the branch of what came. Where that is not what was waited for, leaving the
 * flow is no success. @throws {RuleError}
 */
export async function runBranch(
  work: ProgramRun,
  {
    place,
    left,
    outcome,
    came,
  }: { place: string; left: LeftByProgram; outcome: WaitOutcome; came: { data: object } },
): Promise<ProgramEnd> {
  const line = awaitAt(work.program.onContinue[work.step] ?? [], place);
  const branch = waitBranches[outcome];
  const { deliver, callsByName, ...rest } = left;
  const end: Ending = { ...beginning(), ...rest, callsByName: new Map(callsByName) };
  work.values.results[line.as] = came;
  if (deliver) await submit(work, deliver, end);
  const lines = line[branch];
  // The checker wants each branch that can be taken.
  if (!lines) throw new Error(`there is no "${branch}"`);
  const led = await runLines(work, lines, `${place}/${branch}/`, end, outcome !== "came");
  return ended(end, led ?? nextStep(work));
}

function ended(end: Ending, outcome: Outcome | Again): ProgramEnd {
  if ("again" in outcome) throw new Error(`only a dialog's button may ${outcome.again}`);
  const { kept, decidedOn, begun, unsure, filled, submission, wait } = end;
  return {
    outcome,
    kept,
    decidedOn,
    begun,
    unsure,
    filled,
    ...(submission ? { submission } : {}),
    ...(wait ? { wait } : {}),
  };
}

/** Runs what a button of a dialog does; one that says nothing else closes it. @throws {RuleError} */
export async function runButton(
  work: ProgramRun,
  { id, button }: { id: string; button: string },
  lines: Instruction[],
): Promise<ButtonEnd> {
  const end = beginning();
  const outcome = (await runLines(work, lines, `dialogs/${id}/${button}/`, end)) ?? { close: [] };
  return { outcome, kept: end.kept, clear: end.clear };
}

/** A program that says nowhere to go, and a step without one, go to the next visible step. */
function nextStep({ values, step }: ProgramRun): Outcome {
  const { steps } = values.evaluation;
  const next = steps[steps.indexOf(step) + 1];
  if (next === undefined) throw new Error(`there is no step after "${step}"`);
  return { go: next };
}

async function runLines(
  work: ProgramRun,
  lines: Instruction[],
  prefix: string,
  end: Ending,
  isFailing = false,
): Promise<Outcome | Again | undefined> {
  for (const [index, line] of lines.entries()) {
    if (!applies(line.when, programScope(work.values))) continue;
    const place = `${prefix}${index}`;
    const outcome = await runLine(work, line, place, end, isFailing);
    if (!outcome) continue;
    if (failed(outcome)) end.decidedOn.push(...callsRead(end, line.when));
    return outcome;
  }
  return undefined;
}

/** The calls of this program whose answers rules read. */
const callsRead = ({ callsByName }: Ending, rules: Mapping[string] | Mapping | undefined): LoggedCallSite[] =>
  ruleVariables((rules ?? null) as Rule).flatMap((path) => callsByName.get(path.split(".", 1)[0]!) ?? []);

async function runLine(
  work: ProgramRun,
  line: Instruction,
  place: string,
  end: Ending,
  /** Whether it is done because a call failed. */
  isFailing: boolean,
): Promise<Outcome | Again | undefined> {
  const { values } = work;
  if ("submit" in line) {
    await submit(work, line.submit, end);
    return undefined;
  }
  if ("set" in line) {
    const set = mapValues(line.set, programScope(values));
    for (const [name, value] of Object.entries(set)) {
      end.callsByName.set(name, callsRead(end, line.set[name]));
      keep(values, end, name, value);
    }
    return undefined;
  }
  if ("fill" in line) {
    Object.assign(end.filled, answersToFill(values, line.fill));
    return undefined;
  }
  if ("call" in line) {
    const { result, from } = await work.call(line, place);
    if (line.as !== undefined) {
      values.results[line.as] = result;
      end.callsByName.set(line.as, from ? [from] : []);
    }
    end.unsure ||= isUnresolved(result);
    // What it would have sent came from answers that another try is to ask for again.
    if (result.failure === "invalid-input") end.decidedOn.push(...callsRead(end, line.with));
    return result.ok ? undefined : await runLines(work, line.onFailure, `${place}/`, end, true);
  }
  if ("go" in line) return { go: line.go };
  if ("redirect" in line) {
    const { redirect, keep: along, anew, says, analytics } = line;
    return {
      redirect,
      failure: isFailing || isFailurePage(work.revision, redirect),
      ...(along ? { keep: along } : {}),
      ...(anew ? { anew } : {}),
      ...(analytics ? { analytics } : {}),
      ...(says === undefined ? {} : { says: inShort(fillFor(values, says)) }),
    };
  }
  if ("dialog" in line) return work.passed.includes(line.dialog) ? undefined : dialogOf(values, line.dialog);
  if ("begin" in line) {
    end.begun.push(begunBy(work, line, place));
    return undefined;
  }
  if ("clear" in line) {
    end.clear.push(...line.clear);
    return undefined;
  }
  if ("await" in line) {
    const { id } = work.waits.get(line.as)!;
    end.wait = { id, line, left: leftBy(end) };
    return { wait: id };
  }
  if ("close" in line) return { close: [] };
  if ("retry" in line) return { again: "retry" };
  if ("resume" in line) return { again: "resume" };
  const text = plainWords(fillFor(work.values, line.refuse));
  return { refuse: [{ path: "", code: text, words: text, values: {} }] };
}

async function submit(
  work: ProgramRun,
  { sequence, deliver }: { sequence?: string; deliver: DeliverySpec[] },
  end: Ending,
): Promise<void> {
  await work.stillBusy();
  const submission = await work.submit(sequence);
  end.submission = { ...submission, deliver };
  if (sequence !== undefined) end.sequence = sequence;
  keep(work.values, end, "submission", submissionResult(work.revision, submission));
}

const leftBy = ({
  submission,
  sequence,
  decidedOn,
  begun,
  unsure,
  filled,
  callsByName,
}: Ending): LeftByProgram => ({
  ...(submission
    ? { deliver: { deliver: submission.deliver, ...(sequence === undefined ? {} : { sequence }) } }
    : {}),
  decidedOn,
  begun,
  unsure,
  filled,
  callsByName: [...callsByName],
});

/** What the questions of later steps begin with: those that are asked, and have no answer. */
function answersToFill(values: ProgramValues, fill: Record<string, Rule>): Answers {
  const { fields, values: answers } = values.evaluation;
  const open = Object.entries(fill).filter(([path]) => fields[path]?.visible && answers[path] === undefined);
  const scope = programScope(values);
  return Object.fromEntries(
    open.flatMap(([path, rule]) => {
      const answer = asAnswer(evaluateRule(rule, scope));
      return answer === undefined || answer === "" ? [] : [[path, answer]];
    }),
  );
}

/** Characters that a page of a failure says: what a service answers may be of any length. */
const maxWordsLength = 400;

const inShort = (words: Words): Words => {
  const text = plainWords(words);
  // Cutting may halve a sign, and half of one is none.
  return text.length <= maxWordsLength ? words : `${text.slice(0, maxWordsLength).toWellFormed()}…`;
};

function dialogOf(values: ProgramValues, id: string): Outcome {
  const { dialogs } = values.prepared.flow;
  if (!Object.hasOwn(dialogs, id)) throw new Error(`there is no dialog "${id}"`);
  const { title, body } = dialogs[id]!;
  return {
    dialog: id,
    title: fillFor(values, title),
    ...(body === undefined ? {} : { body: fillFor(values, body) }),
  };
}

/** @throws {ApiError} `unavailable` where the brand has no page for the flow: nobody could go on there. */
function begunBy(
  work: ProgramRun,
  { begin: flow, with: parameters, answers }: Extract<Instruction, { begin: string }>,
  line: string,
): NewLinkedRun {
  if (!work.mounts(flow)) throw notMounted();
  const scope = programScope(work.values);
  return { line, flow, parameters: mapInput(parameters, scope), answers: mapInput(answers, scope) };
}

/** What rules and words read of a submission: its day and time are those of the brand's zone. */
function submissionResult(
  { hash, public: { brand } }: Revision,
  { number, created_at, take }: CreatedSubmission,
) {
  const made = new Date(created_at);
  // One that is numbered when it is accepted has none yet.
  return {
    ...(take ? {} : { number }),
    day: dayIn(brand.timeZone, made),
    time: timeIn(brand.timeZone, made),
    revision: hash,
  };
}

function keep(values: ProgramValues, end: Ending, name: string, value: unknown): void {
  values.results[name] = value;
  end.kept[name] = value;
}

/** An address without its query and fragment. */
export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0]!;

/** Whether the shopper did not get what the button promised, or not yet. */
export const failed = (outcome: Outcome | Again): boolean =>
  "refuse" in outcome || "dialog" in outcome || ("redirect" in outcome && outcome.failure);

const isFailurePage = (revision: Revision, address: string): boolean =>
  matchScreen(revision, pathOf(address))?.screen.failure !== undefined;
