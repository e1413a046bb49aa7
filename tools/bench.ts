/**
 * `npm run bench`: how fast the engine is, side by side with what it stands on, in interleaved rounds. Ratios hold on
 * any machine; absolute figures do not. Nothing here passes or fails. With `--browser`: what a form costs in a browser,
 * and with `--simulator` that of a credit alone; with `--pages`: what Lighthouse says of each kind of page; with `--server`: what the server adds to bare Fastify and
 * bare inserts; with `--store`: people who fill and send, on either database; with `--catalogue`: searches of cars, and how soon
 * another server finds what changed;
 * with `--catalogue-clicks`: filters of the catalogue in a browser, beside a stock list.
 */
import { Ajv } from "ajv";
import { buildRevisions } from "../server/definitions/build.ts";
import { loadSources } from "../server/definitions/load.ts";
import {
  createEvaluator,
  evaluate,
  prepareFlow,
  readSources,
  schemaFormats,
  validatorModule,
  type Context,
} from "../schemas/engine/all.ts";
import { root } from "../tests/support/definitions.ts";
import { buildIfNeeded } from "./build.ts";
import { biggestFlow, compiledFlow } from "./bench/biggest-flow.ts";
import { handWrittenCheck } from "./bench/hand-written-check.ts";
import { formOf, list, rowIds, type Form } from "./bench/forms.ts";
import { measure } from "./bench/measure.ts";

// What a browser gets is built: an old build would be measured without a word.
if (process.argv.length > 2) await buildIfNeeded();
if (process.argv.includes("--browser")) {
  const { benchBrowser } = await import("./bench/in-browser.ts");
  await benchBrowser();
  const { benchJourney } = await import("./bench/journey.ts");
  await benchJourney();
  const { benchLongForm } = await import("./bench/long-form.ts");
  await benchLongForm();
  const { benchSimulator } = await import("./bench/simulator.ts");
  const { benchVersions } = await import("./bench/versions.ts");
  await benchSimulator();
  await benchVersions();
  process.exit();
}
if (process.argv.includes("--simulator")) {
  const { benchSimulator } = await import("./bench/simulator.ts");
  await benchSimulator();
  process.exit();
}
if (process.argv.includes("--store")) {
  const { benchStore } = await import("./bench/store.ts");
  await benchStore();
  process.exit();
}
if (process.argv.includes("--catalogue")) {
  const { benchCatalogue } = await import("./bench/catalogue.ts");
  await benchCatalogue();
  const { benchStockChanges } = await import("./bench/stock-changes.ts");
  await benchStockChanges();
  process.exit();
}
if (process.argv.includes("--catalogue-clicks")) {
  const { benchCatalogueClicks } = await import("./bench/catalogue-clicks.ts");
  await benchCatalogueClicks();
  process.exit();
}
if (process.argv.includes("--pages")) {
  const { benchPages } = await import("./bench/pages.ts");
  await benchPages(process.argv.slice(process.argv.indexOf("--pages") + 1));
  process.exit();
}
if (process.argv.includes("--server")) {
  const { benchServer } = await import("./bench/server.ts");
  await benchServer();
  process.exit();
}

const context: Context = { today: "2026-11-21", data: {}, results: {} };
/** Milliseconds in which the biggest flow should be compiled and ready to be served. */
const publishAim = 300;

const perSecond = (value: number, what: string): void =>
  console.log(`${Math.round(value).toLocaleString("en-US").padStart(12)} a second  ${what}`);
const milliseconds = (value: number, what: string): void =>
  console.log(`${(1000 / value).toFixed(1).padStart(12)} ms each   ${what}`);

const plain = formOf(200);
const withRows = formOf(100, { count: 20, questions: 5 });
const ajv = new Ajv({ formats: schemaFormats });
const properties = Object.fromEntries(
  Object.entries(plain.prepared.flow.fields).map(([path, { schema }]) => [path, schema]),
);
const whole = ajv.compile({ type: "object", required: Object.keys(properties), properties });
const byHand = handWrittenCheck(200);
const evaluating = ({ prepared, answers }: Form) => {
  return (): void => void evaluate(prepared, answers, context).problems.length;
};

const full = measure({
  ours: evaluating(plain),
  rows: evaluating(withRows),
  byHand: () => void byHand(plain.answers),
  ajv: () => void whole(plain.answers),
});
if (byHand({ ...plain.answers, "s.f1": "no" }).length !== 1 || byHand(plain.answers).length > 0)
  throw new Error("the check by hand is wrong");

perSecond(full.ours, "evaluate, 200 questions");
perSecond(full.rows, "evaluate, 200 questions, 100 of them in 20 rows");
perSecond(full.byHand, "the same check by hand");
perSecond(full.ajv, "Ajv alone, the same schemas as one");

/** Changes one text of a form, there and back. */
function changing({ prepared, answers }: Form, path = "s.f10"): () => void {
  const kept = createEvaluator(prepared, answers, context);
  let odd = false;
  return () => {
    odd = !odd;
    kept.change({ [path]: odd ? "Ana" : "Eva" });
  };
}

/** One row more, and gone again: rows that many runs have. */
function addingRow({ prepared, answers }: Form): () => void {
  const kept = createEvaluator(prepared, answers, context);
  let count = 20;
  return () => {
    count = count === 20 ? 21 : 20;
    kept.change({ [list]: rowIds(count) });
  };
}

/** Always another row at the end: rows that no run has had. */
function replacingRow({ prepared, answers }: Form): () => void {
  const kept = createEvaluator(prepared, answers, context);
  let next = 21;
  return () => {
    next = next === 99_999 ? 21 : next + 1;
    kept.change({ [list]: [...rowIds(19), `r${next}`] });
  };
}

const changes = measure({
  small: changing(formOf(50)),
  middle: changing(plain),
  large: changing(formOf(1000)),
  inRow: changing(withRows, `${list}.r7.f0`),
  addRow: addingRow(withRows),
  newRow: replacingRow(withRows),
});

perSecond(changes.small, "one change of 50");
perSecond(changes.middle, "one change of 200");
perSecond(changes.large, "one change of 1,000");
perSecond(changes.inRow, "one change in one of 20 rows");
perSecond(changes.addRow, "a row more or less of 20, known from other runs");
perSecond(changes.newRow, "another row in the place of one of 20, known from no run");

const sources = await loadSources(root);
let builds = 0;
const biggest = biggestFlow(readSources(sources).files);
const publish = measure(
  {
    // Another engine each time: what was just built is not built again.
    all: () => void buildRevisions(sources, `bench-${(builds += 1)}`),
    biggest: () => {
      if (!biggest) return;
      const flow = compiledFlow(biggest);
      validatorModule(flow);
      prepareFlow(flow);
    },
  },
  5,
);

milliseconds(publish.all, "read, check and compile all definitions");
if (biggest) {
  const { flow, brand, fields } = biggest;
  const what = `compile and publish of "${flow}" (${fields} fields, ${brand}); the aim is ${publishAim} ms`;
  milliseconds(publish.biggest, what);
} else console.log("no flow can be compiled now: run `npm run check`");

console.log(`\nevaluate : by hand         ${(full.ours / full.byHand).toFixed(2)}`);
console.log(`evaluate : Ajv alone       ${(full.ours / full.ajv).toFixed(2)}`);
console.log(`with rows : without        ${(full.ours / full.rows).toFixed(2)} times the time`);
console.log(`a change of 1,000 : of 50  ${(changes.small / changes.large).toFixed(2)} times the time`);
