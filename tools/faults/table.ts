/** The table of docs/promises.md: one row for each promise, as it was found when it was last tried. */
import type { PromiseTrial, Shown } from "../../tests/faults/support/trial.ts";

const head = `# Promises

Made by \`npm run faults\`; do not edit. What this software promises when things go wrong, what was done to see it, and what came of it. \`npm test\` tries the same in a short form (\`tests/faults\`).

|   # | promise | what was done | figure | date |
| --: | ------- | ------------- | ------ | ---- |
`;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();

export const rowOf = (
  { number, promise }: Pick<PromiseTrial, "number" | "promise">,
  { done, figure }: Shown,
  date: string,
): string => `| ${[String(number), promise, done, figure, date].map(cell).join(" | ")} |`;

/** The rows that a table has, by the number of their promise. */
export function rowsOf(text: string): Map<number, string> {
  const rows = [...text.matchAll(/^\|\s*(\d+) \|.*\|$/gm)];
  return new Map(rows.map(([row, number]) => [Number(number), row]));
}

export function tableOf(rows: Map<number, string>): string {
  const sorted = [...rows].toSorted(([a], [b]) => a - b);
  return `${head}${sorted.map(([, row]) => `${row}\n`).join("")}`;
}
