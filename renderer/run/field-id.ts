import { createContext, use } from "react";

/** What all ids of a flow begin with, where its page may have several flows. */
export const IdPrefix = createContext("");

/** Gives the id of a field's control by its path: the start of the ids of what describes it. */
export function useFieldId(path: string): string {
  return fieldId(path, use(IdPrefix));
}

/** The id of an element that the flow has once. */
export const usePartId = (name: string): string => use(IdPrefix) + name;

export const fieldId = (path: string, prefix: string): string => prefix + path.replaceAll(".", "-");
