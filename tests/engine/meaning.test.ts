/** What fixed cases mean is written down: who changes it has to raise the version that enters every revision's hash. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  brandsOf,
  compileBrand,
  compileRule,
  compileValidators,
  evaluate,
  meaningVersion,
  prepare,
  readSources,
  RuleError,
  type Answers,
} from "../../schemas/engine/all.ts";
import { operationUses } from "../../schemas/engine/operations/uses.ts";
import { root } from "../support/definitions.ts";
import { baseSources } from "./broken-cases.ts";
import { whole } from "./whole.ts";

const file = join(root, "fixtures/meaning.json");
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

/** By group of cases: the hash of each case and, after `=`, that of its result. */
interface Recorded {
  version: number;
  results: Record<string, string[]>;
}

const hash = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "undefined")
    .digest("hex")
    .slice(0, 10);

/** What a case means: a value, or that it is refused. */
function meaning(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof RuleError) return "refused";
    throw error;
  }
}

const at = (data: unknown, path: string): unknown =>
  path === ""
    ? data
    : path
        .split(".")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, data);

const ofRule = (rule: unknown, data: unknown): string =>
  `${hash([rule, data])}=${hash(meaning(() => compileRule(rule)({ variable: (path) => at(data, path) })))}`;

type Case = [rule: unknown, data: unknown];

function rules(): [string, string[]][] {
  const kept = json("fixtures/conformance/json-logic.json") as Record<string, Case[]>;
  const leftOut = json("fixtures/conformance/json-logic-left-out.json") as Record<
    string,
    { cases: { rule: unknown; data: unknown }[] }
  >;
  return [
    ...Object.entries(kept).map(([name, cases]): [string, string[]] => [
      `rule ${name}`,
      cases.map(([rule, data]) => ofRule(rule, data)),
    ]),
    ...Object.entries(leftOut).map(([name, { cases }]): [string, string[]] => [
      `rule: ${name}`,
      cases.map(({ rule, data }) => ofRule(rule, data)),
    ]),
  ];
}

/** Values of all sorts, which every operation is asked with. */
const values = [
  "12.345.678-5",
  "2026-11-23",
  "2024-02-29",
  "CL",
  "PE",
  "Ana Ñu",
  "1.234,5",
  "",
  -1,
  0,
  7,
  2.5,
];

const called = (): [string, string[]][] =>
  Object.entries(operationUses).map(([name, { arguments: count }]) => [
    `operation ${name}`,
    values.flatMap((_, first) =>
      [0, 1, 5].map((step) => {
        const given = Array.from(
          { length: count },
          (_one, index) => values[(first + index * step) % values.length],
        );
        return ofRule({ [name]: given }, null);
      }),
    ),
  ]);

const today = "2026-11-21";

/** Answers to some of a flow's fields: what is required of the others is a part of the meaning. */
const answersOf = (paths: string[], step: number): Answers =>
  Object.fromEntries(
    paths.flatMap((path, index) =>
      index % step === 0 ? [[path, values[(index + step) % 7] as string]] : [],
    ),
  );

function flows(): [string, string[]][] {
  const { files } = readSources(baseSources());
  return brandsOf(files).flatMap((brand) =>
    Object.entries(compileBrand(files, brand).public.flows).map(([id, flow]): [string, string[]] => {
      const prepared = prepare(flow, compileValidators(flow));
      const paths = Object.keys(flow.fields);
      const all = [{}, ...[1, 2, 3].map((step) => answersOf(paths, step))];
      return [
        `flow ${id} of ${brand}`,
        all.map((answers) => {
          const result = whole(evaluate(prepared, answers, { today, data: {}, results: {} }));
          return `${hash([flow, answers])}=${hash(result)}`;
        }),
      ];
    }),
  );
}

/** Cases that are there in both, with another result. */
function changedIn(recorded: Recorded, now: Record<string, string[]>): string[] {
  return Object.entries(now).flatMap(([group, results]) => {
    const before = new Map(recorded.results[group]?.map((one) => one.split("=") as [string, string]));
    return results.flatMap((one) => {
      const [key = "", result] = one.split("=");
      return before.has(key) && before.get(key) !== result ? [`${group} (${key})`] : [];
    });
  });
}

const write = (results: Record<string, string[]>): void =>
  writeFileSync(file, `${JSON.stringify({ version: meaningVersion, results }, null, 2)}\n`);

describe("what fixed cases mean", () => {
  const now = Object.fromEntries([...rules(), ...called(), ...flows()]);
  const recorded = json("fixtures/meaning.json") as Recorded;
  const isRaised = meaningVersion > recorded.version;

  it("is what it was, or meaningVersion in schemas/engine/meaning-version.ts was raised", () => {
    expect(meaningVersion).toBeGreaterThanOrEqual(recorded.version);
    expect(isRaised ? [] : changedIn(recorded, now)).toEqual([]);
  });

  it("is written down in fixtures/meaning.json; if not: RECORD_MEANING=1 vitest run tests/engine/meaning.test.ts", () => {
    const mayRecord = isRaised || changedIn(recorded, now).length === 0;
    if (process.env["RECORD_MEANING"] === "1" && mayRecord) write(now);
    expect(json("fixtures/meaning.json")).toEqual({ version: meaningVersion, results: now });
  });

  it("tells a case with another result, and none that is new", () => {
    const before = { version: 1, results: { some: ["a=1", "b=2"] } };
    expect(changedIn(before, { some: ["a=1", "b=3", "c=4"], more: ["d=5"] })).toEqual(["some (b)"]);
  });

  it("is recorded of many cases, with results that differ", () => {
    const all = Object.values(now).flat();
    expect(all.length).toBeGreaterThan(900);
    expect(new Set(all.map((one) => one.split("=")[1])).size).toBeGreaterThan(120);
  });
});
