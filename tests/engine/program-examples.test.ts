/** Examples that say what their program does: each place at which they can be wrong is told at its line. */
import { expect, it } from "vitest";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { baseSources, changed } from "./broken-cases.ts";

const visit = "schemas/flows/visit/examples/accepted.json";
const file = "schemas/flows/deposit/examples/paid.json";
const proven = { has: () => false, add: () => {}, keep: async () => {} };
const base = baseSources();

const told = async (replace: string, by: string): Promise<string[]> => {
  const { diagnostics } = await runExamples(changed(base, { [file]: { replace, by } }), proven);
  return diagnostics.map(({ code, excerpt, column, length, message }) =>
    [code, excerpt.slice(column - 1, column - 1 + length), message.replace(/^.*espera /, "")].join(": "),
  );
};

const event = '{ "wait": "payment", "outcome": "came", "data": { "token": "t1" } }';
const call = '"cars.vehicle": { "body": {} }';

it("one that is as it says has nothing wrong", async () => {
  expect((await runExamples(base, proven)).diagnostics).toEqual([]);
});

it.each([
  [
    "where it led",
    '{ "go": "end" }',
    '{ "wait": "payment" }',
    'outcome: {"wait":"payment"}, y resulta {"go":"end"}.',
  ],
  ["what it left", '"paid": "t1"', '"paid": "t2"', 'paid: "t2", y resulta "t1".'],
  ["something more that comes", event, `${event}, ${event}`, 'wait: "payment", y resulta {"go":"end"}.'],
  ["an event without what it brings", '"data": { "token": "t1" }', '"data": {}', "data: {}, y resulta "],
  [
    "an event that ends otherwise",
    '"data": { "token": "t1" }',
    '"received": { "status": "rejected", "token": "t1" }',
    'outcome: "came", y resulta "refused".',
  ],
  ["what no event is", '"data": { "token": "t1" }', '"received": {}', "received: {}, y resulta "],
  [
    "a call that fails",
    call,
    '"cars.vehicle": "failed"',
    'wait: "payment", y resulta {"refuse":"No se puede ahora."}.',
  ],
  [
    "a call without an answer",
    `"calls": { ${call} },`,
    "",
    'step: "buyer", y resulta "la llamada cars.vehicle, que aquí no tiene respuesta".',
  ],
  [
    "a call that is not made",
    call,
    `${call}, "cars.offer": { "body": {} }`,
    'cars.offer: "cars.offer", y resulta "una llamada que no se hace".',
  ],
  [
    "a step with problems",
    '"buyer.name": "Ana"',
    '"buyer.plate": "A"',
    'step: "buyer", y resulta {"buyer.name":"required"}.',
  ],
])("tells %s", async (_, replace, by, tells) => {
  const found = await told(replace, by);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`example-differs: ${tells}`);
});

it.each([
  ['"hidden": ["subject.payment"]', '"hidden": ["subject.city"]', 'que "subject.city" no se vea, y se ve.'],
  [
    '"visible": ["subject.area"]',
    '"visible": ["subject.payment"]',
    'que "subject.payment" se vea, y no se ve.',
  ],
  [
    '"problems": { "person.identity": "required" }',
    '"continues": true',
    'que se pueda continuar, y no se puede por "person.identity" (required).',
  ],
])("says in words what is seen and whether one goes on: %s", async (replace, by, tells) => {
  const { diagnostics } = await runExamples(changed(base, { [visit]: { replace, by } }), proven);
  expect(diagnostics.map(({ message }) => message.replace(/^.*espera /, ""))).toEqual([tells]);
});
