/** A finder takes answers from what the page's own query gave: a term that has no fee goes, until what it was asked with changes. */
import { expect, test, vi } from "vitest";
import type { DataAnswer } from "../../schemas/engine/all.ts";
import { createFlowStore } from "../../renderer/run/store.ts";
import { preparedFlow } from "../support/definitions.ts";

const prepared = await preparedFlow("SI", "vehicle-credit");
const terms = ["12", "24", "36"].map((value) => ({ value, label: `${value} cuotas` }));
const credits = ["convencional", "inteligente"].map((value) => ({ value, label: value, min: 20, max: 80 }));
const known: Record<string, Partial<DataAnswer>> = {
  credits: { value: credits, options: credits },
  terms: { value: { terms }, options: terms },
};

async function open(answers: Record<string, string>) {
  const store = createFlowStore({
    prepared,
    today: "2026-11-23",
    answers: { "credit.car": "1000001", ...answers },
    results: {},
    ask: (name) => Promise.resolve({ status: "ready", options: [], hash: "h", ...known[name] }),
  });
  store.start();
  await vi.waitFor(() => expect(store.data("terms").status).toBe("ready"));
  const said = (dues: number, duesValue: number): void =>
    store.take("simulated", {
      status: "ready",
      value: { dues, duesValue, purchaseType: 2, initialPaymentPercentage: 40 },
    });
  const gone = (): string[] =>
    (store.evaluation().fields["credit.dues"]!.options ?? []).flatMap(({ value, disabled }) =>
      disabled ? [value] : [],
    );
  const chosen = () => store.evaluation().values["credit.dues"] ?? null;
  return { store, said, gone, chosen };
}

test("a term without a fee goes, with those that went before, until the down payment changes", async () => {
  const { store, said, gone, chosen } = await open({ "credit.type": "convencional", "credit.dues": "12" });
  said(12, 0);
  expect([gone(), chosen()]).toEqual([["12"], null]);
  store.set("credit.dues", "24");
  said(24, 0);
  expect([gone(), chosen()]).toEqual([["12", "24"], null]);
  store.set("credit.dues", "36");
  said(36, 1000);
  expect([gone(), chosen()]).toEqual([["12", "24"], "36"]);
  store.set("credit.downPayment", 45);
  said(36, 900);
  expect([gone(), chosen()]).toEqual([[], "36"]);
});

test("whoever looks at the terms is told", async () => {
  const { store, said, gone } = await open({ "credit.type": "convencional", "credit.dues": "24" });
  const seen: string[][] = [];
  store.subscribe("credit.dues", () => void seen.push(gone()));
  store.leaf("credit.dues");
  said(12, 0);
  store.set("credit.downPayment", 45);
  expect(seen).toEqual([["12"], []]);
});

test("what was shown before anything was chosen is what is chosen then", async () => {
  const { store, said } = await open({});
  said(36, 1000);
  expect(store.evaluation().values).toMatchObject({
    "credit.type": "convencional",
    "credit.downPayment": 40,
    "credit.dues": "36",
  });
});

test("what was chosen stays, whatever the page answers of it", async () => {
  const { store, said } = await open({
    "credit.type": "inteligente",
    "credit.dues": "24",
  });
  said(36, 1000);
  expect(store.evaluation().values).toMatchObject({ "credit.type": "inteligente", "credit.dues": "24" });
});
