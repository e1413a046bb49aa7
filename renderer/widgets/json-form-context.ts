import { createContext } from "react";
import type { QuestionType } from "./json-form-problems.ts";

/** Tells which option of a oneOf or anyOf is shown, by the id of its selector. */
export const JsonFormChoices = createContext<(selector: string, option: number) => void>(() => {});

/** What is wrong at a place, by its id, with the name that is drawn there; undefined where nothing is. */
export const JsonFormProblems = createContext<
  (id: string, name: string, type: QuestionType) => string | undefined
>(() => undefined);
