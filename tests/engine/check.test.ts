import { describe, expect, it } from "vitest";
import { argumentCountOf } from "../../schemas/engine/2-check/rules/argument-counts.ts";
import { check, checkSources } from "../../schemas/engine/2-check/check.ts";
import { distance, nearest } from "../../schemas/engine/2-check/report/nearest.ts";
import { patternProblem } from "../../schemas/engine/2-check/patterns/pattern.ts";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { compileBrand, compileValidators, prepare } from "../../schemas/engine/all.ts";
import type { Diagnostic, Sources } from "../../schemas/engine/types/index.ts";
import { baseSources, brokenCases, changed, projectSources } from "./broken-cases.ts";
import fastCheck, { propertyRuns } from "../support/properties.ts";

const marked = ({ excerpt, column, length }: Diagnostic): string =>
  excerpt.slice(column - 1, column - 1 + length);

/** Every value is filled in, and nothing of the tools underneath is said. */
function expectReadable({ code, message, fix }: Diagnostic): void {
  const placeholders = `${message} ${fix}`.match(/\{[a-zA-Z]+\}/g) ?? [];
  // In the words about placeholders, one is meant to be read.
  expect({ code, left: /placeholder|number/.test(code) ? [] : placeholders }).toEqual({ code, left: [] });
  // A reference of the author's own is quoted.
  const own = code.endsWith("-ref") ? message.replace(/^"[^"]+"/, "") : message;
  expect(own).not.toMatch(/undefined|must |#\/|\bat .*:\d+:\d+/);
  expect(message).toMatch(/[.:]$|\)$/);
}

function compileAll(sources: Sources): void {
  const { files } = readSources(sources);
  for (const brand of ["AA", "BB"]) {
    const { flows } = compileBrand(files, brand).public;
    for (const flow of Object.values(flows)) prepare(flow, compileValidators(flow));
  }
}

describe("checking", () => {
  const base = baseSources();

  it("finds nothing wrong with the project's own definitions", () => {
    expect(checkSources(projectSources())).toEqual([]);
  });

  it("finds nothing wrong with the base of the broken cases", () => {
    expect(checkSources(base)).toEqual([]);
  });

  it.each(brokenCases().map((one) => [`${one.code}/${one.name}`, one] as const))("tells %s", (_, one) => {
    const diagnostics = checkSources(changed(base, one.change));
    const found = diagnostics.map((diagnostic) => {
      const { code, file, line, column, suggestion } = diagnostic;
      const at = marked(diagnostic);
      return { code, file, line, column, at, ...(suggestion === undefined ? {} : { suggestion }) };
    });
    expect(found).toEqual(one.expect);
    for (const diagnostic of diagnostics) expectReadable(diagnostic);
  });

  it("tells several mistakes in one run, in the order of files and lines", () => {
    const sources = changed(base, {
      "brands/AA/brand.json": { replace: '"country": "CL"', by: '"country": "QQ"' },
      "schemas/kinds/rut.json": { replace: '"rut.isValid"', by: '"rut.valid"' },
      "schemas/flows/visit/flow.json": { replace: '"go": "done"', by: '"go": "don"' },
    });
    expect(checkSources(sources).map(({ code }) => code)).toEqual([
      "unknown-country",
      "unknown-step",
      "unknown-operation",
    ]);
  });

  it.each<[string, string, string]>([
    // In the title of the first step, nothing is stored yet; a common word has no fields.
    ["schemas/flows/visit/flow.json", "¿Qué necesitas?", "{brand.dato}, {word.palabra} o {paso.campo}."],
    ["schemas/wording.es.json", '"Volver', "{brand.dato} o {word.palabra}."],
    ["schemas/screens/home.json", "**Bienvenido**", "{brand.dato} o {word.palabra}."],
    [
      "schemas/flows/visit/flow.json",
      "Solo letras",
      "{brand.dato}, {word.palabra}, {label}, {limit} o {paso.campo}.",
    ],
    [
      "schemas/flows/visit/flow.json",
      "Hola ",
      "{brand.dato}, {word.palabra}, {submission.number}, {submission.day}, {submission.time}, {submission.revision}, {tracking.dato}, {paso.campo} o {resultado}.",
    ],
  ])("names only what fits where a placeholder in %s at %s is wrong", (file, replace, allowed) => {
    const [found, ...others] = checkSources(changed(base, { [file]: { replace, by: `${replace}{nobody}` } }));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "unknown-placeholder" });
    expect(found!.fix).toBe(`corrige el nombre; se puede usar ${allowed}`);
  });

  it("refuses everything when the grammar is missing", () => {
    const sources = Object.fromEntries(
      Object.entries(base).filter(([path]) => !path.startsWith("schemas/language/")),
    );
    const codes = new Set(checkSources(sources).map(({ code }) => code));
    expect(codes).toContain("unusable-grammar");
  });

  it("takes the grammar apart from the files too", () => {
    const { files } = readSources(base);
    expect(check(files, {}).some(({ code }) => code === "unusable-grammar")).toBe(true);
  });

  it("never throws, whatever value stands anywhere, and what it takes can be compiled", () => {
    const paths = Object.keys(base).filter((path) => !path.startsWith("schemas/language/"));
    const junk = fastCheck.constantFrom(
      "null",
      "true",
      "7",
      '""',
      '"x.y"',
      "[]",
      "{}",
      '[{"a":[]}]',
      '{"var":null}',
    );
    const property = fastCheck.property(
      fastCheck.constantFrom(...paths),
      fastCheck.nat(),
      junk,
      (path, seed, value) => {
        const text = base[path]!;
        // A value: what stands after a colon, up to where a line of our own format ends it.
        const places = [...text.matchAll(/: ("(?:[^"\\]|\\.)*"|true|false|\d+|\[[^[\]]*\]|\{[^{}]*\})/g)];
        const place = places[seed % Math.max(1, places.length)];
        if (!place) return;
        const from = place.index + 2;
        const broken = text.slice(0, from) + value + text.slice(from + place[1]!.length);
        const lines = broken.split("\n");
        const diagnostics = checkSources({ ...base, [path]: broken });
        if (diagnostics.length === 0) compileAll({ ...base, [path]: broken });
        for (const one of diagnostics) {
          expect(one.message + one.fix).not.toMatch(/undefined|\[object|must (be|have|NOT)|#\//);
          if (one.file === path) expect(lines[one.line - 1]).toBe(one.excerpt);
        }
      },
    );
    fastCheck.assert(property, { numRuns: propertyRuns(40) });
  });
});

describe("names in rules", () => {
  const base = baseSources();
  const files = ["flows/family/flow", "fragments/place", "kinds/typed-document"].map(
    (name) => `schemas/${name}.json`,
  );
  const places = files.flatMap((path) =>
    [...base[path]!.matchAll(/"var": "([^"]*)"|"(?:clear|resets)": \["([^"]*)"\]/g)].map((match) => {
      const name = match[1] ?? match[2]!;
      return { path, from: match.index + match[0].lastIndexOf(name), length: name.length };
    }),
  );
  const names = [
    "house.home|house.home.area|house.office.town|house.plate|house.found|house.deed|house.deed.name|house.code",
    "members.relatives|members.relatives.name|members.relatives.contact.phone|members.abroad",
    "survey.form|survey.form.score|group.area|group.town|group.phone|row.name|row.type|row.contact|row.document",
    "with.relationship|with.area|with.asked|with.type|with.length|today|value|warned|brand.country|name|",
    "data.vehicle.status|data.vehicle.value.model|data.offer.value.amount|data.offer|content.visitHelp.title",
  ].flatMap((line) => line.split("|"));

  it("mean something wherever they are taken: what is taken can be compiled", () => {
    const property = fastCheck.property(
      fastCheck.constantFrom(...places),
      fastCheck.constantFrom(...names),
      ({ path, from, length }, name) => {
        const text = base[path]!;
        const sources = { ...base, [path]: text.slice(0, from) + name + text.slice(from + length) };
        if (checkSources(sources).some(({ severity }) => severity === "error")) return;
        expect(() => compileAll(sources)).not.toThrow();
      },
    );
    fastCheck.assert(property, { numRuns: propertyRuns(20) });
  });
});

describe("one mistake", () => {
  const flow = "schemas/flows/family/flow.json";
  const place = "schemas/fragments/place.json";

  it.each<[string, Record<string, { text: string } | { replace: string; by: string } | null>]>([
    ["a fragment that cannot be read", { [place]: { text: "{" } }],
    [
      "a field of a fragment with a mistake of shape",
      { [place]: { replace: '"requiredWhen"', by: '"requiredWhn"' } },
    ],
    ["a fragment whose parameters are misspelt", { [place]: { replace: '"parameters"', by: '"paramters"' } }],
    ["a mistake in a fragment that is used twice", { [place]: { replace: "with.asked", by: "with.ask" } }],
    ["a shared tree that cannot be read", { "schemas/options/places.json": { text: "{" } }],
    ["a kind that is not there", { "schemas/kinds/place-area.json": null }],
    ["a list without its kind", { "schemas/kinds/list.json": null }],
    [
      "a group without its fields",
      {
        [flow]: {
          replace: '"label": "Contacto",\n                  "fields"',
          by: '"label": "Contacto",\n                  "feilds"',
        },
      },
    ],
    ["a program that may open any dialog", { [flow]: { replace: '"far", "when"', by: '"far", "whn"' } }],
    ["a query with a mistake of shape", { [flow]: { replace: '"on": "press"', by: '"on": "pres"' } }],
    ["a service that cannot be read", { "schemas/services/cars.json": { text: "{" } }],
  ])("is told once: %s", (_, change) => {
    expect(checkSources(changed(baseSources(), change))).toHaveLength(1);
  });
});

describe("patterns", () => {
  it.each([
    "^[A-Za-z ]+$",
    "^[0-9]{8}$",
    "\\.[A-Za-z]{2,}$",
    "^[A-Z]{2}([A-Z]{2}|[0-9]{2})[0-9]{2}$",
    "^(a|b)+$",
    "^(?:ab){2,5}$",
    "^[^)(]+\\)$",
    "^a*b*$",
  ])("takes %s", (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    ["(a+)+", "slow-pattern"],
    ["((ab)*)*", "slow-pattern"],
    ["(a{1,30}){1,30}", "slow-pattern"],
    ["(a|a)*", "slow-pattern"],
    ["(\\w|[a-z])+", "slow-pattern"],
    ["(x+x+)+y", "slow-pattern"],
    ["(?:a?)*", "slow-pattern"],
    ["(a|)*", "slow-pattern"],
    ["(?<n>a)\\k<n>", "unsupported-pattern"],
    ["a(?!b)", "unsupported-pattern"],
    ["(?<=a)b", "unsupported-pattern"],
    ["(", "invalid-pattern"],
    ["a**", "invalid-pattern"],
  ])("refuses %s: %s", (pattern, code) => {
    expect(patternProblem(pattern)?.code).toBe(code);
  });
});

describe("nearest match", () => {
  it.each([
    ["rutt", "rut", 1],
    ["nmae", "name", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ])("counts edits between %s and %s", (a, b, edits) => {
    expect(distance(a, b)).toBe(edits);
    expect(distance(b, a)).toBe(edits);
  });

  it("gives nothing when nothing is near", () => {
    expect(nearest("subject.area", ["person.name"])).toBeUndefined();
    expect(nearest("x", ["yz"])).toBeUndefined();
  });
});

describe("argument counts", () => {
  it.each([...operators, ...Object.keys(operations)])("knows those of %s", (operator) => {
    expect(argumentCountOf(operator)).toBeDefined();
  });
});

describe("a kind whose check does not say which problem it tells", () => {
  it("is told at the check, and examples are not told what the kind cannot say", () => {
    const kind = "schemas/kinds/rut.json";
    const found = checkSources(
      changed(baseSources(), { [kind]: { replace: '"says": "invalid"', by: '"says": {}' } }),
    );
    expect(found.map(({ file, code }) => `${file} ${code}`)).toContain(`${kind} wrong-type`);
    expect(found.filter(({ code }) => code === "unknown-problem")).toEqual([]);
  });
});
