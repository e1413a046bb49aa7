import { createHash } from "node:crypto";
import {
  ruleVariables,
  type CompiledProgram,
  type DeliverySpec,
  type Instruction,
  type Outcome,
  type Revision,
} from "../../schemas/engine/all.ts";
import type { Clock } from "../clock.ts";
import type { CallResult, Services } from "../services/services.ts";
import { answeredCall, keepAnswer, logCall, type CallPlace } from "../store/calls.ts";
import type { Store } from "../store/store.ts";
import { applies, evaluateRule, mapInput, programScope, type ProgramValues } from "./scope.ts";

export interface ProgramRun {
  store: Store;
  services: Services;
  clock: Clock;
  revision: Revision;
  run: string;
  step: string;
  program: CompiledProgram;
  /** Its results grow while the program runs. */
  values: ProgramValues;
  /** Stores the submission as pending and gives its number. */
  submit(): Promise<string>;
  /** Milliseconds until the whole attempt has to be over. */
  timeLeft(): number;
  /** Says that the attempt is still at work, before something that may take long. */
  stillBusy(): Promise<void>;
}

/** Where a program ended, and what it leaves to be written in one transaction. */
export interface ProgramEnd {
  outcome: Outcome;
  submission?: { number: string; deliver: DeliverySpec[] };
  /** What `set` and `submit` leave for later rules and words. */
  kept: Record<string, unknown>;
  /** Calls on whose answers a failure was decided. */
  decidedOn: CallPlace[];
}

type Ending = Omit<ProgramEnd, "outcome"> & {
  /** Where the result of each name came from. */
  callsByName: Map<string, CallPlace>;
};

/** Runs what Continuar does on a step. @throws {RuleError} when a rule cannot be evaluated: then nothing goes on. */
export async function runProgram(work: ProgramRun): Promise<ProgramEnd> {
  const end: Ending = { kept: {}, decidedOn: [], callsByName: new Map() };
  const lines = work.program.onContinue[work.step] ?? [];
  const outcome = (await runLines(work, lines, "", end)) ?? nextStep(work);
  const { kept, decidedOn, submission } = end;
  return { outcome, kept, decidedOn, ...(submission ? { submission } : {}) };
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
): Promise<Outcome | undefined> {
  for (const [index, line] of lines.entries()) {
    if (!applies(line.when, programScope(work.values))) continue;
    const place = `${prefix}${index}`;
    const outcome = await runLine(work, line, place, end);
    if (!outcome) continue;
    if (failed(outcome)) {
      const read = ruleVariables(line.when ?? null).map((path) => path.split(".", 1)[0]!);
      end.decidedOn.push(...read.flatMap((name) => end.callsByName.get(name) ?? []));
    }
    return outcome;
  }
  return undefined;
}

async function runLine(
  work: ProgramRun,
  line: Instruction,
  place: string,
  end: Ending,
): Promise<Outcome | undefined> {
  const { values } = work;
  if ("submit" in line) {
    await work.stillBusy();
    const number = await work.submit();
    end.submission = { number, deliver: line.submit.deliver };
    keep(values, end, "submission", { number });
    return undefined;
  }
  if ("set" in line) {
    const scope = programScope(values);
    for (const [name, rule] of Object.entries(line.set)) {
      keep(values, end, name, evaluateRule(rule, scope));
    }
    return undefined;
  }
  if ("call" in line) {
    const { result, from } = await callOnce(work, line, place);
    if (line.as !== undefined) {
      values.results[line.as] = result;
      end.callsByName.set(line.as, from);
    }
    return result.ok ? undefined : await runLines(work, line.onFailure, `${place}/`, end);
  }
  if ("go" in line) return { go: line.go };
  if ("redirect" in line) {
    return { redirect: line.redirect, failure: isFailurePage(work.revision, line.redirect) };
  }
  return { refuse: [{ path: "", code: line.refuse, words: line.refuse, values: {} }] };
}

function keep(values: ProgramValues, end: Ending, name: string, value: unknown): void {
  values.results[name] = value;
  end.kept[name] = value;
}

/** Whether the shopper did not get what the button promised. */
export const failed = (outcome: Outcome): boolean =>
  "refuse" in outcome || ("redirect" in outcome && outcome.failure);

const isFailurePage = (revision: Revision, path: string): boolean =>
  revision.public.brand.screens.some(({ route, failure }) => route === path && failure !== undefined);

/**
 * Makes a call that was not answered before. It is written down first, and carries the same key whenever it is
 * repeated, so that a service that knows keys does its work once; with others a lost answer means at least once.
 */
async function callOnce(
  work: ProgramRun,
  line: Extract<Instruction, { call: string }>,
  at: string,
): Promise<{ result: CallResult; from: CallPlace }> {
  const { store, services, clock, revision, run, values } = work;
  const input = mapInput(line.with ?? {}, programScope(values));
  const inputHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const from = { run, place: `${work.step}/${at}`, inputHash };
  const known = await answeredCall(store.db, from);
  if (known !== undefined) return { result: JSON.parse(known) as CallResult, from };
  await work.stillBusy();
  const key = await logCall(store.db, from, line.call, clock().toISOString());
  const within = work.timeLeft();
  const result = await services.call({ revision, call: line.call, input, key, within });
  // A failure is not kept: the retry is to ask again.
  if (result.ok) await keepAnswer(store.db, from, JSON.stringify(result), clock().toISOString());
  return { result, from };
}
