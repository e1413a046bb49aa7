/** The engine's messages, from what `schemas/language/diagnostics.md` says of each diagnostic. */

export const diagnosticsPage = "schemas/language/diagnostics.md";

interface Message {
  message: string;
  fix: string;
  severity?: "warning";
}

const said = /^```diagnostic\n(?<severity>error|warning): (?<message>.+)\nPara arreglarlo: (?<fix>.+)\n```\n/;

function messageOf(section: string): [string, Message] {
  const [code = "", , ...lines] = section.split("\n");
  const { severity, message, fix } = said.exec(lines.join("\n"))?.groups ?? {};
  if (message === undefined || fix === undefined) {
    throw new Error(
      `${diagnosticsPage}: under "## ${code}" comes first what it says, as under the other headings: \`\`\`diagnostic, "error: …" or "warning: …", "Para arreglarlo: …"`,
    );
  }
  return [code.trim(), { message, fix, ...(severity === "warning" ? { severity } : {}) }];
}

/** What each diagnostic says, by its code, as a module. @throws {Error} where a heading does not say it. */
export function messageTable(markdown: string): string {
  const messages = Object.fromEntries(markdown.split(/^## /m).slice(1).map(messageOf));
  return `
/** What a diagnostic says. \`{names}\` are filled with the author's own ids. */
export interface Message {
  /** What is wrong: a sentence in Spanish. */
  message: string;
  /** How to fix it: follows "Para arreglarlo:". */
  fix: string;
  /** What has only a warning is served. Left out, it is an error. */
  severity?: "warning";
}

const all = ${JSON.stringify(messages)} satisfies Record<string, Message>;

/** A permanent word. Each has cases in \`fixtures/broken\`. */
export type DiagnosticCode = keyof typeof all;

export const messages: Record<DiagnosticCode, Message> = all;
`;
}
