/** How answers become options, by the definitions of this file and of the project; and answers that mean nothing. */
import { describe, expect, onTestFinished, test } from "vitest";
import { checkSources, RuleError, type CompiledCall, type Revision } from "../../schemas/engine/all.ts";
import { resolveData } from "../../server/runs/data.ts";
import { createServices, toOptions } from "../../server/services/services.ts";
import { grammarSources } from "../engine/broken-cases.ts";
import { compiledBrand } from "../support/definitions.ts";
import { startStandIn, type Route } from "../support/stand-in.ts";
import { withDefinitions } from "../support/written-flow.ts";
import { keptLog, projectServices, temporaryStore } from "./parts.ts";

const people = {
  $schema: "../language/service.schema.json",
  service: "people",
  calls: {
    near: {
      method: "GET",
      path: "people",
      input: { Town: { type: "string" } },
      query: { Town: { var: "input.Town" } },
      empty: [404, 410],
      options: {
        rows: { filter: [{ var: "answer.people" }, { ">": [{ var: "age" }, 17] }] },
        value: "id",
        label: "{name.first} {name.last} · {worth:money} · {brand.code}",
        description: "{born:date} en {place}",
      },
      timeout: 9000,
    },
    known: { method: "GET", path: "people/known", empty: [404], value: { var: "answer" }, timeout: 9000 },
    broken: {
      method: "GET",
      path: "people/broken",
      options: { rows: { var: "nobody.rows" }, value: "id", label: "id" },
      timeout: 9000,
    },
  },
};

const flow = {
  flow: "written",
  title: "Escrito",
  data: {
    near: { call: "people.near", with: { Town: { var: "one.town" } } },
    known: { call: "people.known", on: "load" },
  },
  steps: {
    one: {
      title: "Uno",
      sections: {
        main: {
          fields: {
            town: { kind: "text", label: "Ciudad" },
            who: { kind: "choice", label: "Quién", options: { data: "near" } },
          },
        },
      },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: { title: "Fin", ends: true },
  },
};

const definitions = {
  "schemas/services/people.json": people,
  "schemas/flows/written/flow.json": flow,
};

async function written(): Promise<Revision> {
  const { revision } = await withDefinitions(definitions);
  return { ...revision, hash: "written" };
}

async function asked(route: Route) {
  const upstream = await startStandIn({ "GET /people": route, "GET /people/known": route });
  onTestFinished(() => upstream.stop());
  const { store } = await temporaryStore();
  const config = {
    mode: "development" as const,
    upstreams: { PEOPLE: `${upstream.url}/` },
    services: { port: "off" as const },
  };
  const services = createServices({ store, config, embedded: await projectServices(), log: keptLog() });
  onTestFinished(() => services.close());
  const revision = await written();
  const ask = (data: string, inputs: Record<string, string> = {}) =>
    resolveData(services, revision, { flow: "written" }, data, inputs);
  return { upstream, services, revision, ask };
}

const ana = {
  id: 7,
  name: { first: "Ana", last: "Soto" },
  worth: 1200000,
  born: "1990-05-03",
  place: "Lota",
  age: 36,
};

test("the definitions of this file are right, but for the one rule that is to fail", async () => {
  const { sources } = await withDefinitions(definitions);
  const found = checkSources({ ...sources, ...grammarSources() });
  expect(found.map(({ code, file }) => [code, file])).toEqual([
    ["unknown-variable", "schemas/services/people.json"],
  ]);
});

test("options are read with the words of the call, of the rows that its rule gives", async () => {
  const { ask, upstream } = await asked({
    body: {
      people: [
        ana,
        { id: 8, name: { first: "Eva" }, age: 40 },
        { id: 9, name: { first: "Kid" }, age: 3 },
        { id: 10, age: 50 },
        { name: { first: "Sin id" }, age: 50 },
        { ...ana, name: { first: "Otra" } },
      ],
    },
  });
  expect(await ask("near", { Town: "Lota" })).toMatchObject({
    status: "ready",
    options: [
      { value: "7", label: "Ana Soto · $1.200.000 · SI", description: "03/05/1990 en Lota" },
      { value: "8", label: "Eva  ·  · SI" },
    ],
  });
  expect(upstream.requests[0]!.query).toEqual({ Town: "Lota" });
});

test("what a row says becomes no markup", async () => {
  const { ask } = await asked({
    body: { people: [{ ...ana, name: { first: "**Ana** {brand.code}", last: "<b>" } }] },
  });
  const { options } = await ask("near", { Town: "Lota" });
  expect(options[0]!.label).toBe("**Ana** {brand.code} <b> · $1.200.000 · SI");
});

describe("an answer that means that there is nothing", () => {
  test.each([
    [404, "empty"],
    [410, "empty"],
    [400, "failed"],
    [500, "failed"],
  ])("%d is %s", async (status, expected) => {
    const { ask } = await asked({ status, body: { error: "x" } });
    expect(await ask("near", { Town: "Lota" })).toMatchObject({ status: expected, options: [] });
  });

  test("is told apart from a failure in a program, and a query without options has none either", async () => {
    const { ask, services, revision } = await asked({ status: 404, body: { people: [ana] } });
    const known = await ask("known");
    expect(known).toEqual({ status: "empty", options: [], hash: expect.any(String) });
    expect(await services.call({ revision, call: "people.known", input: {}, key: "key-1" })).toEqual({
      ok: false,
      status: 404,
      failure: "empty",
      data: null,
    });
  });
});

test("rows that cannot be worked out are no options", async () => {
  const { calls } = (await written()).private;
  expect(() => toOptions(calls["people.broken"]!, { a: 1 })).toThrow(RuleError);
});

test("an option has the place that its row says, and none where that is no place on the globe", async () => {
  const call = await projectCall("SI", "appointment.branches");
  const at = (latitude: unknown, longitude: unknown, id: string) => ({
    id,
    fullName: `Sucursal ${id}`,
    latitude,
    longitude,
  });
  const rows = [
    at(-33.43, -70.58, "a"),
    at(0, 0, "b"),
    at("-33.43", -70.58, "c"),
    at(-90.5, 0, "d"),
    at(1, 181, "e"),
  ];
  const found = toOptions(call, [...rows, { id: "f", fullName: "Sucursal f" }]);
  expect(found.map(({ value, place }) => [value, place])).toEqual([
    ["a", { latitude: -33.43, longitude: -70.58 }],
    ["b", { latitude: 0, longitude: 0 }],
    ["c", undefined],
    ["d", undefined],
    ["e", undefined],
    ["f", undefined],
  ]);
});

/** A call of the project, as a brand has it. */
const projectCall = async (brand: string, name: string): Promise<CompiledCall> =>
  (await compiledBrand(brand)).private.calls[name]!;

test.each([
  ["SI", "10.000 kms. - 30.000 kms."],
  ["WI", "10,000 kms. - 30,000 kms."],
])("ranges of kilometres in %s", async (brand, label) => {
  const call = await projectCall(brand, "appraisal.mileageRanges");
  expect(toOptions(call, [{ id: 2, minRange: 10000, maxRange: 30000 }])).toEqual([{ value: "2", label }]);
});

test("days and hours of free slots", async () => {
  const slots = { data: [{ "2026-11-24": ["10:30", "09:00"] }, { "2026-11-23": ["15:00"] }], error: null };
  const [dates, times] = await Promise.all(
    ["appraisal.slotDates", "appraisal.slotTimes"].map((name) => projectCall("SI", name)),
  );
  expect(toOptions(dates!, slots, { branchOfficeId: "1" })).toEqual([
    { value: "2026-11-23", label: "23 de noviembre de 2026" },
    { value: "2026-11-24", label: "24 de noviembre de 2026" },
  ]);
  expect(toOptions(times!, slots, { branchOfficeId: "1", date: "2026-11-24" })).toEqual([
    { value: "09:00", label: "09:00" },
    { value: "10:30", label: "10:30" },
  ]);
});
