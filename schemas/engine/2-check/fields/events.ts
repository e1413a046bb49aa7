import { checkAnswered } from "../variables/answered-fields.ts";
import { giverOf, placeOfPath } from "../variables/field-paths.ts";
import { typeOf, widgetsOf } from "../project/presets.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import { scopeOfField } from "../variables/scope-of-field.ts";
import type { Scope } from "../variables/scope.ts";

/** What may say when something is: a choice's options may be days or times. */
const fitting = { date: ["date", "choice"], time: ["time", "choice"] } as const;
const names = { date: "un campo con una fecha", time: "un campo con una hora" } as const;

/** Checks what a field puts into a calendar: that it says when, with fields that have a day and a time. */
export function checkEvent(project: Project, flow: Flow, field: Field, scope: Scope): void {
  const { file, at, value } = field;
  const { report } = project;
  if (widgetsOf(project, field).includes("event") && !("event" in value)) {
    report.add(file, at, "missing-key", { key: "event" }, { part: "key", once: true });
  }
  const event = value.event ?? {};
  const scopeOf = (one: Field): Scope => scopeOfField(project, flow, one, scope.open);
  for (const part of ["date", "time"] as const) {
    const path = event[part];
    if (typeof path !== "string") continue;
    const place = { file, at: [...at, "event", part], path };
    const found = placeOfPath(project, scope, place, giverOf(project, field, scopeOf));
    const when = found && checkAnswered(project, found, { ...found.scope, owner: scope.owner });
    const type = when && typeOf(project, when);
    if (found && type && !(fitting[part] as readonly string[]).includes(type)) {
      report.add(found.file, found.at, "wrong-type", { expected: names[part], found: `"${path}"` });
    }
  }
}
