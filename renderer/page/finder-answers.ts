import { createContext, use, useSyncExternalStore } from "react";
import { sameAnswers, type Answers } from "../../schemas/engine/evaluate.ts";

/** The effective answers of a page's finder, for the queries that read them. Undefined until somebody knows them. */
export interface FinderAnswers {
  read(): Answers | undefined;
  tell(answers: Answers): void;
  subscribe(listener: () => void): () => void;
}

export function createFinderAnswers(first?: Answers): FinderAnswers {
  let answers = first;
  const listeners = new Set<() => void>();
  return {
    read: () => answers,
    tell(next) {
      if (answers && sameAnswers(answers, next)) return;
      answers = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const FinderAnswersContext = createContext<FinderAnswers>(createFinderAnswers());

export function useFinderAnswers(): Answers | undefined {
  const { subscribe, read } = use(FinderAnswersContext);
  return useSyncExternalStore(subscribe, read, read);
}
