/** What people read for the codes of a call: the labels of a kind's own options. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { partOfSchema, valueOfQueryPath } from "../project/call-values.ts";
import { namedOptions, presetsOf } from "../project/presets.ts";
import type { Kind, Project, ValueSchema } from "../project/project.ts";
import type { WordScope } from "../variables/scope.ts";

/** A placeholder as it is written, with the name and the kind in it. */
interface Shown {
  whole: string;
  name: string;
  kind: string;
}

/** Tells a placeholder whose kind has options, where one of the codes that it can be has no words there. */
export function checkCodeWords(
  project: Project,
  file: ReadFile,
  { whole, name, kind }: Shown,
  at: JsonPath,
  scope: WordScope,
): void {
  const presets = presetsOf(project, kind).filter(({ value: { type } }) =>
    ["choice", "choices"].includes(type ?? ""),
  );
  if (presets.length === 0) return;
  const schema = schemaNamed(project, scope, name);
  const codes = schema?.enum ?? schema?.items?.enum;
  const wordless = codes?.filter((code) => !presets.every((preset) => hasWords(preset, code)));
  if (wordless?.length === 0) return;
  const what = wordless?.map((code) => JSON.stringify(code)).join(" o ") ?? "cualquier texto";
  const values = { placeholder: whole, what, kind };
  project.report.add(file, at, "code-without-words", values, { within: whole });
}

/** An option for some brands alone says nothing to the others. */
const hasWords = ({ value }: Kind, code: unknown): boolean =>
  (namedOptions(value.options).list ?? []).some(
    ({ value: own, onlyFor }) => own === code && onlyFor === undefined,
  );

/** What a placeholder names, where the answer of a call says it. */
function schemaNamed(project: Project, scope: WordScope, name: string): ValueSchema | undefined {
  if (!name.startsWith("data.")) {
    const part = scope.columns && partOfSchema(scope.columns, name.replace(/^row\./, "").split("."));
    return part && "schema" in part ? part.schema : undefined;
  }
  return valueOfQueryPath(project, (scope.screen ?? scope.flow)?.value.data, name);
}
