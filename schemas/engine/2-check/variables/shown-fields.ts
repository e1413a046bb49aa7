import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Flow, Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";

/** Checks what is shown of a field elsewhere: that the flow has it, and that it has the key that is shown. */
export function checkShownField(
  { report }: Project,
  flow: Flow,
  { file, owner, path, at }: { file: ReadFile; owner: string; path: string; at: JsonPath },
  ...keys: ("items" | "text" | "to" | "event")[]
): void {
  const field = flow.fields.get(path);
  if (!field) {
    const suggestion = nearest(path, [...flow.fields.keys()]);
    report.add(file, at, "unknown-field", { owner, path, where: "" }, { suggestion });
  } else if (!keys.some((key) => key in field.value)) {
    report.add(file, at, "wrong-type", {
      expected: `un campo con ${keys.map((key) => `"${key}"`).join(" o ")}`,
      found: `"${path}"`,
    });
  }
}
