import { sameAnswer, type FieldState, type Option, type Problem } from "../../schemas/engine/evaluate.ts";

/** A field's state as its widget sees it. */
export interface Leaf extends FieldState {
  /** The problem to show now: only after the field was left, or Continuar was pressed. */
  shown?: Problem;
}

/** What is not there: a field of a row that was taken away. */
export const goneLeaf: Leaf = { visible: false, required: false, enabled: false, value: undefined };

/** Whether a widget would look the same with both. */
export function sameLeaf(one: Leaf, other: Leaf): boolean {
  return (
    one.visible === other.visible &&
    one.required === other.required &&
    one.enabled === other.enabled &&
    one.status === other.status &&
    one.variant === other.variant &&
    (one.problem === undefined) === (other.problem === undefined) &&
    sameItems(one.items, other.items) &&
    sameAnswer(one.value, other.value) &&
    sameProblem(one.shown, other.shown) &&
    sameOptions(one.options, other.options)
  );
}

const sameItems = (one: string[] | undefined, other: string[] | undefined): boolean =>
  one === other || one?.join() === other?.join();

function sameProblem(one: Problem | undefined, other: Problem | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.code !== other.code || one.words !== other.words) return false;
  const names = Object.keys(one.values);
  return (
    names.length === Object.keys(other.values).length &&
    names.every((name) => one.values[name] === other.values[name])
  );
}

function sameOptions(one: Option[] | undefined, other: Option[] | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  return one.every((option, index) => {
    const twin = other[index]!;
    return (
      option === twin ||
      (option.value === twin.value &&
        option.label === twin.label &&
        option.description === twin.description &&
        option.disabled === twin.disabled &&
        option.count === twin.count)
    );
  });
}
