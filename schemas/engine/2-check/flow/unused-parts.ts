import type { DiagnosticCode } from "../../diagnostics/messages.ts";
import type { Values } from "../../diagnostics/diagnostic.ts";
import type { Flow, Project } from "../project/project.ts";

interface Part {
  key: "mails" | "documents" | "sequences";
  code: DiagnosticCode;
  /** What is told where one is named that there is not: it may have meant the one that nothing names. */
  misspelt: DiagnosticCode;
  values: (id: string) => Values;
}

const parts: Part[] = [
  { key: "mails", code: "unused-mail", misspelt: "unknown-mail", values: (mail) => ({ mail }) },
  {
    key: "documents",
    code: "unused-document",
    misspelt: "unknown-document",
    values: (document) => ({
      document,
      why: "ningún campo lo ofrece, y ningún correo ni llamada lo lleva",
      how: 'ofrécelo con un campo "documentDownload", o nómbralo en "attach" de un correo',
    }),
  },
  {
    key: "sequences",
    code: "unused-sequence",
    misspelt: "unknown-sequence",
    values: (sequence) => ({ sequence }),
  },
];

/** Mails that nothing sends, documents that nobody gets, and sequences of which nothing takes a number. */
export function checkUnusedParts({ report }: Project, flow: Flow): void {
  if (report.hasInvalid(flow.file)) return;
  // Nothing is sent nor numbered where nothing is stored, and that is told.
  const told = new Set(
    report.diagnostics.flatMap(({ file, code }) => (file === flow.file.path ? [code] : [])),
  );
  if (told.has("never-submitted")) return;
  const { mails, documents, sequences, ...rest } = flow.value;
  const fields = [...flow.fields.values()].map(({ value }) => value.document);
  const named = new Set(textsIn([rest, fields, Object.values(mails ?? {})]));
  for (const { key, code, misspelt, values } of parts) {
    if (told.has(misspelt)) continue;
    for (const id of Object.keys({ mails, documents, sequences }[key] ?? {})) {
      if (named.has(id) || named.has(`documents.${id}`)) continue;
      report.add(flow.file, [key, id], code, values(id), { part: "key" });
    }
  }
}

/** All texts that stand somewhere in a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
