import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { nearest } from "./nearest.ts";
import type { Project } from "./project.ts";
import { asList, asObject, asText, type Definition } from "./values.ts";

/** The names of all calls, `service.call`. */
const callNames = (project: Project): string[] =>
  [...project.services.values()].flatMap(({ id, value }) =>
    Object.keys(asObject(value["calls"])).map((call) => `${id}.${call}`),
  );

/** Checks that a call is there and gets the inputs it needs. `place` holds the keys `call` and `with`. */
export function checkCall(project: Project, file: ReadFile, place: Definition, at: At): void {
  const { report } = project;
  const name = asText(place["call"]);
  if (name === undefined) return;
  const [service = "", call = ""] = name.split(".");
  const definition = asObject(project.services.get(service)?.value["calls"])[call];
  if (project.isUnsure("service", service)) return;
  if (definition === undefined || name.split(".").length !== 2) {
    const suggestion = nearest(name, callNames(project));
    return report.add(file, [...at, "call"], "unknown-call", { call: name }, { suggestion });
  }
  const inputs = Object.keys(asObject(asObject(definition)["input"]));
  const optional = new Set(asList(asObject(definition)["optional"]));
  const given = Object.keys(asObject(place["with"]));
  let misspelt = "";
  for (const input of given) {
    if (inputs.includes(input)) continue;
    const suggestion = nearest(
      input,
      inputs.filter((one) => !given.includes(one)),
    );
    misspelt += `${suggestion ?? ""} `;
    const options = { part: "key" as const, suggestion };
    report.add(file, [...at, "with", input], "unknown-input", { call: name, input }, options);
  }
  for (const input of inputs) {
    // A misspelt input is told as such, and not a second time as a missing one.
    if (given.includes(input) || optional.has(input) || misspelt.split(" ").includes(input)) continue;
    const where = "with" in place ? [...at, "with"] : [...at, "call"];
    report.add(file, where, "missing-input", { call: name, input }, "with" in place ? { part: "key" } : {});
  }
}
