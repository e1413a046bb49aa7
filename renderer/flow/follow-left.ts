import type { Problem } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "../run/store.ts";

/** Problems as they are now, for whoever draws them. */
export interface LeftProblems {
  subscribe(listener: () => void): () => void;
  /** The same as long as the same are left. */
  read(): Problem[];
}

/**
 * Follows the problems of a press: those that are left, and every other one that its step shows since, in the order of the page.
 * Where none of them is left, those that nothing shows yet. What the store knows nothing of stays until the next press.
 */
export function followLeft(store: FlowStore, step: string, problems: Problem[]): LeftProblems {
  const followed = new Set(problems.filter(({ path }) => store.problem(path)).map(({ path }) => path));
  const isHere = (path: string): boolean => path.startsWith(`${step}.`);
  let known: Problem[] = [];
  return {
    subscribe(listener) {
      const stops = [store.subscribe("problems", listener), store.onEdit(listener)];
      return () => stops.forEach((stop) => stop());
    },
    read() {
      const elsewhere = problems.flatMap((problem) => {
        if (!followed.has(problem.path)) return problem;
        return isHere(problem.path) ? [] : (store.problem(problem.path) ?? []);
      });
      const shown = [...elsewhere, ...store.shownProblems(step)];
      const left = shown.length > 0 ? shown : store.problems().filter(({ path }) => isHere(path));
      const isSame = known.length === left.length && left.every((problem, index) => problem === known[index]);
      return (known = isSame ? known : left);
    },
  };
}

/** Whether all problems of a press are left. */
export function hasAll(left: Problem[], problems: Problem[]): boolean {
  const paths = new Set(left.map(({ path }) => path));
  return problems.every(({ path }) => paths.has(path));
}
