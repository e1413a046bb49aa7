import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import { presetsOfField, typeOf, parametersOf } from "../project/presets.ts";
import type { Field, Flow, Project, Fragment, Kind } from "../project/project.ts";
import type { VariableProblem, Reading, Scope } from "./scope.ts";
import { isObject } from "../report/values.ts";
import { unanswered } from "./unanswered.ts";

/** What a path of a field reads; undefined where no field is meant. Relative names are taken too. */
export function readField(project: Project, scope: Scope, path: string): Reading | undefined {
  const { flow, names, owner } = scope;
  const [head = "", ...rest] = path.split(".");
  if (!flow) return undefined;
  let full = path;
  if ((head === "group" || head === "row") && rest.length > 0) {
    const around = names?.[head];
    if (around === undefined) {
      if (scope.open) return { unresolved: true };
      const code = head === "group" ? "group-outside-group" : "row-outside-list";
      return { finding: { code, values: { owner, path } } };
    }
    full = [around, ...rest].join(".");
  }
  const field = flow.fields.get(full) ?? wholeOf(project, flow, full);
  if (field && !field.row?.isSample) return readPlaced(project, scope, field, path);
  if (isUnresolvedPath(project, flow, full)) return { unresolved: true };
  if (full === path) return undefined;
  const holder = flow.fields.get(names?.[head as "group" | "row"] ?? "");
  const near = [...(holder ? innerPaths(holder) : [])].map((one) => `${head}.${one}`);
  // Around a fragment that is looked at alone, there is a group that nobody wrote.
  const isAlone = scope.open && holder?.fragment === undefined;
  const where = isAlone ? " al fragmento" : holder ? ` a "${holder.path}"` : "";
  return {
    finding: { code: "unknown-field", values: { owner, path, where }, suggestion: nearest(path, near) },
  };
}

function readPlaced(project: Project, scope: Scope, field: Field, path: string): Reading {
  const { owner, flow, names } = scope;
  const what = withoutAnswer(project, field);
  if (what !== undefined) return { finding: { code: "no-answer", values: { owner, path, what } } };
  if (field.list && names?.row !== field.list.path) return { finding: readOfRow(owner, path, field) };
  if (scope.step === undefined || field.step <= scope.step) return { field };
  const step = flow?.steps[field.step]?.id ?? "";
  return { finding: { code: "later-step", values: { owner, path, step } } };
}

/** Why rules cannot read a field, if they cannot. */
const withoutAnswer = (project: Project, field: Field): string | undefined =>
  typeOf(project, field) === "display" ? unanswered.display : undefined;

const readOfRow = (owner: string, path: string, field: Field): VariableProblem => {
  const list = field.list?.path ?? "";
  const inner = field.path.slice(list.length + 1);
  return { code: "read-of-row", values: { owner, path, list, inner } };
};

const partsOfFile: ReadonlySet<string | undefined> = new Set(["id", "name", "size", "type"]);

/** The answer that a path reaches into: an object that came from a raw JSON Schema, or what is known of a file. */
function wholeOf(project: Project, flow: Flow, path: string): Field | undefined {
  const [step, id, part, ...rest] = path.split(".");
  const field = flow.fields.get(`${step}.${id}`);
  const type = field && typeOf(project, field);
  return type === "json" || (type === "file" && partsOfFile.has(part) && rest.length === 0)
    ? field
    : undefined;
}

/** Whether a path may name a field of a group whose own fields cannot be had, because of a mistake of its own. */
function isUnresolvedPath(project: Project, flow: Flow, path: string): boolean {
  for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1)) {
    const holder = flow.fields.get(path.slice(0, end));
    if (!holder) continue;
    const { value } = holder;
    const empty = holder.fields.length === 0 && ("use" in value || "fields" in value);
    return empty || project.report.isInvalid(holder.file, holder.at);
  }
  return false;
}

/** Paths of what a group or list holds, from it on. */
export function innerPaths(holder: Field): string[] {
  return holder.fields.flatMap((field) => [
    field.path.slice(holder.path.length + 1),
    ...innerPaths(field).map((inner) => `${field.id}.${inner}`),
  ]);
}

/** Where a path stands that a definition asks for (`under`, `resets`…), after what was given for a parameter. */
export interface PathPlace {
  file: ReadFile;
  at: JsonPath;
  path: string;
}

/**
 * Finds the path that a name stands for where a path is asked for. A name that begins with `with.` stands for the path
 * that was given, at the place where it was given. Undefined where something was told, here or elsewhere.
 */
export function placeOfPath(
  project: Project,
  scope: Scope,
  place: PathPlace,
  giver: Giver | undefined,
): (PathPlace & { scope: Scope }) | undefined {
  const [head, parameter = ""] = place.path.split(".");
  if (head !== "with" || !giver) return { ...place, scope };
  const { given, item } = giver;
  const declared = parametersOf(item)[parameter];
  const isGiven = Object.hasOwn(given.rules, parameter);
  const rule = isGiven ? given.rules[parameter] : declared?.default;
  const at = isGiven ? [...given.at, parameter] : ["parameters", parameter, "default"];
  const file = isGiven ? given.file : item.file;
  if (rule === undefined) return undefined;
  const path = isObject(rule) ? rule["var"] : undefined;
  if (typeof path !== "string" || Object.keys(rule as object).length !== 1) {
    const values = { parameter, owner: giver.owner };
    project.report.add(file, at, "with-not-a-path", values);
    return undefined;
  }
  return placeOfPath(project, giver.scope, { file, at: [...at, "var"], path }, giver.outer);
}

/** Who gives values for the parameters of a kind or fragment. */
export interface Giver {
  /** The kind or fragment. */
  item: Kind | Fragment;
  owner: string;
  given: { rules: Record<string, unknown>; file: ReadFile; at: JsonPath };
  /** What the given rules may read. */
  scope: Scope;
  /** Who gives values where the given rules are written. */
  outer: Giver | undefined;
}

/** The group or list whose `use` opened the fragment that a field is written in. */
function userOf(field: Field): Field | undefined {
  let user = field.fragment === undefined ? undefined : field.parent;
  while (user && typeof user.value.use !== "string") user = user.parent;
  return user;
}

const givenBy = (field: Field): Giver["given"] => ({
  rules: field.value.with ?? {},
  file: field.file,
  at: [...field.at, "with"],
});

/** Who gives values for the parameters that are named in the file where a field is written. */
export function giverOf(project: Project, field: Field, scopeOf: (field: Field) => Scope): Giver | undefined {
  const user = userOf(field);
  const item = user && project.fragments.get(String(user.value.use));
  if (!user || !item) return undefined;
  return {
    item,
    owner: `El fragmento "${item.id}"`,
    given: givenBy(user),
    scope: scopeOf(user),
    outer: giverOf(project, user, scopeOf),
  };
}

/** As `giverOf`, for the kind of a field: the field itself gives. */
export function giverOfKind(
  project: Project,
  field: Field,
  scopeOf: (field: Field) => Scope,
): Giver | undefined {
  const item = presetsOfField(project, field)[0];
  if (!item) return undefined;
  return {
    item,
    owner: `El tipo "${item.id}"`,
    given: givenBy(field),
    scope: scopeOf(field),
    outer: giverOf(project, field, scopeOf),
  };
}
