import { describe, expect, test } from "vitest";
import { patternProblem } from "../../schemas/engine/2-check/patterns/pattern.ts";
import { rawSchemaProblems } from "../../schemas/engine/2-check/raw/raw-schema.ts";
import { rawUiProblems } from "../../schemas/engine/2-check/raw/raw-ui.ts";
import { rawFormats } from "../../schemas/engine/3-compile/raw-formats.ts";
import { compileRawStep } from "../../schemas/engine/3-compile/raw-step.ts";
import {
  compileValidators,
  evaluate,
  validatorModule,
  type CompiledFlow,
  type Validators,
} from "../../schemas/engine/all.ts";
import { smallFlow } from "../support/definitions.ts";

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://example.com/order",
  required: ["name", "pet"],
  definitions: { fish: { properties: { kind: { const: "fish" } }, required: ["kind"] } },
  properties: {
    name: { type: "string", maxLength: 5 },
    mail: { type: "string", format: "email" },
    pet: {
      oneOf: [
        { $ref: "#/definitions/fish" },
        { properties: { kind: { const: "dog" }, pup: { $ref: "#/definitions/fish" } }, required: ["kind"] },
      ],
    },
  },
};

const compiled = () => compileRawStep(schema, { "ui:order": ["*"] }, new Map());
const flowOf = (...fields: object[]): CompiledFlow =>
  ({
    fields: Object.fromEntries(fields.map((field, index) => [`s.f${index}`, field])),
  }) as unknown as CompiledFlow;
const load = async (flow: CompiledFlow): Promise<Validators> =>
  (await import(`data:text/javascript,${encodeURIComponent(validatorModule(flow))}`)) as Validators;

describe("a raw step's field", () => {
  test("is judged by the whole schema, an absent answer as an empty object", () => {
    const flow = smallFlow({ form: { type: "json", widget: "jsonForm", kind: "json", ...compiled() } });
    const problem = (answer: unknown) =>
      evaluate(flow, answer === undefined ? {} : { "s.form": answer as never }, {
        today: "2026-11-21",
        data: {},
        results: {},
      }).problems.map(({ path, code, values }) => [path, code, values]);
    expect(problem(undefined)).toEqual([["s.form", "required", {}]]);
    expect(problem({ name: "toolong", pet: { kind: "dog" } })).toEqual([
      ["s.form", "maxLength", { limit: "5" }],
    ]);
    expect(problem({ name: "Ana", mail: "no", pet: { kind: "dog" } })).toEqual([["s.form", "format", {}]]);
    expect(problem({ name: "Ana", pet: { kind: "cat" } })[0]?.[0]).toBe("s.form");
    expect(problem({ name: "Ana", mail: "a@b.cl", pet: { kind: "dog", pup: { kind: "fish" } } })).toEqual([]);
  });

  test("shares its validator with an equal one, not with another leaf's of the same schema", () => {
    const names = new Map<string, string>([['{"type":"string"}', "leaf0"]]);
    const one = compileRawStep(schema, undefined, names);
    expect(compileRawStep(schema, undefined, names).validator).toBe(one.validator);
    expect(one.validator).not.toBe("leaf0");
    expect(one.schema).not.toHaveProperty("$id");
  });

  test("has the same validators in the browser's module as on the server, those of sub-schemas too", async () => {
    const flow = flowOf(compiled(), { validator: "leaf0", schema: { type: "string", format: "email" } });
    const server = compileValidators(flow);
    const module = validatorModule(flow);
    expect(module).not.toMatch(/\brequire\(|\beval\(|new Function|^import /m);
    const browser = await load(flow);
    const { raw } = compiled();
    const names = Object.keys(server);
    expect(Object.keys(browser).toSorted()).toEqual(names.toSorted());
    expect(Object.values(raw!.subschemas).every((name) => names.includes(name))).toBe(true);
    const answers = [
      {},
      { name: "Ana" },
      { kind: "fish" },
      { kind: "dog", pup: { kind: "x" } },
      { pet: 3 },
      "a@b.cl",
      1,
    ];
    for (const name of names) {
      for (const answer of answers) {
        const [here, there] = [server[name]!(answer), browser[name]!(answer)];
        expect(there).toBe(here);
        expect(JSON.stringify(browser[name]!.errors)).toBe(JSON.stringify(server[name]!.errors));
      }
    }
  });

  test("tells all problems, each at its place", () => {
    const { validator } = compiled();
    const judge = compileValidators(flowOf(compiled()))[validator]!;
    judge({ name: "toolong", mail: "no", pet: { kind: "dog" } });
    expect(judge.errors?.map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual([
      ["/name", "maxLength"],
      ["/mail", "format"],
    ]);
  });
});

describe("formats of raw schemas", () => {
  test.each(Object.entries(rawFormats))("%s takes time that grows with the text", (_, format) => {
    expect(patternProblem(format.source)).toBeUndefined();
  });

  test.each([
    [
      "date",
      ["2024-02-29", "2000-02-29", "2026-12-31"],
      ["2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", ""],
    ],
    ["time", ["10:20:30", "23:59:59Z", "10:20:30.5-03:00"], ["24:00:00", "10:20", "10:20:60"]],
    [
      "date-time",
      ["2026-11-21T10:20:30.000Z", "2026-11-21T10:20:30-03:00", "2024-02-29T00:00:00Z"],
      [
        "2026-11-21",
        "2026-11-21 10:20:30Z",
        "2026-02-30T10:20:30Z",
        "2026-02-29T10:20:30",
        "2026-11-31T10:20:30",
      ],
    ],
    ["email", ["a@b.cl"], ["a@", "a b@c.cl"]],
    ["uri", ["https://a.cl/x?y=1", "mailto:a@b.cl"], ["a.cl", "https://a b"]],
    ["uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123e4567"]],
    ["ipv4", ["192.168.0.1"], ["256.1.1.1", "1.2.3"]],
    ["color", ["#a0B1c2"], ["red", "#fff"]],
  ])("%s", (name, good, bad) => {
    for (const text of good) expect(rawFormats[name]!.test(text)).toBe(true);
    for (const text of bad) expect(rawFormats[name]!.test(text)).toBe(false);
  });
});

describe("what is wrong with a raw schema", () => {
  const codes = (value: unknown) => rawSchemaProblems(value).map(({ at, code }) => [at.join("."), code]);

  test.each<[string, unknown, [string, string][]]>([
    ["nothing", schema, []],
    ["no schema", "text", [["", "invalid-schema"]]],
    ["no object", { type: "array" }, [["type", "unknown-value"]]],
    [
      "a wrong value",
      { properties: { a: { minLength: -1 } } },
      [["properties.a.minLength", "invalid-schema"]],
    ],
    [
      "another draft",
      { $schema: "https://json-schema.org/draft/2020-12/schema" },
      [["$schema", "unknown-value"]],
    ],
    [
      "a keyword that nothing heeds",
      { properties: { a: { dependentRequired: {} } } },
      [["properties.a.dependentRequired", "unknown-key"]],
    ],
    ["what would make its validator asynchronous", { $async: true }, [["$async", "unknown-key"]]],
    [
      "a misspelt keyword",
      { properties: { a: { maxLenght: 3 } } },
      [["properties.a.maxLenght", "unknown-key"]],
    ],
    ["another root inside", { properties: { a: { $id: "#a" } } }, [["properties.a.$id", "unknown-key"]]],
    [
      "a format that there is not",
      { properties: { a: { format: "data-url" } } },
      [["properties.a.format", "unknown-format"]],
    ],
    [
      "a slow pattern",
      { properties: { a: { pattern: "^(a+)+$" } } },
      [["properties.a.pattern", "slow-pattern"]],
    ],
    [
      "a slow name",
      { patternProperties: { "^(a+)+$": {} } },
      [["patternProperties.^(a+)+$", "slow-pattern"]],
    ],
    [
      "a reference elsewhere",
      { properties: { a: { $ref: "https://a.cl/b" } } },
      [["properties.a.$ref", "foreign-ref"]],
    ],
    [
      "a reference to nothing",
      { properties: { a: { $ref: "#/definitions/b" } } },
      [["properties.a.$ref", "foreign-ref"]],
    ],
    [
      "a reference to what is not looked at",
      { components: { b: {} }, properties: { a: { $ref: "#/components/b" } } },
      [["properties.a.$ref", "foreign-ref"]],
    ],
    [
      "a reference to what takes everything",
      { definitions: { any: true }, properties: { a: { $ref: "#/definitions/any" } } },
      [["properties.a.$ref", "boolean-ref"]],
    ],
    [
      "names that JSON sorts by itself",
      { properties: { b: {}, "15": {}, "015": {}, o: { properties: { "0": {}, "-1": {} } } } },
      [
        ["properties.15", "numeric-property"],
        ["properties.o.properties.0", "numeric-property"],
      ],
    ],
    ["itself", { $ref: "#" }, [["$ref", "endless-ref"]]],
    [
      "itself in a property",
      { definitions: { n: { properties: { n: { $ref: "#/definitions/n" } } } } },
      [["definitions.n.properties.n.$ref", "endless-ref"]],
    ],
    [
      "itself in a list that is never empty",
      { definitions: { n: { properties: { l: { items: { $ref: "#/definitions/n" }, minItems: 1 } } } } },
      [["definitions.n.properties.l.items.$ref", "endless-ref"]],
    ],
    [
      "itself in a list",
      { definitions: { n: { properties: { l: { items: { $ref: "#/definitions/n" } } } } } },
      [],
    ],
    ["annotations of others", { "x-order": 1, properties: { a: { enumNames: ["A"], enum: ["a"] } } }, []],
  ])("%s", (_, value, expected) => {
    expect(codes(value)).toEqual(expected);
  });

  test("its uiSchema: widgets and parts that there are not", () => {
    expect(rawUiProblems({ a: { "ui:widget": "radio" }, "ui:order": ["a"] })).toEqual([]);
    const problems = rawUiProblems({
      a: { "ui:widget": "radoi" },
      b: { "ui:options": { widget: "file" } },
      c: { "ui:field": "geo" },
    });
    expect(problems.map(({ at, code, suggestion }) => [at.join("."), code, suggestion])).toEqual([
      ["a.ui:widget", "unknown-value", "radio"],
      ["b.ui:options.widget", "unknown-value", undefined],
      ["c.ui:field", "unknown-key", undefined],
    ]);
  });
});

test("one value only is filled in, a tick is not: nobody agrees to what they have not seen", () => {
  const { schema: drawn } = compileRawStep(
    {
      properties: {
        accepts: { type: "boolean", const: true },
        country: { const: "CL" },
        refuses: { const: false },
        car: {
          oneOf: [{ properties: { owns: { const: true } } }, { properties: { owns: { const: false } } }],
        },
      },
    },
    undefined,
    new Map(),
  );
  expect(drawn["properties"]).toEqual({
    accepts: { type: "boolean", const: true },
    country: { const: "CL", default: "CL" },
    refuses: { const: false, default: false },
    // These only tell one option from the other.
    car: {
      oneOf: [
        { properties: { owns: { const: true, default: true } } },
        { properties: { owns: { const: false, default: false } } },
      ],
    },
  });
});
