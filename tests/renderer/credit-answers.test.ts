/** Whatever is chosen, and in whatever order answers come: the fee that is shown is what the service said for what is chosen. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, DataAnswer } from "../../schemas/engine/all.ts";
import { createFlowStore, type FlowStore } from "../../renderer/run/store.ts";
import { preparedFlow } from "../support/definitions.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const prepared = await preparedFlow("SI", "financing");
const dues = ["12", "24", "36", "48"];

/** What the service says of a credit: another fee for each, and none for one of them. */
const feeOf = (inputs: Record<string, Answer>): number =>
  inputs["dues"] === 24 && inputs["initialPayment"] === 40
    ? 0
    : Number(inputs["dues"]) * 1000 + Number(inputs["initialPayment"]) * 10 + Number(inputs["purchaseType"]);

const make = {
  value: "Kia",
  slug: "kia",
  id: "KIA",
  conventionalName: "Crédito Convencional",
  smartName: "Crédito Inteligente",
  conventionalMin: 20,
  conventionalMax: 80,
  smartMin: 20,
  smartMax: 50,
};

const known: Record<string, Partial<DataAnswer>> = {
  makes: { value: [make], options: [{ value: "kia", label: "Kia" }] },
  prices: { value: [{ listPrice: 8_990_000 }, { listPrice: 45_990_000 }] },
  credit: { value: [make], options: dues.map((value) => ({ value, label: `${value} cuotas` })) },
};

interface Asked {
  inputs: Record<string, Answer>;
  answer(given: Partial<DataAnswer>): void;
}

async function open(): Promise<{ store: FlowStore; asked: Asked[] }> {
  const asked: Asked[] = [];
  const store = createFlowStore({
    prepared,
    today: "2026-11-23",
    answers: {},
    results: {},
    ask: (name, inputs) =>
      new Promise((resolve) => {
        const answer = (given: Partial<DataAnswer>): void =>
          resolve({ status: "ready", options: [], hash: "h", ...given });
        if (name === "simulation") asked.push({ inputs, answer });
        else answer(known[name]!);
      }),
  });
  store.start();
  for (const [path, value] of Object.entries({
    carType: "nuevo",
    brand: "kia",
    price: 12_490_000,
    creditType: "conventional",
  })) {
    store.set(`simulation.${path}`, value);
    await vi.advanceTimersByTimeAsync(1000);
  }
  return { store, asked };
}

/** What can happen: something is chosen, the button is used, one of the questions is answered or fails, time passes. */
const event = fc.oneof(
  fc.record({ dues: fc.constantFrom(...dues) }),
  fc.record({ downPayment: fc.constantFrom(20, 40, 60) }),
  fc.constant({ calculate: true }),
  fc.record({ answered: fc.nat(9), fails: fc.boolean() }),
  fc.record({ waits: fc.constantFrom(1, 299, 1000) }),
);

async function happen(
  one: Record<string, unknown>,
  { store, asked }: { store: FlowStore; asked: Asked[] },
): Promise<void> {
  if ("dues" in one) store.set("simulation.dues", one["dues"] as string);
  else if ("downPayment" in one) store.set("simulation.downPayment", one["downPayment"] as number);
  else if ("calculate" in one && store.leaf("simulation.calculated").enabled)
    store.set("simulation.calculated", true);
  else if ("answered" in one && asked.length > 0) {
    const [{ inputs, answer }] = asked.splice(Number(one["answered"]) % asked.length, 1) as [Asked];
    answer(
      one["fails"] === true
        ? { status: "failed" }
        : { value: { duesValue: feeOf(inputs), dues: inputs["dues"] } },
    );
  }
  await vi.advanceTimersByTimeAsync(Number(one["waits"] ?? 0));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the fee is that of what is chosen, or there is none", async () => {
  let shown = 0;
  const stands = async (events: Record<string, unknown>[]): Promise<void> => {
    const opened = await open();
    for (const one of events) {
      await happen(one, opened);
      if (!opened.store.leaf("simulation.fee").visible) continue;
      shown += 1;
      const answers = opened.store.answers();
      const inputs = {
        dues: Number(answers["simulation.dues"]),
        initialPayment: answers["simulation.downPayment"]!,
        purchaseType: 2,
      };
      expect(opened.store.data("simulation").value).toMatchObject({ duesValue: feeOf(inputs) });
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), stands), {
    numRuns: propertyRuns(300),
  });
  expect(shown).toBeGreaterThan(20);
});
