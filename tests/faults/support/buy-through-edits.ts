/** Somebody who buys a car while its form is edited and published before each of the steps: they go on with what they began. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { fewBrands } from "../../support/few-brands.ts";
import { paymentSettings } from "../../support/payments.ts";
import { until } from "../../support/until.ts";
import { arrive, choose, stateOf } from "./book-and-pay.ts";
import { acceptTerms, fillInPurchase, goToPay, usedCars } from "./buy-car.ts";
import { createDriver } from "./load-driver.ts";
import { openServed } from "./served.ts";
import type { Trial } from "./trial.ts";

const flowFile = "schemas/flows/vehicle-purchase/flow.json";

interface Edited {
  title: string;
  steps: Record<
    string,
    { visibleWhen?: unknown; sections: Record<string, { fields: Record<string, object> }> }
  >;
}

const question = { kind: "text", label: "Otra pregunta" };

/** What an author may do to the step that is about to be answered. */
const edits: Record<string, (flow: Edited) => void> = {
  contact: ({ steps }) => {
    steps["contact"]!.sections["person"]!.fields["added"] = question;
  },
  appraisal: ({ steps }) => {
    steps["appraisal"]!.sections["wish"]!.fields["added"] = question;
  },
  financing: ({ steps }) => {
    // Nobody of this brand has the step any more.
    const step = steps["financing"]!;
    step.visibleWhen = { and: [step.visibleWhen, { "==": [{ var: "brand.country" }, "PE"] }] };
  },
  terms: ({ steps }) => {
    steps["terms"]!.sections["more"] = { fields: { added: question } };
  },
  payment: ({ steps }) => {
    const { fields } = steps["payment"]!.sections["amount"]!;
    fields["amount"] = {
      ...fields["amount"],
      computed: { "+": [{ var: "brand.reservationAmount" }, 100_000] },
    };
  },
};

export interface BoughtThroughEdits {
  people: number;
  publishes: number;
}

/** @param before the steps before which an edit is published */
export async function buyThroughEdits(
  { later }: Pick<Trial, "later">,
  { people, before = Object.keys(edits) }: { people: number; before?: string[] },
): Promise<BoughtThroughEdits> {
  const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
  later(() => standIn.close());
  const env = { ...paymentSettings(standIn), LIMIT_FACTOR: "100" };
  const app = await openServed({ later, env, files: fewBrands() });
  const driver = createDriver({
    origin: () => `http://127.0.0.1:${app.port}`,
    form: { flow: "vehicle-purchase", step: "version", answers: () => ({}) },
  });
  later(() => driver.close());
  const file = join(app.definitionsDir, flowFile);
  const original = readFileSync(file, "utf8");
  const cars = await usedCars("SI", people);
  let publishes = 0;
  const publish = async (text: string): Promise<void> => {
    const { hash } = app.definitions.current("SI")!;
    writeFileSync(file, text);
    await app.definitions.reload();
    const errors = app.definitions
      .diagnostics()
      .filter(({ severity }) => severity === "error")
      .map(({ code, message }) => `${code} ${message}`);
    assert.deepEqual(errors, [], "an edit has to be good to be published");
    assert.notEqual(app.definitions.current("SI")!.hash, hash, "an edit goes live");
    publishes += 1;
  };
  for (const car of cars) {
    const flow = JSON.parse(original) as Edited;
    const edit = async (step: string): Promise<void> => {
      if (!before.includes(step)) return;
      flow.title += ".";
      edits[step]?.(flow);
      await publish(JSON.stringify(flow));
    };
    const buyer = await fillInPurchase(driver, "SI", car, edit);
    const { revision } = await stateOf(buyer);
    await edit("terms");
    assert.ok(await acceptTerms(buyer), "the conditions are those that they began with");
    await edit("payment");
    assert.ok(await goToPay(buyer), "the payment is the one that they began with");
    const { answers } = await stateOf(buyer);
    await arrive(buyer, await choose(buyer, standIn, "approve"), "POST");
    await until(
      async () => (await stateOf(buyer)).status === "done",
      () => "who has paid is not told so",
    );
    const done = await stateOf(buyer);
    assert.deepEqual([done.step, done.revision], ["done", revision]);
    assert.equal(done.results["paidNumber"], 500_000, "what they pay is what they were told");
    const stored = await app.store.db
      .selectFrom("submissions")
      .select(["answers", "revision", "state"])
      .where("run", "=", buyer.person.run)
      .executeTakeFirstOrThrow();
    assert.deepEqual([stored.revision, stored.state], [revision, "accepted"]);
    const kept = JSON.parse(stored.answers) as Record<string, unknown>;
    for (const [path, value] of Object.entries(answers)) assert.deepEqual(kept[path], value, path);
    // Whoever comes next finds the form as it was.
    if (car !== cars.at(-1)) await publish(original);
  }
  return { people: cars.length, publishes: publishes - cars.length + 1 };
}
