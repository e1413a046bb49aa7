import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { dateIsValid } from "../../operations/date.ts";
import type { Project } from "../project/project.ts";
import { dayInWords } from "../report/value-words.ts";
import type { Definition } from "../report/values.ts";

/** Checks `since` and `until` of what is shown on some days alone: days that there are, and the first before the last. */
export function checkDays({ report }: Project, file: ReadFile, holder: Definition, at: JsonPath): void {
  const { since, until } = holder;
  let areDays = true;
  for (const key of ["since", "until"]) {
    const value = holder[key];
    if (typeof value !== "string" || dateIsValid(value)) continue;
    areDays = false;
    report.add(file, [...at, key], "malformed-value", { value, pattern: dayInWords }, { once: true });
  }
  if (!areDays || typeof since !== "string" || typeof until !== "string" || since <= until) return;
  report.add(file, [...at, "since"], "empty-range", { least: since, most: until });
}
