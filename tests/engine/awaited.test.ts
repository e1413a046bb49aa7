import { describe, expect, it } from "vitest";
import { createEvaluator, type Answers, type DataState } from "../../schemas/engine/all.ts";
import { smallFlow } from "../support/definitions.ts";

const choice = { type: "choice", widget: "select", schema: { type: "string" } } as const;

const prepared = smallFlow(
  {
    region: { ...choice, options: { tree: "places" } },
    province: { ...choice, options: { tree: "places", under: "s.region" } },
    district: { ...choice, options: { tree: "places", under: "s.province" } },
    hidden: { visibleWhen: { "==": [{ var: "s.region" }, "nowhere"] } },
    kind: {},
    service: { ...choice, options: { data: "services" } },
    number: { enabledWhen: { and: [{ "!!": { var: "s.kind" } }, { "!!": { var: "s.hidden" } }] } },
    branch: { ...choice, options: { data: "branches" } },
    group: { type: "group", fields: ["s.inner"], enabledWhen: { "!!": { var: "s.kind" } } },
    inner: { parent: "s.group" },
    free: {},
  },
  {
    data: {
      services: { call: "a.b", on: "change", with: { kind: { var: "s.kind" } } },
      branches: {
        call: "a.c",
        on: "change",
        with: {
          found: { var: "data.services.value.first" },
          region: { var: "s.region" },
          free: { var: "s.free" },
        },
        optional: ["free"],
        when: { "!=": [{ var: "s.district" }, "far"] },
      },
    },
    trees: {
      places: [
        {
          value: "north",
          label: "Norte",
          options: [{ value: "near", label: "Cerca", options: [{ value: "far", label: "Lejos" }] }],
        },
      ],
    },
  },
);

const awaited = (path: string, answers: Answers = {}, data: Record<string, DataState> = {}): string[] =>
  createEvaluator(prepared, answers, { today: "2026-11-21", data, results: {} }).awaited(path);

const ready: DataState = { status: "ready", inputs: { kind: "x" }, options: [], value: { first: 1 } };

describe("what has to be answered before a field can be", () => {
  it.each<[why: string, path: string, answers: Answers, expected: string[]]>([
    ["nothing, where it can be answered", "s.region", {}, []],
    ["the choice above", "s.province", {}, ["s.region"]],
    ["the first of several choices above", "s.district", {}, ["s.region"]],
    ["the next one", "s.district", { "s.region": "north" }, ["s.province"]],
    ["nothing once that is answered", "s.district", { "s.region": "north", "s.province": "near" }, []],
    ["what a rule reads, as far as it can be seen", "s.number", {}, ["s.kind"]],
    ["nothing, where answers do not help", "s.number", { "s.kind": "x" }, []],
    ["the input of the query that its options come from", "s.service", {}, ["s.kind"]],
    ["the inputs of that query's query too", "s.branch", {}, ["s.region", "s.kind"]],
    ["what the group around it waits for", "s.inner", {}, ["s.kind"]],
    ["nothing, for what cannot be seen", "s.hidden", {}, []],
    ["nothing, for what is no field", "s.none", {}, []],
  ])("is %s", (_, path, answers, expected) => {
    expect(awaited(path, answers)).toEqual(expected);
  });

  it("is no input of a query that has answered, and none that may be left out", () => {
    expect(awaited("s.branch", { "s.kind": "x" }, { services: ready })).toEqual(["s.region"]);
  });
});
