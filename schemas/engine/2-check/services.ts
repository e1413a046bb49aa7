import type { At } from "../1-read/locate.ts";
import { nearest } from "./nearest.ts";
import { checkPattern } from "./patterns.ts";
import type { Item, Project } from "./project.ts";
import { checkRule } from "./rules.ts";
import type { Scope } from "./variables.ts";
import { asList, asObject, isObject } from "./values.ts";

/** Checks the rules and schemas of the calls of services. */
export function checkServices(project: Project): void {
  for (const service of new Set(project.services.values())) {
    for (const [name, value] of Object.entries(asObject(service.value["calls"]))) {
      const call = asObject(value);
      const at: At = ["calls", name];
      const input = Object.keys(asObject(call["input"]));
      const full = `${service.id}.${name}`;
      const scope: Scope = { owner: `La llamada "${full}"`, input, brands: [...project.brands.values()] };
      for (const [key, rule] of Object.entries(asObject(call["query"]))) {
        checkRule(project, service.file, rule, [...at, "query", key], scope);
      }
      if (call["body"] !== undefined) checkRule(project, service.file, call["body"], [...at, "body"], scope);
      for (const [index, optional] of asList(call["optional"]).entries()) {
        if (input.includes(String(optional))) continue;
        const values = { call: full, input: String(optional) };
        const suggestion = nearest(String(optional), input);
        project.report.add(service.file, [...at, "optional", index], "unknown-input", values, { suggestion });
      }
      checkPatterns(project, service, call["input"], [...at, "input"]);
      checkPatterns(project, service, call["answer"], [...at, "answer"]);
    }
  }
}

function checkPatterns(project: Project, service: Item, schema: unknown, at: At): void {
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "pattern") checkPattern(project.report, service.file, value, [...at, key]);
    else checkPatterns(project, service, value, [...at, key]);
  }
}
