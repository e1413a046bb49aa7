import { createContext } from "react";

/** Tells which option of a oneOf or anyOf is shown, by the id of its selector. */
export const JsonFormChoices = createContext<(selector: string, option: number) => void>(() => {});
