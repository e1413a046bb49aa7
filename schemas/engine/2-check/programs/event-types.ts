/** Checks what programs can wait for. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { EventType, Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";

import { checkRule } from "../rules/rules.ts";
import { checkNoAnswerKeys } from "../services/records.ts";
import { checkPatterns } from "../services/services.ts";
import type { Scope } from "../variables/scope.ts";

export function checkEventTypes(project: Project): void {
  for (const event of new Set(project.events.values())) {
    const { value, file } = event;
    checkPatterns(project, file, value.payload, ["payload"]);
    for (const [name, schema] of Object.entries(value.payload ?? {})) {
      checkNoAnswerKeys(project, file, schema, ["payload", name]);
    }
    const payload = Object.keys(value.payload ?? {});
    const optional = value.optional ?? [];
    for (const [index, name] of optional.entries()) {
      if (!payload.includes(name)) tellName(project, event, ["optional", index], name, payload, "value");
    }
    if (!("receives" in value)) continue;
    checkReceived(project, event);
    const read = value.receives?.with ?? {};
    for (const name of Object.keys(read)) {
      if (!payload.includes(name)) tellName(project, event, ["receives", "with", name], name, payload, "key");
    }
    for (const name of payload) {
      if (optional.includes(name) || name in read) continue;
      const what = `trae siempre "${name}", y "with" no dice de dónde sale`;
      project.report.add(
        file,
        ["payload", name],
        "event-does-not-fit",
        { event: event.id, what },
        { part: "key" },
      );
    }
  }
}

const outcomeNames = ["came", "refused", "cancelled"] as const;

/** The rules over what was sent, and whether each outcome has one. */
function checkReceived(project: Project, { id, file, value }: EventType): void {
  const receives = value.receives ?? {};
  const outcomes = value.outcomes ?? [];
  const brands = [...project.brands.values()];
  const scope: Scope = { owner: `El evento "${id}"`, received: true, brands };
  const at: JsonPath = ["receives"];
  for (const key of [...outcomeNames, "key"] as const) {
    if (key in receives) checkRule(project, file, receives[key], [...at, key], scope);
  }
  for (const [name, rule] of Object.entries(receives.with ?? {})) {
    checkRule(project, file, rule, [...at, "with", name], scope);
  }
  for (const outcome of outcomeNames) {
    const isTold = outcome in receives;
    if (isTold === outcomes.includes(outcome)) continue;
    const what = isTold
      ? `dice cuándo termina en "${outcome}", que no está en "outcomes"`
      : `puede terminar en "${outcome}", y "receives" no dice cuándo`;
    const place = isTold ? [...at, outcome] : ["outcomes", outcomes.indexOf(outcome)];
    const options = isTold ? { part: "key" as const } : {};
    project.report.add(file, place, "event-does-not-fit", { event: id, what }, options);
  }
}

function tellName(
  { report }: Project,
  { id, file }: EventType,
  at: JsonPath,
  name: string,
  payload: string[],
  part: "key" | "value",
): void {
  const what = `nombra "${name}", que no está en "payload"`;
  const suggestion = nearest(name, payload);
  report.add(file, at, "event-does-not-fit", { event: id, what }, { suggestion, part });
}
