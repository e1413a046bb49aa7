// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
import { expect, test } from "vitest";
import { compileRawStep } from "../../schemas/engine/3-compile/raw-step.ts";
import { compileValidators, type CompiledFlow, type Json } from "../../schemas/engine/all.ts";
import { errorSchema, placedProblems } from "../../renderer/widgets/json-form-problems.ts";
import { formValidators } from "../../renderer/widgets/json-form-validator.ts";

const dog = {
  properties: { kind: { const: "dog" }, tricks: { type: "string", minLength: 3 } },
  required: ["kind", "tricks"],
};
const fish = {
  properties: { kind: { const: "fish" }, litres: { type: "number" } },
  required: ["kind", "litres"],
};

function problems(schema: Record<string, unknown>, answer: Json, chosen = 0): unknown[] {
  const field = compileRawStep(schema, {}, new Map());
  const flow = { fields: { "s.form": field } } as unknown as CompiledFlow;
  const validators = compileValidators(flow);
  const { of, whole } = formValidators(flow.fields["s.form"]!, validators);
  return placedProblems({ whole, option: of, chosen: () => chosen }, answer).map(
    ({ path, keyword }) => `${path.join(".")}: ${keyword}`,
  );
}

test("a problem stands where its value is, or would be", () => {
  const schema = {
    required: ["name"],
    properties: {
      list: {
        type: "array",
        items: { properties: { age: { type: "integer", minimum: 18 } }, required: ["age"] },
      },
      "a/b": { type: "string" },
      name: { type: "string" },
      c: {},
    },
    dependencies: { "a/b": ["c"] },
    additionalProperties: false,
  };
  expect(
    problems(schema, { list: [{ age: 17 }, {}], "a/b": 1 }).toSorted((a, b) =>
      String(a).localeCompare(String(b)),
    ),
  ).toEqual([
    "a/b: type",
    "c: dependencies",
    "list.0.age: minimum",
    "list.1.age: required",
    "name: required",
  ]);
  expect(problems(schema, { name: "x", other: 1 })).toEqual(["other: additionalProperties"]);
});

test("of options, only what is wrong with the chosen one, in options too", () => {
  const pet = { oneOf: [dog, fish] };
  expect(problems({ properties: { pet } }, { pet: { kind: "dog", tricks: "a" } }, 0)).toEqual([
    "pet.tricks: minLength",
  ]);
  expect(problems({ properties: { pet } }, { pet: {} }, 1)).toEqual([
    "pet.kind: required",
    "pet.litres: required",
  ]);
  const deep = {
    anyOf: [
      { properties: { pet }, required: ["pet"] },
      { properties: { pet: { anyOf: [dog, fish] } }, required: ["pet"] },
    ],
  };
  expect(problems({ properties: { deep } }, { deep: { pet: { kind: "fish" } } }, 1)).toEqual([
    "deep.pet.litres: required",
  ]);
  expect(problems({ properties: { deep } }, { deep: {} }, 0)).toEqual(["deep.pet: required"]);
});

test("more than one option that fits, and a value that is none of a few", () => {
  expect(
    problems({ properties: { a: { oneOf: [{ type: "string" }, { minLength: 1 }] } } }, { a: "x" }),
  ).toEqual(["a: oneOf"]);
  expect(problems({ properties: { a: { oneOf: [{ const: 1 }, { const: 2 }] } } }, { a: 3 })).toEqual([
    "a: enum",
  ]);
});

test("a condition says only what it asks for", () => {
  const schema = { if: { required: ["a"] }, then: { required: ["b"] } };
  expect(problems(schema, { a: 1 })).toEqual(["b: required"]);
});

test("names that objects have by themselves are names like others", () => {
  const placed = errorSchema([
    { path: ["constructor", 0], keyword: "x", values: {} },
    { path: ["toString"], keyword: "y", values: {} },
  ]);
  expect(JSON.parse(JSON.stringify(placed))).toEqual({
    constructor: { 0: { __errors: ["x"] } },
    toString: { __errors: ["y"] },
  });
});
