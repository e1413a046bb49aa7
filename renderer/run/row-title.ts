import { fillWords, plainWords, type CompiledField } from "../../schemas/engine/evaluate.ts";

/** What a row is called, by its place in the list, counted from 1. A number alone is no name: the list's goes before it. */
export function rowTitle({ row, label }: Pick<CompiledField, "row" | "label">, number: number): string {
  const count = String(number);
  const title =
    row === undefined ? count : plainWords(fillWords(row, (name) => (name === "number" ? count : "")));
  return title === count ? `${plainWords(label)} ${count}` : title;
}
