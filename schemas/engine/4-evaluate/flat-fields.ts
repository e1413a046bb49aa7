/**
 * What the first look needs of the fields, in flat lists: going through the objects of two hundred fields takes as long
 * as all that is done with them. Most fields are plain: what is shown of them can be answered.
 */
import type { Graph } from "./graph.ts";
import type { PreparedField } from "./prepare.ts";
import type { CompiledRule } from "./rules.ts";
import { flag, holds, isBlank, isEnabled, isVisible, type RuleResult, type Work } from "./work.ts";

export interface FlatFields {
  /** Nothing for each field, to be copied: faster than to fill a list. */
  nothing: undefined[];
  zeros: number[];
  /** By place in the graph: the index of a plain field, or -1. */
  plainAt: Int32Array;
  /** By index: what holds of a plain field that is shown and can be answered. */
  flags: Uint8Array;
  /** By index: the step that it stands in. */
  steps: Uint16Array;
  /** By index: the group or list that holds it, or -1. */
  parents: Int32Array;
  /** By index: whether it is shown. */
  visible: (CompiledRule | undefined)[];
  /** By index: 1 where only the schema judges an answer; a no may still be none. */
  schemaOnly: Uint8Array;
}

export function flatFieldsOf({ nodes }: Graph, list: PreparedField[]): FlatFields {
  const isPlain = (index: number): boolean => list[index]!.plain;
  return {
    nothing: list.map(() => undefined),
    zeros: list.map(() => 0),
    plainAt: Int32Array.from(nodes, ({ kind, index }) => (kind === "field" && isPlain(index) ? index : -1)),
    flags: Uint8Array.from(
      list,
      ({ required }) => flag.visible | flag.enabled | (required === true ? flag.required : 0),
    ),
    steps: Uint16Array.from(list, ({ step }) => step),
    parents: Int32Array.from(list, ({ parent }) => parent ?? -1),
    visible: list.map(({ visible }) => visible),
    schemaOnly: Uint8Array.from(list, ({ plain, checks }) => (plain && checks.length === 0 ? 1 : 0)),
  };
}

/** Whether a field is shown: its step is, what holds it is, and its own rule holds. */
export function shownNow(work: Work, index: number): RuleResult {
  const { flat } = work.prepared;
  const step = work.steps[flat.steps[index]!]!;
  const parent = flat.parents[index]!;
  const around = step === true && parent !== -1 ? isVisible(work, parent) : step;
  const rule = flat.visible[index];
  return around === true && rule !== undefined ? holds(rule, work.scope) : around;
}

/** Whether what holds it can be answered. */
export function isOpen(work: Work, index: number): boolean {
  const parent = work.prepared.flat.parents[index]!;
  return parent === -1 || isEnabled(work, parent);
}

/** Works out what holds of a plain field, and sets its effective value. */
export function lookAtPlain(work: Work, index: number): void {
  const shown = shownNow(work, index);
  const enabled = shown === true && isOpen(work, index);
  const answer = work.answers[index];
  const holding = shown === true ? work.prepared.flat.flags[index]! : shown === "failed" ? flag.failed : 0;
  work.flags[index] = enabled ? holding : holding & ~flag.enabled;
  work.scope.values[index] = enabled && !isBlank(answer) ? answer : undefined;
}
