import { pageOptions } from "./page-options.ts";
import type { Answer, Option } from "../types/index.ts";
import type { PreparedSource, PreparedWhere } from "./prepare.ts";
import { plainWords } from "./words.ts";
import { RuleError, truth } from "./rules.ts";
import { sameAnswers, type FieldScope, type Offer, type Work } from "./work.ts";

/**
 * What a choice that may be answered offers; `failed` where the rule of what is offered cannot be evaluated. Of a choice
 * from a tree it keeps the chosen option too: others hang on it.
 * @param answer as it was given, whether it is offered or not.
 */
export function offered(
  work: Work,
  source: PreparedSource,
  index: number,
  answer: Answer | undefined,
): Offer | "failed" {
  const all = listed(work, source, index, answer);
  const narrow = source.where ? narrowed(work, source.where, index, all) : all;
  if (narrow === "failed") return narrow;
  const offer = source.enabledWhere ? enabledIn(work, source.enabledWhere, index, narrow) : narrow;
  if (offer === "failed") return offer;
  if (source.kind === "data") {
    // A query whose own rules cannot be evaluated was not asked.
    const isAsked = work.inputs[source.data] !== "failed";
    return source.also && isAsked ? withAlways(work, source.also, index, offer) : offer;
  }
  // What is chosen while nobody knows what is offered is not judged yet, nor is what hangs on it.
  const { options } = offer.status === "loading" ? all : offer;
  work.chosen[index] = options.find(({ value }) => value === answer);
  return offer;
}

/** All that its source has. */
function listed(work: Work, source: PreparedSource, index: number, answer: Answer | undefined): Offer {
  if (source.kind === "data") {
    const inputs = work.inputs[source.data];
    if (!inputs || inputs === "failed") return { status: inputs ? "failed" : "idle", options: [] };
    const known = work.context.data[source.name];
    if (!known || !sameAnswers(known.inputs, inputs)) return { status: "loading", options: [] };
    if (!source.ofPage) return { status: known.status, options: known.options ?? [] };
    if (known.status !== "ready") return { status: known.status, options: [] };
    const options = pageOptions(known.value, source.ofPage, [answer ?? []].flat());
    return { status: options.length > 0 ? "ready" : "empty", options: sameAsBefore(work, index, options) };
  }
  const above = source.kind === "under" ? work.chosen[source.field] : undefined;
  if (source.kind === "under" && !above) return { status: "idle", options: [] };
  const options = source.kind === "written" ? source.options : (above?.options ?? []);
  return { status: options.length > 0 ? "ready" : "empty", options };
}

/** Those for which the rule holds. */
function narrowed(work: Work, where: PreparedWhere, index: number, all: Offer): Offer | "failed" {
  const found = judgedBy(work, where, all);
  if (!("kept" in found)) return found.offer;
  const kept = all.options.filter((_, at) => found.kept[at]);
  if (kept.length === 0) return { status: "empty", options: kept };
  return { status: "ready", options: sameAsBefore(work, index, kept) };
}

/** All of them, those apart for which the rule does not hold: they are seen, and not chosen. */
function enabledIn(work: Work, where: PreparedWhere, index: number, all: Offer): Offer | "failed" {
  const found = judgedBy(work, where, all);
  if (!("kept" in found)) return found.offer;
  const options = all.options.map((one, at) => (found.kept[at] ? one : disabledOne(one)));
  return { status: "ready", options: sameAsBefore(work, index, options) };
}

const disabledOnes = new WeakMap<Option, Option>();

/** The same each time, so that nobody takes the list for another. */
function disabledOne(option: Option): Option {
  const known = disabledOnes.get(option) ?? { ...option, disabled: true };
  disabledOnes.set(option, known);
  return known;
}

/** Whether the rule holds, by option; else what there is to offer meanwhile. */
function judgedBy(
  work: Work,
  { holds, data }: PreparedWhere,
  all: Offer,
): { kept: boolean[] } | { offer: Offer | "failed" } {
  if (all.status !== "ready") return { offer: all };
  if (data.some((query) => isAwaited(work, query))) return { offer: { status: "loading", options: [] } };
  const { scope } = work;
  let option: Option | undefined;
  const ofOption: FieldScope = {
    values: scope.values,
    variable: (path) => (option && path.startsWith("option.") ? partOf(option, path) : scope.variable(path)),
  };
  try {
    const kept = all.options.map((one) => {
      option = one;
      return truth(holds(ofOption));
    });
    return { kept };
  } catch {
    return { offer: "failed" };
  }
}

function partOf({ value, label, description }: Option, path: string): unknown {
  if (path === "option.value") return value;
  if (path === "option.label") return plainWords(label);
  if (path === "option.description") return description ?? null;
  throw new RuleError(`unknown variable "${path}"`);
}

/** Whether a query is asked and has not answered. One that waits for a press is asked by it. */
export function isAwaited({ prepared, inputs: all, context }: Work, query: number): boolean {
  const inputs = all[query];
  if (!inputs || inputs === "failed") return false;
  const { name, data } = prepared.data[query]!;
  const known = context.data[name];
  if (data.on === "press" && (!known || !sameAnswers(known.inputs, inputs))) return false;
  return !known || known.status === "loading" || !sameAnswers(known.inputs, inputs);
}

/** The query's options, and those that there always are once it was asked: no failure takes them away. */
function withAlways(work: Work, always: Option[], index: number, offer: Offer): Offer {
  if (offer.status === "idle" || offer.status === "loading") return offer;
  const more = always.filter(({ value }) => offer.options.every((one) => one.value !== value));
  return { status: "ready", options: sameAsBefore(work, index, [...offer.options, ...more]) };
}

/** Whether one can be chosen. What an option of a page would not find is seen; who chose it before keeps it. */
export const canBeChosen = ({ disabled, count }: Option): boolean => disabled !== true || count === 0;

/** The list that was offered before where it is the same one, so that nobody takes it for another. */
function sameAsBefore(work: Work, index: number, options: Option[]): Option[] {
  const before = work.offers[index]?.options;
  const isSame = before?.length === options.length && options.every((one, at) => one === before[at]);
  return isSame ? before : options;
}
