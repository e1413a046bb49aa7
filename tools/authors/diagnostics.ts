/** What diagnostics mean, of definitions and of content, and how a terminal shows it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { distance } from "../../schemas/engine/describe.ts";
import { project } from "./project.ts";

const files = [
  "schemas/language/diagnostics.md",
  "server/content/diagnostics.md",
  "server/definitions/diagnostics.md",
  "tools/authors/diagnostics.md",
];

/** The Markdown of each diagnostic by its code. */
export function readSections(): Map<string, string> {
  return new Map(
    files
      .map((file) => readFileSync(join(project, file), "utf8"))
      .flatMap((markdown) => markdown.split(/^## /m).slice(1))
      .map((section) => {
        const [code = "", ...lines] = section.split("\n");
        return [code.trim(), lines.join("\n").trim()];
      }),
  );
}

/** The codes that were probably meant, the nearest first: those that hold a word of it, and those spelt alike. */
export function nearestCodes(asked: string, codes: Iterable<string>, most = 4): string[] {
  const words = asked.toLowerCase().split(/[^a-z]+/);
  const parts = words.filter((word) => word.length > 3);
  const ranked = [...codes].map((code) => {
    const shared = parts.filter((word) => code.includes(word)).length;
    return { code, edits: distance(asked.toLowerCase(), code), shared };
  });
  return ranked
    .filter(({ code, edits, shared }) => shared > 0 || edits <= Math.max(2, code.length / 3))
    .toSorted((a, b) => a.edits - b.edits || b.shared - a.shared)
    .slice(0, most)
    .map(({ code }) => code);
}

interface Show {
  colour: boolean;
  /** Columns. */
  width: number;
}

const painter =
  ({ colour }: Show) =>
  (code: number, text: string): string =>
    colour ? `\u001B[${code}m${text}\u001B[0m` : text;

/** Breaks a paragraph into lines of at most so many columns. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** What the program says, where a block shows that. */
const saidBy = (block: string): string | undefined => /^```diagnostic\n([\s\S]*?)\n```$/.exec(block)?.[1];

/** A section as a terminal shows it: code and marks of Markdown in colours, or left out. */
export function showSection(code: string, section: string, show: Show): string {
  const paint = painter(show);
  const blocks = section.split(/\n\n+/).map((block) => {
    const said = saidBy(block);
    if (said !== undefined) {
      const lines = said.split("\n").flatMap((line) => wrap(line, show.width - 2));
      return lines.join("\n").replaceAll(/^/gm, "  ");
    }
    const example = /^```\w*\n([\s\S]*?)\n```$/.exec(block)?.[1];
    if (example !== undefined) return example.replaceAll(/^/gm, "    ");
    return wrap(block, show.width - 2)
      .join("\n")
      .replaceAll(/\*\*([^*]+)\*\*/g, (_, bold: string) => paint(1, bold))
      .replaceAll(/`([^`]+)`/g, (whole, word: string) => (show.colour ? paint(36, word) : whole))
      .replaceAll(/^/gm, "  ");
  });
  return [paint(1, code), ...blocks].join("\n\n");
}

/** All codes with the first sentence of what they mean. */
export function showList(sections: Map<string, string>, show: Show): string {
  const widest = Math.max(...[...sections.keys()].map(({ length }) => length));
  return [...sections]
    .map(([code, section]) => {
      const meaning = section.split(/\n\n+/).find((block) => saidBy(block) === undefined) ?? "";
      const first = meaning.replaceAll("\n", " ");
      const sentence = /^.*?[.!?](?=\s|$)/.exec(first)?.[0] ?? first;
      const room = Math.max(20, show.width - widest - 2);
      const cut = sentence.length > room ? `${sentence.slice(0, room - 1).trimEnd()}…` : sentence;
      return `${painter(show)(1, code.padEnd(widest))}  ${cut}`;
    })
    .join("\n");
}
