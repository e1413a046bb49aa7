import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import type { Project, CallPlace, ValueSchema } from "../project/project.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { asObject, isObject } from "../report/values.ts";

/** The names of all calls, `service.call`. */
export const callNames = (project: Project): string[] =>
  [...project.services.values()].flatMap(({ id, value }) =>
    Object.keys(value.calls ?? {}).map((call) => `${id}.${call}`),
  );

/** What a query can leave out is given to it, and the call can do without it. */
function checkOptional(
  project: Project,
  file: ReadFile,
  place: CallPlace,
  at: JsonPath,
  { name, inputs, optional }: { name: string; inputs: string[]; optional: ReadonlySet<unknown> },
): void {
  const given = Object.keys(place.with ?? {});
  for (const [index, input] of (place.optional ?? []).entries()) {
    const where = [...at, "optional", index];
    if (!given.includes(input)) {
      const suggestion = nearest(input, given);
      project.report.add(file, where, "optional-not-given", { input }, { suggestion });
    } else if (inputs.includes(input) && !optional.has(input)) {
      project.report.add(file, where, "optional-but-needed", { call: name, input });
    }
  }
}

/** Checks that a call is there and gets the inputs it needs. `place` holds the keys `call` and `with`. */
export function checkCall(project: Project, file: ReadFile, place: CallPlace, at: JsonPath): void {
  const { report } = project;
  const name = place.call;
  if (name === undefined) return;
  const [service = "", call = ""] = name.split(".");
  const definition = project.services.get(service)?.value.calls?.[call];
  if (project.isUnresolved("service", service)) return;
  if (definition === undefined || name.split(".").length !== 2) {
    const suggestion = nearest(name, callNames(project));
    return report.add(file, [...at, "call"], "unknown-call", { call: name }, { suggestion });
  }
  const { input, optional } = definition ?? {};
  const inputs = input ?? {};
  const known = { name, inputs: Object.keys(inputs), optional: new Set(optional ?? []) };
  checkOptional(project, file, place, at, known);
  const each = Object.keys(place.forEach ?? {});
  const needed = known.inputs.filter((one) => !known.optional.has(one) && !each.includes(one));
  const taken: Taken = { name, prefix: "", inputs, needed };
  const where: Where = "with" in place ? { at: [...at, "with"], part: "key" } : { at: [...at, "call"] };
  checkGiven(project, file, place.with, taken, where);
  checkEachGiven(project, file, place, taken, at);
}

/** What differs between the calls that are made for the values of a list: the call takes it, and nothing else gives it. */
function checkEachGiven(
  { report }: Project,
  file: ReadFile,
  place: CallPlace,
  { name: call, inputs }: Taken,
  at: JsonPath,
): void {
  for (const input of Object.keys(place.forEach ?? {})) {
    const where = [...at, "forEach", input];
    if (!Object.hasOwn(inputs, input)) {
      const suggestion = nearest(input, Object.keys(inputs));
      report.add(file, where, "unknown-input", { call, input }, { part: "key", suggestion });
    } else if (Object.hasOwn(place.with ?? {}, input)) {
      report.add(file, where, "for-each-given", { call, input, given: "with" }, { part: "key" });
    }
  }
}

/** What a call cannot need where it is made, and why, as people are told. */
interface OutOfPlace {
  key: "captcha" | "multipart" | "visitorAddress" | "person" | "signsIn";
  carries: string;
  where: string;
}

const captcha = { key: "captcha", carries: 'lleva la prueba de que hay una persona ("captcha")' } as const;

const visitor = {
  key: "visitorAddress",
  carries: 'lleva la dirección de Internet de la persona ("visitorAddress")',
} as const;

const signsIn = { key: "signsIn", carries: 'identifica a la persona ("signsIn")' } as const;

const notForQueries: OutOfPlace[] = [
  { ...captcha, where: "una consulta se hace sin que nadie la haya dado" },
  {
    key: "multipart",
    carries: 'manda archivos ("multipart")',
    where: "una consulta no es de ningún formulario empezado",
  },
  { ...visitor, where: "una consulta no es de una persona que continúa" },
  { ...signsIn, where: "una consulta no deja a nadie con una sesión nueva" },
];

const notForDeliveries: OutOfPlace[] = [
  { ...captcha, where: "un envío sale después, cuando esa prueba ya no vale" },
  { ...visitor, where: "un envío sale después, y esa dirección no se guarda" },
  {
    key: "person",
    carries: 'lleva quién inició sesión ("person")',
    where: "un envío sale después, cuando esa sesión puede haber terminado",
  },
  { ...signsIn, where: "un envío sale después, cuando nadie espera su respuesta" },
];

/** Checks that a call does not need what there is not where it is made: a press of a button, or a run. */
export function checkCallPlace(
  { report, services }: Project,
  file: ReadFile,
  place: CallPlace,
  at: JsonPath,
  sort: "query" | "delivery",
): void {
  const name = place.call;
  const [service = "", call = ""] = (name ?? "").split(".");
  const definition = services.get(service)?.value.calls?.[call] ?? {};
  const refused = sort === "query" ? notForQueries : notForDeliveries;
  for (const { key, carries, where } of refused) {
    if (name === undefined || definition[key] === undefined) continue;
    report.add(file, [...at, "call"], "call-out-of-place", { call: name, carries, where });
  }
}

/** What a call takes, or an object within. */
interface Taken {
  name: string;
  /** Path of the object, with a dot at its end. */
  prefix: string;
  /** JSON Schemas by name. */
  inputs: Record<string, ValueSchema>;
  needed: string[];
}

/** Where what is given stands. */
interface Where {
  at: JsonPath;
  part?: "key";
}

function checkGiven(
  project: Project,
  file: ReadFile,
  mapping: unknown,
  { name, prefix, inputs, needed }: Taken,
  { at, part }: Where,
): void {
  const { report } = project;
  const known = Object.keys(inputs);
  const given = asObject(mapping);
  const misspelt = new Set<string | undefined>();
  for (const [input, entry] of Object.entries(given)) {
    if (known.includes(input)) {
      checkNested(project, file, entry, { name, path: prefix + input, schema: inputs[input] ?? {} }, [
        ...at,
        input,
      ]);
      continue;
    }
    const free = known.filter((one) => !Object.hasOwn(given, one));
    const suggestion = nearest(input, free);
    misspelt.add(suggestion);
    const values = { call: name, input: prefix + input };
    report.add(file, [...at, input], "unknown-input", values, { part: "key", suggestion });
  }
  for (const input of needed) {
    // A misspelt input is told as such, and not a second time as a missing one.
    if (Object.hasOwn(given, input) || misspelt.has(input)) continue;
    report.add(file, at, "missing-input", { call: name, input: prefix + input }, part ? { part } : {});
  }
}

/** Checks an object that is given entry by entry, as far as the call says what is in it. */
function checkNested(
  project: Project,
  file: ReadFile,
  entry: unknown,
  { name, path, schema }: { name: string; path: string; schema: ValueSchema },
  at: JsonPath,
): void {
  if (!isObject(entry) || !("object" in entry)) return;
  const type = schema.type;
  if (typeof type === "string" && type !== "object") {
    const values = { call: name, input: path, expected: jsonTypeInWords(type) };
    return project.report.add(file, [...at, "object"], "object-for-value", values, { part: "key" });
  }
  if (!isObject(schema.properties)) return;
  const taken: Taken = {
    name,
    prefix: `${path}.`,
    inputs: schema.properties,
    needed: schema.required ?? [],
  };
  checkGiven(project, file, entry["object"], taken, { at: [...at, "object"], part: "key" });
}
