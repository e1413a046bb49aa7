// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/** JSON Schemas of forms, each with something that rjsf asks about. */
type Schema = Record<string, unknown>;

const text = { type: "string" };
const person = { type: "object", properties: { name: text, mail: { type: "string", format: "email" } } };
const dog = { properties: { kind: { const: "dog" }, tricks: text }, required: ["kind"] };
const fish = {
  properties: { kind: { const: "fish" }, litres: { type: "number" } },
  required: ["kind"],
  additionalProperties: false,
};

export const formSchemas: Record<string, Schema> = {
  "options of objects": { properties: { pet: { oneOf: [dog, fish] } } },
  "options of values": { properties: { a: { anyOf: [text, { type: "number" }, { type: "null" }] } } },
  "options in options": {
    properties: {
      pet: {
        oneOf: [
          { properties: { k: { const: 1 }, inner: { oneOf: [dog, fish, { type: "boolean" }] } } },
          { properties: { k: { const: 2 }, inner: { anyOf: [text, person] } } },
        ],
      },
    },
  },
  "options at the root": { oneOf: [dog, fish] },
  "options in a list": { properties: { pets: { type: "array", items: { anyOf: [dog, fish] } } } },
  "options with a discriminator": {
    properties: { pet: { oneOf: [dog, fish], discriminator: { propertyName: "kind" } } },
  },
  conditions: {
    properties: { kind: { enum: ["dog", "fish"] } },
    allOf: [
      { if: { properties: { kind: { const: "dog" } } }, then: { properties: { tricks: text } }, else: fish },
      { if: { required: ["name"] }, then: { required: ["tricks"] } },
      { properties: { name: text } },
    ],
  },
  "conditions in conditions": {
    if: { properties: { a: { const: "x" } }, required: ["a"] },
    then: {
      if: { properties: { b: { const: "y" } } },
      then: { properties: { pet: { oneOf: [dog, fish] } } },
      else: { properties: { a: { anyOf: [{ const: "x" }, { minLength: 3 }] } } },
    },
    properties: { a: text, b: text },
  },
  "conditions in options": {
    properties: {
      pet: {
        oneOf: [
          { ...dog, if: { required: ["tricks"] }, then: { properties: { name: text } } },
          { ...fish, allOf: [{ if: { required: ["litres"] }, then: { properties: { a: text } } }] },
        ],
      },
    },
  },
  dependencies: {
    properties: { kind: { enum: ["dog", "fish"] }, name: text },
    dependencies: {
      kind: { oneOf: [dog, fish] },
      name: ["kind"],
    },
  },
  references: {
    definitions: {
      dog,
      fish,
      pet: { oneOf: [{ $ref: "#/definitions/dog" }, { $ref: "#/definitions/fish" }] },
    },
    properties: {
      pet: { $ref: "#/definitions/pet" },
      pets: { type: "array", items: { $ref: "#/definitions/pet" } },
    },
  },
  "a schema in itself": {
    definitions: {
      node: {
        type: "object",
        properties: {
          name: text,
          kind: { anyOf: [dog, text] },
          pets: { type: "array", items: { $ref: "#/definitions/node" } },
        },
      },
    },
    properties: {
      pet: { $ref: "#/definitions/node" },
      inner: { oneOf: [{ $ref: "#/definitions/node" }, dog] },
    },
  },
  "other keys": {
    properties: {
      pet: {
        anyOf: [
          { ...dog, additionalProperties: text },
          { type: "object", additionalProperties: { type: "number" } },
        ],
      },
    },
    patternProperties: { "^x": { oneOf: [text, { type: "number" }] } },
  },
  tuples: {
    properties: {
      pets: {
        type: "array",
        items: [{ oneOf: [dog, text] }, text],
        additionalItems: { anyOf: [fish, text] },
      },
    },
  },
};

/** Names that the schemas above use, and others. */
export const names = [
  "pet",
  "pets",
  "kind",
  "inner",
  "k",
  "tricks",
  "litres",
  "name",
  "mail",
  "a",
  "b",
  "x1",
  "other",
];
export const values = ["dog", "fish", "x", "y", "text", 1, 2, 3.5, true, null];
