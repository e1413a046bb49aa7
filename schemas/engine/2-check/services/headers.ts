import type { JsonPath } from "../../1-read/locate.ts";
import { absolute, namesOfFile, type Names } from "../../1-read/relative.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import { isPersonal } from "../variables/personal.ts";
import { typeOf } from "../project/presets.ts";
import type { Flow, Project, Screen, Service, CallPlace, CallDefinition } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";
import { asObject } from "../report/values.ts";

/** Headers that the server writes itself, or that no definition may hold: keys, cookies, what moves the message. */
const reserved: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "idempotency-key",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for",
  "x-recaptcha-authorization",
  "x-services-key",
]);

/** Checks the headers of a service or of one of its calls: rules by name. */
export function checkHeaders(
  project: Project,
  service: Service,
  holder: Pick<CallDefinition, "headers">,
  at: JsonPath,
  scope: Scope,
): void {
  for (const [header, rule] of Object.entries(holder.headers ?? {})) {
    const place = [...at, "headers", header];
    if (reserved.has(header)) {
      project.report.add(service.file, place, "reserved-header", { header }, { part: "key" });
    } else checkRule(project, service.file, rule, place, scope);
  }
}

/** Names of the inputs that the headers of a call read, its token too; all of them where one reads the input as a whole. */
function inputsInHeaders(call: CallDefinition): Set<string> {
  const { token = null } = call.authorization ?? {};
  const read = [...Object.values(call.headers ?? {}), token].flatMap(ruleVariables);
  const all = read.includes("input") ? Object.keys(call.input ?? {}) : [];
  return new Set([...all, ...read.flatMap((path) => /^input\.([^.]+)/.exec(path)?.[1] ?? [])]);
}

/** Checks that what a flow gives to the headers of a call is nothing personal: headers end up in many logs. */
export function checkPersonalHeaders(
  project: Project,
  flow: Flow,
  place: CallPlace,
  at: JsonPath,
  { file, value }: Flow | Screen = flow,
): void {
  const [service = "", name = ""] = (place.call ?? "").split(".");
  const call = project.services.get(service)?.value.calls?.[name] ?? {};
  for (const input of inputsInHeaders(call)) {
    const key = Object.hasOwn(place.forEach ?? {}, input) ? "forEach" : "with";
    const given = place[key]?.[input];
    const personal = variablesIn(given, namesOfFile(value.rules))
      .map((path) => path.replace(/^labels\./, ""))
      .find((path) => isPersonalAt(project, flow, path));
    if (personal === undefined) continue;
    const values = { call: `${service}.${name}`, input, path: personal };
    project.report.add(file, [...at, key, input], "personal-in-header", values, { part: "key" });
  }
}

/** What an entry of a mapping reads, with its condition and the objects in it. */
function variablesIn(entry: unknown, names: Names): string[] {
  const { value, when, object } = asObject(entry);
  if (object === undefined) {
    return ruleVariables(absolute(value === undefined ? entry : [value, when], names));
  }
  const held = Object.values(object ?? {}).flatMap((one) => variablesIn(one, names));
  return [...ruleVariables(absolute(when ?? null, names)), ...held];
}

function isPersonalAt(project: Project, flow: Flow, path: string): boolean {
  // All answers are in them, whichever they are.
  if (/^(?:answered|documents)\./.test(path)) return true;
  const field = flow.fields.get(path);
  if (!field || typeOf(project, field) === "display") return false;
  const held = [...flow.fields.values()].filter((one) => one.path.startsWith(`${path}.`));
  return (held.length > 0 ? held : [field]).some((one) => isPersonal(project, one));
}
