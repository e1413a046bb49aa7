import { expect, test } from "vitest";
import { readSources } from "../../schemas/engine/all.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { compileBrand } from "../../schemas/engine/3-compile/compile.ts";
import { preparedCall } from "../../server/services/prepared-call.ts";
import { toResult } from "../../server/services/result.ts";
import { baseSources } from "../engine/broken-cases.ts";

/** A book as a service sends it, and what is known by that. */
const book = {
  type: "object",
  required: ["title", "amount"],
  additionalProperties: false,
  properties: {
    title: { type: "string" },
    printed: { type: "string" },
    prices: {
      type: "array",
      items: {
        type: "object",
        properties: {
          paper: { type: "number" },
          digital: { type: "number" },
          least: {
            type: "number",
            computed: { "list.least": [[{ var: "row.paper" }, { var: "row.digital" }]] },
          },
        },
      },
    },
    amount: { type: "number", computed: { var: "row.prices.0.least" } },
    isCheap: { type: "boolean", computed: { "<": [{ var: "row.amount" }, { var: "brand.companyId" }] } },
    age: {
      type: "integer",
      computed: { "-": [{ substr: [{ var: "today" }, 0, 4] }, { var: "row.printed" }] },
    },
  },
};

const service = {
  service: "cars",
  records: { book, shelf: { type: "array", items: { record: "book" } } },
  calls: {
    vehicle: {
      method: "GET",
      path: "vehicles",
      input: { plate: { type: "string" } },
      query: { plate: { var: "input.plate" } },
      answer: { record: "shelf" },
      value: { var: "answer" },
      timeout: 4000,
    },
    offer: {
      method: "GET",
      path: "offers",
      input: { town: { type: "string" } },
      query: { town: { var: "input.town" } },
      answer: { record: "book" },
      value: { var: "answer" },
      timeout: 4000,
    },
  },
};

const sources = { ...baseSources(), "schemas/services/cars.json": JSON.stringify(service) };
const { calls, facts } = compileBrand(readSources(sources).files, "AA").private;
const company = Number(facts["companyId"]);

const answerOf = (call: string, data: unknown) => {
  const compiled = calls[call]!;
  return toResult({ status: 200, data }, compiled, preparedCall(compiled).readAnswer, "2026-11-23");
};

test("it is checked, and what reads it finds what is computed", () => {
  expect(checkSources(sources)).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  [
    "the least of what is there, inner ones first",
    { title: "Uno", printed: "2020", prices: [{ paper: company + 5 }, { paper: 3, digital: 2 }] },
    {
      title: "Uno",
      printed: "2020",
      prices: [
        { paper: company + 5, least: company + 5 },
        { paper: 3, digital: 2, least: 2 },
      ],
      amount: company + 5,
      isCheap: false,
      age: 6,
    },
  ],
  [
    "what has no value is left out",
    { title: "Dos", prices: [{ paper: company - 1 }, {}] },
    {
      title: "Dos",
      prices: [{ paper: company - 1, least: company - 1 }, {}],
      amount: company - 1,
      isCheap: true,
    },
  ],
  [
    "what a service sends under such a name is not taken",
    { title: "Tres", amount: 1, age: "viejo", prices: [{ paper: 9 }] },
    { title: "Tres", prices: [{ paper: 9, least: 9 }], amount: 9, isCheap: 9 < company },
  ],
  ["without what is needed it is no answer", { title: "Cuatro", prices: [] }, "garbled"],
  [
    "what cannot be worked out is left out too",
    { title: "Cinco", printed: "hacia 1900", prices: [{ paper: company }] },
    {
      title: "Cinco",
      printed: "hacia 1900",
      prices: [{ paper: company, least: company }],
      amount: company,
      isCheap: false,
    },
  ],
  [
    "what its schema does not take is no answer",
    { title: "Seis", printed: "2020.5", prices: [{ paper: 9 }] },
    "garbled",
  ],
  ["what a service sends is still checked", { title: 7, prices: "no" }, "garbled"],
])("%s", (_, sent, expected) => {
  const { ok, failure, data } = answerOf("cars.offer", structuredClone(sent));
  if (typeof expected === "string") return expect(failure).toBe(expected);
  expect({ ok, data }).toEqual({ ok: true, data: expected });
});

test("a record is the same in every call that names it, and reading an answer again changes nothing", () => {
  const sent = { title: "Uno", printed: "2020", prices: [{ paper: 3, digital: 2 }] };
  const one = answerOf("cars.offer", structuredClone(sent));
  const many = answerOf("cars.vehicle", [structuredClone(sent), structuredClone(sent)]);
  expect(many.data).toEqual([one.data, one.data]);
  expect(answerOf("cars.offer", structuredClone(one.data))).toEqual(one);
});
