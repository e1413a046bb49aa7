import { plainWords, type Option } from "../../schemas/engine/evaluate.ts";

/** An option as it is searched. */
export interface Listed {
  option: Option;
  label: string;
  folded: string;
}

/** Without accents, capitals, and marks between words. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

export const listed = (options: readonly Option[]): Listed[] =>
  options.map((option) => {
    const label = plainWords(option.label);
    return { option, label, folded: fold(label) };
  });

/** Those that hold what was typed: first where the name begins with it, then where one of its words does, then the others. */
export function matching(all: readonly Listed[], typed: string): Listed[] {
  const text = fold(typed);
  if (text === "") return [...all];
  const rank = ({ folded }: Listed): number =>
    folded.startsWith(text) ? 0 : folded.includes(` ${text}`) ? 1 : folded.includes(text) ? 2 : 3;
  const ranked = all.map((one) => ({ one, rank: rank(one) })).filter((found) => found.rank < 3);
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one);
}
