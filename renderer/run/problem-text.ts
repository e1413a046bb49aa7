import { problemWords, type Problem } from "../../schemas/engine/evaluate.ts";
import { rowOf } from "./field-name.ts";
import { wordValues } from "./filled-words.ts";
import type { FlowStore } from "./store.ts";

/** What a problem says, with the field's name as it reads now. */
export const problemText = (store: FlowStore, problem: Problem): string =>
  problemWords(store.prepared, problem, wordValues(store, rowOf(store, problem.path)));
