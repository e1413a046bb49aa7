import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { waitBranchNames } from "../../1-read/wait-branches.ts";
import { pathOfPointer } from "../../4-evaluate/pointer.ts";
import { patternInWords } from "./pattern-words.ts";
import { nearest, nearestKey } from "../report/nearest.ts";
import {
  valueTypeInWords,
  limitsInWords,
  shortened,
  jsonTypeInWords,
  jsonTypeOf,
} from "../report/value-words.ts";
import type { FileKind } from "../project/file-kinds.ts";
import type { Values } from "../../diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "../../diagnostics/messages.ts";
import type { ReportOptions, Report } from "../report/report.ts";
import { asObject, isObject, listed, type Definition } from "../report/values.ts";

/** The parsed schemas of `schemas/language` by file name, e.g. `flow.schema.json`. */
export type Grammar = Record<string, unknown>;

interface Validators {
  ajv: Ajv;
  byDefinition: Map<string, ValidateFunction | undefined>;
}

const ajvOptions = {
  allErrors: true,
  verbose: true,
  messages: false,
  strict: false,
  // What is run a few hundred times is not worth making quicker, and each definition is compiled once.
  inlineRefs: false,
  code: { optimize: false },
};

// Compiling a grammar takes far longer than checking a file with it, and grammars hardly ever change.
const compiled = new Map<string, Validators>();

const known = new WeakMap<object, Validators & { definitions: unknown }>();

/** What several grammars have in common: they refer to it by this name. */
const commonFile = "definitions.schema.json";

/** By the grammar itself, and where its file was read again, by what it says. */
function validatorsOf(schema: object, definitions: unknown): Validators {
  const last = known.get(schema);
  if (last && last.definitions === definitions) return last;
  const text = JSON.stringify([schema, definitions]);
  let validators = compiled.get(text);
  if (!validators) {
    if (compiled.size > 50) compiled.clear();
    validators = { ajv: new Ajv(ajvOptions), byDefinition: new Map() };
    compiled.set(text, validators);
  }
  known.set(schema, { ...validators, definitions });
  return validators;
}

/** What a grammar says is right. What editors offer besides is made from the project's files, and stands in `allOf`. */
export function withoutOffers(grammar: Definition): Definition {
  const { allOf: _offers, ...schema } = grammar;
  return schema;
}

/** The validator of a grammar or of one of its definitions; undefined when it is missing or no JSON Schema. */
export function validatorOf(grammar: Grammar, kind: FileKind, definition = ""): ValidateFunction | undefined {
  const schema = grammar[`${kind}.schema.json`];
  if (!isObject(schema)) return undefined;
  const common = grammar[commonFile];
  const { ajv, byDefinition } = validatorsOf(schema, common);
  if (!byDefinition.has(definition)) {
    try {
      if (!ajv.schemas[kind]) ajv.addSchema(withoutOffers(schema), kind);
      if (isObject(common) && !ajv.schemas[commonFile]) ajv.addSchema(common, commonFile);
      const pointer = definition === "" ? "" : `#/definitions/${definition}`;
      byDefinition.set(definition, ajv.getSchema(`${kind}${pointer}`));
    } catch {
      byDefinition.set(definition, undefined);
    }
  }
  return byDefinition.get(definition);
}

/** What the lines of a step's program and of a button's can do. */
const allVerbs = {
  step: ["call", "submit", "set", "fill", "begin", "await", "go", "dialog", "redirect", "refuse", "do"],
  button: ["set", "clear", "close", "retry", "resume", "go", "redirect"],
};

const programNames = ["onContinue", "onFailure", "onPress", ...waitBranchNames, "programs/[^/]+"];
const lineOfProgram = new RegExp(`/(${programNames.join("|")})/\\d+$`);

/** The verbs that a line may have, where the mistake is about a line of a program as a whole. */
function verbsAt({ instancePath, keyword }: ErrorObject): readonly string[] | undefined {
  if (keyword !== "required" && keyword !== "additionalProperties") return undefined;
  const program = lineOfProgram.exec(instancePath)?.[1];
  if (program === undefined) return undefined;
  return program === "onPress" ? allVerbs.button : allVerbs.step;
}

type Tell = (code: DiagnosticCode, values: Values, place?: JsonPath, options?: ReportOptions) => void;

interface Subject {
  report: Report;
  file: ReadFile;
  value: unknown;
  /** Where the checked value stands in its file. */
  root: JsonPath;
  /** The kind and type of the field that is checked, when it is one. */
  kind?: string;
  type?: string;
}

export interface ShapeMistake {
  /** Of the value that has it. */
  at: JsonPath;
  /** Of a value that is none of those that can be there: the types of JSON that can, if it has none of them. */
  expected?: string[];
}

function expectedTypes({ keyword, params, propertyName }: ErrorObject): string[] | undefined {
  if (propertyName !== undefined) return undefined;
  if (keyword === "type") return [(params as { type: string | string[] }).type].flat();
  return keyword === "enum" || keyword === "const" ? [] : undefined;
}

/** What was found right, by its validator: most files are the same when they are read again, and nobody changes what was read. */
const right = new WeakMap<ValidateFunction, WeakSet<object>>();

function isRight(value: unknown, validate: ValidateFunction): boolean {
  if (typeof value !== "object" || value === null) return validate(value);
  const remembered = right.get(validate) ?? new WeakSet();
  right.set(validate, remembered);
  if (!remembered.has(value) && validate(value)) remembered.add(value);
  return remembered.has(value);
}

/** Tells each mistake of shape once, in the author's words. */
export function checkShape(subject: Subject, validate: ValidateFunction): ShapeMistake[] {
  if (isRight(subject.value, validate)) return [];
  return (validate.errors ?? []).map((error) => {
    tell(subject, error);
    const at = [...subject.root, ...pathOfPointer(error.instancePath, subject.value)];
    const expected = expectedTypes(error);
    return expected ? { at, expected } : { at };
  });
}

function tell(subject: Subject, error: ErrorObject): void {
  const { report, file } = subject;
  const { keyword, data } = error;
  const params = error.params as Record<string, unknown>;
  const at = [...subject.root, ...pathOfPointer(error.instancePath, subject.value)];
  const add: Tell = (code, values, place = at, options = {}) =>
    report.add(file, place, code, values, { once: true, ...options });

  if (error.propertyName !== undefined) return tellName(subject, error, at);
  if (tellNamed(error, add)) return;
  const verbs = verbsAt(error);
  if (verbs && tellVerbs(subject, at, asObject(data), verbs)) return;
  switch (keyword) {
    case "additionalProperties": {
      const key = String(params["additionalProperty"]);
      const allowed = Object.keys(asObject(error.parentSchema?.["properties"])).filter(
        (one) => one !== "$schema",
      );
      const free = allowed.filter((one) => !Object.hasOwn(asObject(data), one));
      const suggestion = nearestKey(key, free);
      return add("unknown-key", { key, allowed: listed(allowed) }, [...at, key], { part: "key", suggestion });
    }
    case "required": {
      const key = String(params["missingProperty"]);
      // A misspelt key is told as such, and not a second time as a missing one.
      const misspelt = Object.keys(asObject(data)).some(
        (one) => !Object.hasOwn(asObject(error.parentSchema?.["properties"]), one) && nearest(one, [key]),
      );
      if (misspelt) return;
      if (key === "onFailure") return add("missing-on-failure", { call: shortened(asObject(data)["call"]) });
      return add("missing-key", { key });
    }
    case "type": {
      const expected = [params["type"]].flat().map((one) => jsonTypeInWords(one));
      return add("wrong-type", {
        expected: expected.join(" o "),
        found: jsonTypeInWords(jsonTypeOf(data)),
      });
    }
    case "enum":
    case "const": {
      const values = (params["allowedValues"] as unknown[] | undefined) ?? [params["allowedValue"]];
      const allowed = values.map(shortened);
      const suggestion = typeof data === "string" ? nearest(data, allowed) : undefined;
      return add("unknown-value", { value: shortened(data), allowed: listed(allowed) }, at, { suggestion });
    }
    case "pattern":
      return add("malformed-value", {
        value: shortened(data),
        pattern: patternInWords(String(params["pattern"])),
      });
    case "dependencies":
      return add("missing-key", { key: String(params["missingProperty"]) });
    case "false schema": {
      const key = String(at.at(-1));
      const other = /\/dependencies\/([^/]+)\/properties\//.exec(error.schemaPath)?.[1];
      if (other !== undefined) return add("conflicting-keys", { key, other }, at, { part: "key" });
      const values = { key, kind: subject.kind ?? "", type: valueTypeInWords(subject.type) };
      return add("key-does-not-fit", values, at, { part: "key" });
    }
    case "uniqueItems":
      return add("value-out-of-range", { limit: "ya está en la lista" }, [...at, Number(params["i"])]);
    // What these say, another error says better.
    case "if":
    case "propertyNames":
      return;
    default:
      add("value-out-of-range", {
        limit: limitsInWords[keyword]?.(Number(params["limit"])) ?? "revisa su tamaño",
      });
  }
}

/** What the grammar names a diagnostic of its own for, in `$comment`. Gives whether it was that. */
function tellNamed({ keyword, data, params, parentSchema }: ErrorObject, add: Tell): boolean {
  const code: unknown = parentSchema?.["$comment"];
  if (code === "empty-wording" && keyword === "minLength") {
    add("empty-wording", {});
    return true;
  }
  if (code === "unknown-format" && keyword === "enum") {
    const allowed = (params as { allowedValues: string[] }).allowedValues;
    const suggestion = nearest(shortened(data), allowed);
    add("unknown-format", { format: shortened(data), allowed: listed(allowed) }, undefined, { suggestion });
    return true;
  }
  return false;
}

/** The name of a key: one of a list, or of a form. */
function tellName({ report, file }: Subject, error: ErrorObject, at: JsonPath): void {
  const key = error.propertyName ?? "";
  const params = error.params as Record<string, unknown>;
  const allowed = params["allowedValues"] as string[] | undefined;
  const options: ReportOptions = { part: "key", once: true, suggestion: nearest(key, allowed ?? []) };
  if (allowed) report.add(file, [...at, key], "unknown-key", { key, allowed: listed(allowed) }, options);
  else {
    const values = { value: key, pattern: patternInWords(String(params["pattern"] ?? "")) };
    report.add(file, [...at, key], "malformed-value", values, options);
  }
}

/** A line of a program without a verb, or with two. Gives whether that was what is wrong. */
function tellVerbs(
  { report, file }: Subject,
  at: JsonPath,
  line: Definition,
  verbs: readonly string[],
): boolean {
  const found = verbs.filter((verb) => Object.hasOwn(line, verb));
  if (found.length === 1) return false;
  const stranger = found.length === 0 ? Object.keys(line).find((key) => key !== "when") : found[1];
  report.add(
    file,
    stranger === undefined ? at : [...at, stranger],
    "instruction-verb",
    {
      found: found.length === 0 ? "no hay ninguno" : `hay ${found.length}: ${listed(found)}`,
      verbs: verbs.join(", "),
    },
    {
      part: "key",
      once: true,
      suggestion: found.length === 0 && stranger !== undefined ? nearest(stranger, verbs) : undefined,
    },
  );
  return true;
}
