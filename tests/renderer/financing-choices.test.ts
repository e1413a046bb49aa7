/** The simulator of a make and a price: what waits for what, what it begins with, and what a change takes away. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, DataAnswer } from "../../schemas/engine/all.ts";
import { createFlowStore, type FlowStore } from "../../renderer/run/store.ts";
import { preparedFlow } from "../support/definitions.ts";

const prepared = await preparedFlow("SI", "financing");

interface Make {
  smart?: [min: number, max: number];
  conventional?: [min: number, max: number];
  duesSmart?: number[];
  duesConventional?: number[];
}

const options = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), label: String(value) }));

/** The simulator of a make, with what its services answer at once. `fee` says what a simulation gives. */
async function open(make: Make = {}, fee: () => number | "failed" = () => 1000) {
  const { smart = [20, 50], conventional = [20, 80] } = make;
  const { duesSmart = [25, 37], duesConventional = [12, 24, 36, 48] } = make;
  const row = {
    value: "Kia",
    slug: "kia",
    id: "KIA",
    smartName: "Inteligente",
    conventionalName: "Convencional",
    smartMin: smart[0],
    smartMax: smart[1],
    conventionalMin: conventional[0],
    conventionalMax: conventional[1],
    duesSmart,
    duesConventional,
  };
  const answers: Record<string, (inputs: Record<string, Answer>) => Partial<DataAnswer>> = {
    makes: () => ({ value: [row], options: options(["kia"]) }),
    prices: () => ({ value: [{ listPrice: 8_990_000 }, { listPrice: 45_990_000 }] }),
    credit: ({ credit }) => ({
      value: [row],
      options: options(credit === "smart" ? duesSmart : duesConventional),
    }),
    simulation: ({ dues }) => {
      const said = fee();
      return said === "failed" ? { status: "failed" } : { value: { duesValue: said, dues } };
    },
  };
  const store = createFlowStore({
    prepared,
    today: "2026-11-23",
    answers: {},
    results: {},
    ask: (name, inputs) =>
      Promise.resolve({ status: "ready", options: [], hash: "h", ...answers[name]!(inputs) }),
  });
  store.start();
  const say = async (name: string, value: Answer | undefined): Promise<void> => {
    store.set(`simulation.${name}`, value);
    await vi.advanceTimersByTimeAsync(1000);
  };
  const value = (name: string) => store.leaf(`simulation.${name}`).value ?? null;
  return { store, say, value, open: () => openIn(store) };
}

/** What can be answered now. */
const openIn = (store: FlowStore): string[] =>
  ["carType", "brand", "price", "creditType", "downPayment", "dues", "calculated"].filter(
    (name) => store.leaf(`simulation.${name}`).enabled,
  );

async function withCredit(credit: "smart" | "conventional", make?: Make, fee?: () => number | "failed") {
  const opened = await open(make, fee);
  await opened.say("carType", "nuevo");
  await opened.say("brand", "kia");
  await opened.say("price", 12_490_000);
  await opened.say("creditType", credit);
  return opened;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each question waits for the one before it", async () => {
  const { say, open: can } = await open();
  expect(can()).toEqual(["carType"]);
  await say("carType", "nuevo");
  expect(can()).toEqual(["carType", "brand"]);
  await say("brand", "kia");
  expect(can()).toEqual(["carType", "brand", "price"]);
  for (const outside of [8_990_000, 45_990_000, 1]) {
    await say("price", outside);
    expect(can()).toEqual(["carType", "brand", "price"]);
  }
  await say("price", 8_990_001);
  expect(can()).toEqual(["carType", "brand", "price", "creditType"]);
  await say("creditType", "conventional");
  expect(can()).toHaveLength(7);
  await say("dues", undefined);
  expect(can()).not.toContain("calculated");
});

test.each<["smart" | "conventional", Make, number, string]>([
  ["conventional", {}, 40, "36"],
  ["smart", {}, 40, "37"],
  // The greatest down payment is less than 40, or the least one more: the least one of the range.
  ["smart", { smart: [20, 35] }, 20, "37"],
  ["conventional", { conventional: [50, 80] }, 50, "36"],
  ["conventional", { conventional: [40, 80] }, 40, "36"],
  ["conventional", { conventional: [20, 40] }, 40, "36"],
  // Where the usual term is not offered: the first one that is.
  ["conventional", { duesConventional: [12, 24, 48] }, 40, "12"],
  ["smart", { duesSmart: [25] }, 40, "25"],
])("a %s credit of %j begins with %i % and %s dues", async (credit, make, downPayment, dues) => {
  const { value, say } = await withCredit(credit, make);
  expect([value("downPayment"), value("dues")]).toEqual([downPayment, dues]);
  // The other credit begins with what is usual there.
  await say("dues", undefined);
  await say("creditType", credit === "smart" ? "conventional" : "smart");
  await say("creditType", credit);
  expect([value("downPayment"), value("dues")]).toEqual([downPayment, dues]);
});

test("another price within the range keeps the credit and wants a new fee; outside of it the credit goes", async () => {
  const { store, say, value } = await withCredit("conventional");
  await say("dues", "24");
  await say("calculated", true);
  expect(store.leaf("simulation.fee").visible).toBe(true);
  await say("price", 14_490_000);
  expect([value("creditType"), value("downPayment"), value("dues")]).toEqual(["conventional", 40, "24"]);
  expect(store.leaf("simulation.fee").visible).toBe(false);
  expect(store.leaf("simulation.calculated")).toMatchObject({ enabled: true });
  expect(value("calculated")).toBeNull();
  await say("price", 45_990_000);
  expect([value("creditType"), value("downPayment"), value("dues")]).toEqual([null, null, null]);
  await say("brand", undefined);
  await say("brand", "kia");
  expect([value("price"), value("creditType")]).toEqual([null, null]);
});

test("the listing of those prices is led to once they are known, whatever the price", async () => {
  const { store, say, value } = await open();
  expect(store.leaf("simulation.seeCars").visible).toBe(false);
  await say("carType", "nuevo");
  await say("brand", "kia");
  expect(store.leaf("simulation.seeCars").visible).toBe(true);
  expect(value("listing")).toBe("/marcas/kia/nuevo?precio-desde=8990000&precio-hasta=45990000");
  await say("carType", "usado");
  expect(store.leaf("simulation.seeCars").visible).toBe(false);
});

test.each<[string, () => number | "failed", string]>([
  ["has no fee", () => 0, "taken"],
  ["fails", () => "failed", "unavailable"],
])("a simulation that %s leads on without it, and another term is calculated", async (_name, fee, notice) => {
  let said = fee;
  const { store, say, value } = await withCredit("conventional", {}, () => said());
  await say("calculated", true);
  const offered = () =>
    store
      .leaf("simulation.dues")
      .options?.map(({ value: dues, disabled }) => `${dues}${disabled ? "–" : ""}`);
  expect(store.leaf(`simulation.${notice}`).visible).toBe(true);
  expect(store.leaf("simulation.fee").visible).toBe(false);
  expect(offered()).toEqual(["12", "24", notice === "taken" ? "36–" : "36", "48"]);
  said = () => 1000;
  await say("dues", "24");
  if (value("calculated") !== true) await say("calculated", true);
  expect(store.leaf("simulation.fee").visible).toBe(true);
  expect(store.leaf(`simulation.${notice}`).visible).toBe(false);
});
