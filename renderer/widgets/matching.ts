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

/**
 * Which of them is active, by the value of the one that was moved to: whatever else is offered meanwhile, it is that one or
 * none. What was typed before there was any that fits is at the first one.
 */
export function activeAmong(shown: readonly Listed[], moved: string | undefined): number {
  if (moved === undefined) return Math.min(0, shown.length - 1);
  return shown.findIndex(({ option }) => option.value === moved);
}

/** Those that hold what was typed: first where the name begins with it, then where one of its words does, then the others. */
export function matching(all: readonly Listed[], typed: string): Listed[] {
  const text = fold(typed);
  if (text === "") return [...all];
  const rank = ({ folded }: Listed): number =>
    folded.startsWith(text) ? 0 : folded.includes(` ${text}`) ? 1 : folded.includes(text) ? 2 : 3;
  const ranked = all.map((one) => ({ one, rank: rank(one) })).filter((found) => found.rank < 3);
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one);
}
