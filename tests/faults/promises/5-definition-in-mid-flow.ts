import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContinueAnswer, CurrentAnswer, RunState } from "../../../schemas/engine/all.ts";
import { buyThroughEdits } from "../support/buy-through-edits.ts";
import { createDriver, type Driver } from "../support/load-driver.ts";
import { openServed, type Served } from "../support/served.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import { asked, edits, flowFile, walkFiles, walkFlow, type WalkFlow } from "../support/walk-flow.ts";
import fc from "../../support/properties.ts";

interface Walk {
  /** What is done to the form before each step is answered: the names of edits. */
  edits: string[];
  texts: string[];
}

/** Texts as people write them; what stands around them is no part of an answer. */
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((one) => one.trim())
  .filter((one) => one !== "" && [...one].length <= 60);

const walks: fc.Arbitrary<Walk> = fc.record({
  edits: fc.array(fc.constantFrom(...Object.keys(edits)), { minLength: 3, maxLength: 3 }),
  texts: fc.array(text, { minLength: 6, maxLength: 6 }),
});

const errorsOf = (app: Served): string[] =>
  app.definitions
    .diagnostics()
    .filter(({ severity }) => severity === "error")
    .map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`);

/** Saves an edited form and publishes it. Throws where it did not go live: then nothing would be tried. */
async function publish(app: Served, flow: WalkFlow): Promise<void> {
  const before = app.definitions.current("SI")!.hash;
  writeFileSync(join(app.definitionsDir, flowFile), JSON.stringify(flow, null, 2));
  await app.definitions.reload();
  assert.deepEqual(errorsOf(app), [], "an edit has to be good to be published");
  assert.notEqual(app.definitions.current("SI")!.hash, before, "an edit goes live");
}

let number = 0;

/** One person through the three steps, with an edit published before each. */
async function walkThrough(app: Served, driver: Driver, walk: Walk): Promise<void> {
  await publish(app, { ...walkFlow(), title: `Recorrido ${number++}` });
  const person = driver.stranger();
  const begun = await driver.ask<RunState>(person, "POST", "/api/runs", { flow: "walk", revision: "-" });
  assert.equal(begun.status, 200);
  person.cookie = String(begun.headers["set-cookie"]).split(";", 1)[0]!;
  const { run, revision } = begun.body;
  const flow = { ...walkFlow(), title: `Recorrido ${number++}` };
  const all: Record<string, unknown> = {};
  let { version } = begun.body;
  for (const [index, step] of asked.entries()) {
    const answers = {
      [`${step}.name`]: walk.texts[2 * index]!,
      [`${step}.colour`]: "red",
      [`${step}.note`]: walk.texts[2 * index + 1]!,
    };
    const draft = await driver.ask(person, "PATCH", `/api/runs/${run}/answers`, { version, answers });
    assert.ok(draft.status < 300, `a draft is kept: ${JSON.stringify(draft.body)}`);
    flow.title += ".";
    edits[walk.edits[index]!]!(flow, step, index);
    await publish(app, flow);
    const page = await driver.ask<string>(person, "GET", "/recorrido");
    assert.ok(page.status < 400, "the page is there");
    const told = await driver.ask<ContinueAnswer>(
      person,
      "POST",
      `/api/runs/${run}/continue`,
      { step, version, answers },
      { "idempotency-key": `${run}-${step}` },
    );
    assert.equal(told.status, 200, `goes on with what he began: ${JSON.stringify(told.body)}`);
    version = told.body.state.version;
    assert.equal(told.body.state.revision, revision);
    Object.assign(all, answers);
    const { body } = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=walk");
    assert.deepEqual(body.run?.answers, all, "no answer is lost");
  }
  const row = await app.store.db
    .selectFrom("submissions")
    .select(["answers", "revision", "state"])
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...row, answers: JSON.parse(row.answers) as unknown },
    { answers: all, revision, state: "accepted" },
  );
}

export const definitionInMidFlow: PromiseTrial = {
  number: 5,
  promise: "A definition published in mid-flow: the shopper goes on with the revision begun, no answer lost",
  run: async ({ long, later }) => {
    const runs = long ? 500 : 4;
    const small = contactAlone();
    const app = await openServed({
      later,
      files: { ...small, ...walkFiles(small["brands/SI/brand.json"]!) },
    });
    assert.deepEqual(errorsOf(app), []);
    const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}` });
    later(() => driver.close());
    const met = new Set<string>();
    const property = fc.asyncProperty(walks, async (walk) => {
      for (const [index, edit] of walk.edits.entries()) met.add(`${edit} at ${asked[index]}`);
      await walkThrough(app, driver, walk);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: !long });
    const bought = await buyThroughEdits(
      { later },
      long ? { people: 25 } : { people: 1, before: ["payment"] },
    );
    return {
      done: `${count(runs)} persons through three steps, an edit published before each: ${Object.keys(edits).length} edits at ${asked.length} steps, ${met.size} of ${Object.keys(edits).length * asked.length} pairs met; ${count(bought.people)} buyers of a car through its steps to the payment, ${count(bought.publishes)} edits published before these`,
      figure: `${count(3 * runs)} publishes, ${count(runs)} submissions with every answer, under the revision begun; ${count(bought.people)} cars bought so, for the amount that each began with`,
    };
  },
};
