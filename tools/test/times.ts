/** How long each part of `npm test` took, and each test file: kept in a file, and told at the end. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface FileTime {
  /** From the project's root. */
  file: string;
  seconds: number;
}

export interface PartTime {
  part: string;
  seconds: number;
  /** Of its test files: imports, hooks and tests. Several run side by side, so that their sum is more than the part's. */
  files: FileTime[];
}

/** Reads what the reporter of times-reporter.ts has written; nothing where it wrote nothing. */
export function readFileTimes(path: string): FileTime[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FileTime);
  } catch {
    return [];
  }
}

/** Writes them as JSON, the slowest file of each part first. */
export function keepTimes(path: string, parts: PartTime[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const kept = parts.map(({ part, seconds, files }) => ({
    part,
    seconds: rounded(seconds),
    files: Object.fromEntries(slowestOf(files).map(({ file, seconds: own }) => [file, rounded(own)])),
  }));
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
}

/** The lines that tell them: every part, and the ten slowest files. */
export function timeLines(parts: PartTime[]): string[] {
  const files = parts.flatMap(({ part, files: own }) =>
    own.map(({ file, seconds }) => ({ file: part === "postgres" ? `${file} (${part})` : file, seconds })),
  );
  const line = (name: string, seconds: number): string => `${seconds.toFixed(1).padStart(7)} s  ${name}`;
  return [
    ...parts.map(({ part, seconds }) => line(part, seconds)),
    ...(files.length === 0 ? [] : ["Lo más lento / the slowest:"]),
    ...slowestOf(files)
      .slice(0, 10)
      .map(({ file, seconds }) => line(file, seconds)),
  ];
}

const slowestOf = (files: FileTime[]): FileTime[] =>
  files.toSorted((one, other) => other.seconds - one.seconds);

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
