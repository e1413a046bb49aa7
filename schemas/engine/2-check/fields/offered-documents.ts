import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { isSubmitted } from "../wording/flow-keys.ts";
import { nearest } from "../report/nearest.ts";
import { widgetsOf } from "../project/presets.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks the document that a field offers: that the flow has it, and that there is a submission to make it of. */
export function checkOfferedDocument(project: Project, flow: Flow, field: Field, scope: Scope): void {
  const { file, at, value } = field;
  const { report } = project;
  if (widgetsOf(project, field).includes("document") && !("document" in value)) {
    report.add(file, at, "missing-key", { key: "document" }, { part: "key", once: true });
  }
  const document = value.document;
  // What a fragment offers is the flows' that use it.
  if (document === undefined || scope.open) return;
  const place = [...at, "document"];
  if (!checkDocumentName(project, flow, document, { file, at: place })) return;
  if (isSubmitted(flow, field.step)) return;
  report.add(file, place, "document-too-early", { field: field.path, document });
}

/** Whether a flow has a document of this name; says so where it has not. */
export function checkDocumentName(
  project: Project,
  flow: Flow,
  document: string,
  { file, at }: { file: ReadFile; at: JsonPath },
): boolean {
  const known = Object.keys(flow.value.documents ?? {});
  if (known.includes(document)) return true;
  const suggestion = nearest(document, known);
  project.report.add(
    file,
    at,
    "unknown-document",
    { where: `El flujo "${flow.id}"`, document },
    { suggestion },
  );
  return false;
}
