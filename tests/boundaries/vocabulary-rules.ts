/** One word for each idea, as docs/glossary.md says, and one idea for each name of a type. */
import type { Source } from "./source.ts";

/** The words of a table's last column, where its heading says that they are not used. */
export function refusedWords(glossary: string): string[] {
  return glossary
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+$/.test(line))
    .map((line) => line.split("|").at(-2)!.trim())
    .filter((cell) => cell !== "" && cell !== "not")
    .flatMap((cell) => cell.split(",").map((word) => word.trim()));
}

/** The words of `createShelf` and `note-heads`, as they stand there. */
const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z0-9]|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "");

/** A word with a capital is refused as it is, in a type's name; another one however it is written. */
const isRefused = (word: string, refused: string[], isType: boolean): boolean =>
  (isType && refused.includes(word)) || refused.includes(word.toLowerCase());

/** One line for each file or name with a word that is refused. */
export function refusedNames(sources: Source[], refused: string[]): string[] {
  return sources.flatMap(({ path, declared }) => {
    const file = path.split("/").at(-1)!.replace(/\..*$/, "");
    const all = [{ name: file, line: 1, kind: "value" as const }, ...declared];
    return all.flatMap(({ name, line, kind }) =>
      wordsOf(name)
        .filter((word) => isRefused(word, refused, kind === "type"))
        .map((word) => `${path}:${line} ${name} says "${word}"`),
    );
  });
}

/** One line for each name that two files give to types of theirs, for others to import. */
export function sharedTypeNames(sources: Source[]): string[] {
  const byName = new Map<string, string[]>();
  for (const { path, declared } of sources) {
    for (const { name, kind, exported } of declared) {
      if (kind === "type" && exported) byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return [...byName].flatMap(([name, paths]) =>
    new Set(paths).size > 1 ? [`${name} is a type of ${[...new Set(paths)].join(" and of ")}`] : [],
  );
}

/** One line for each constant of a file that a timer is given and whose name does not say that it is milliseconds. */
export function timesWithoutUnit(path: string, text: string): string[] {
  const numbers = [...text.matchAll(/^(?:export )?const (\w+) = [\d_ *]+;$/gm)].map(([, name]) => name!);
  const isTime = (name: string): boolean =>
    new RegExp(
      String.raw`set(?:Timeout|Interval)\([^;]*, ${name}\)(?!\))|\btimeout\(${name}\)|\bwait\(${name}\b`,
    ).test(text);
  return numbers.filter((name) => !name.endsWith("Ms") && isTime(name)).map((name) => `${path} ${name}`);
}
