/**
 * `npm run bench`: how fast the engine is, side by side with what it stands on, in interleaved rounds. Ratios hold on
 * any machine; absolute figures do not. Nothing here passes or fails.
 */
import { Ajv } from "ajv";
import { buildRevisions } from "../server/definitions/build.ts";
import { loadSources } from "../server/definitions/load.ts";
import {
  compileValidators,
  createEvaluator,
  evaluate,
  prepare,
  type Answers,
  type CompiledField,
  type CompiledFlow,
  type Context,
  type Prepared,
} from "../schemas/engine/all.ts";
import { root } from "../tests/support/definitions.ts";

const rounds = 9;
/** Milliseconds of each measurement. */
const span = 120;
const context: Context = { today: "2026-11-21", data: {}, results: {} };

/** Questions of mixed types in one step, every fifth one asked only after an answer to the one before. */
function formOf(count: number): { prepared: Prepared; answers: Answers } {
  const fields: Record<string, CompiledField> = {};
  const answers: Answers = {};
  const kinds: [Partial<CompiledField>, string | number | boolean][] = [
    [{ schema: { type: "string", maxLength: 60, pattern: "^[A-Za-z ]+$" }, validator: "name" }, "Ana"],
    [{ schema: { type: "string", maxLength: 80, format: "email" }, validator: "email" }, "ana@correo.cl"],
    [{ type: "number", schema: { type: "number", minimum: 0, maximum: 999 }, validator: "number" }, 7],
    [{ type: "boolean", schema: { type: "boolean" }, validator: "boolean" }, true],
    [{ schema: { type: "string", pattern: "^[0-9]{8}$" }, validator: "digits" }, "12345678"],
  ];
  for (let index = 0; index < count; index++) {
    const [kind, answer] = kinds[index % kinds.length]!;
    const path = `s.f${index}`;
    fields[path] = {
      ...base(path),
      ...kind,
      ...(index % 5 === 4 ? { visibleWhen: { "==": [{ var: `s.f${index - 1}` }, true] } } : {}),
    };
    answers[path] = answer;
  }
  const flow: CompiledFlow = {
    flow: "bench",
    title: "Bench",
    steps: [
      {
        id: "s",
        slug: "",
        title: "S",
        action: "Ok",
        ends: false,
        sections: [{ id: "a", fields: Object.keys(fields) }],
      },
    ],
    fields,
    data: {},
    trees: {},
    problems: {},
  };
  return { prepared: prepare(flow, compileValidators(flow)), answers };
}

const base = (path: string): CompiledField => ({
  path,
  id: path.slice(2),
  type: "text",
  widget: "text",
  kind: "text",
  label: path,
  required: true,
  schema: {},
  validator: "",
  says: {},
  checks: [],
  resets: [],
  problems: {},
  personal: false,
});

/** Runs a second, by repeating for a while. */
function rate(work: () => void): number {
  const end = performance.now() + span;
  let times = 0;
  const began = performance.now();
  while (performance.now() < end) {
    for (let index = 0; index < 20; index++) work();
    times += 20;
  }
  return (times / (performance.now() - began)) * 1000;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures all in turn, round by round, so that a change of the machine's speed meets them alike. */
function measure(works: Record<string, () => void>): Record<string, number> {
  const found: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const value = rate(work);
      // The first round is for warming up.
      if (round > 0) (found[name] ??= []).push(value);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]));
}

const { prepared, answers } = formOf(200);
const ajv = new Ajv({ formats: { email: /^[^@]+@[^@]+$/ } });
const properties = Object.fromEntries(
  Object.entries(prepared.flow.fields).map(([path, { schema }]) => [path, schema]),
);
const whole = ajv.compile({ type: "object", required: Object.keys(properties), properties });

const full = measure({
  "evaluate, 200 questions": () => void evaluate(prepared, answers, context).problems.length,
  "Ajv alone, the same schemas as one": () => void whole(answers),
});
const changes = measure(
  Object.fromEntries(
    [50, 200, 1000].map((count) => {
      const form = formOf(count);
      const kept = createEvaluator(form.prepared, form.answers, context);
      let odd = false;
      return [
        `one change of ${count}`,
        () => {
          odd = !odd;
          kept.change({ "s.f10": odd ? "Ana" : "Eva" });
        },
      ];
    }),
  ),
);
const sources = await loadSources(root);
const publish = measure({
  "read, check and compile all definitions": () => void buildRevisions(sources, "bench"),
});

const shown = (value: number): string => Math.round(value).toLocaleString("en-US").padStart(12);
for (const [name, value] of Object.entries({ ...full, ...changes }))
  console.log(`${shown(value)} a second  ${name}`);
for (const [name, value] of Object.entries(publish))
  console.log(`${(1000 / value).toFixed(1).padStart(12)} ms each   ${name}`);
const [ours = 0, theirs = 1] = Object.values(full);
const [small = 1, , large = 1] = Object.values(changes);
console.log(`\nevaluate : Ajv alone       ${(ours / theirs).toFixed(2)}`);
console.log(`a change of 1,000 : of 50  ${(small / large).toFixed(2)} times the time`);
