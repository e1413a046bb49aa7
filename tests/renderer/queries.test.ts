import { afterEach, describe, expect, test, vi } from "vitest";
import type { Answers, CompiledData, DataAnswer } from "../../schemas/engine/evaluate.ts";
import { prepare } from "../../schemas/engine/evaluate.ts";
import { wordValues } from "../../renderer/run/filled-words.ts";
import { memoryOf } from "../../renderer/run/memory.ts";
import type { FilledMemory } from "../../renderer/run/queries.ts";
import { createFlowStore, type Ask } from "../../renderer/run/store.ts";
import { familyFlow, familyValidators } from "./support/family-flow.ts";
import { storage } from "./support/open-run.ts";

const found: Partial<DataAnswer> = { status: "ready", value: { brand: "Kia", model: "Rio", price: 8500000 } };
const money = { operation: "amount", with: { locale: "es-CL", currency: "CLP" } };

function open(answers: Answers = {}, on: CompiledData["on"] = "press", filled?: FilledMemory) {
  const asked: { inputs: Record<string, unknown>; answer(given: Partial<DataAnswer>): Promise<void> }[] = [];
  const ask: Ask = (_, inputs) =>
    new Promise((resolve) => {
      asked.push({
        inputs,
        answer: async (given) => {
          resolve({ status: "ready", options: [], hash: "h", ...given });
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  const vehicle = { ...familyFlow.data["vehicle"]!, on };
  const prepared = prepare({ ...familyFlow, data: { vehicle } }, familyValidators);
  const store = createFlowStore({ prepared, today: "2026-11-21", answers, results: {}, ask, filled });
  store.start();
  const edited = vi.fn<(paths: string[]) => void>();
  store.onEdit(edited);
  return { store, asked, edited };
}

describe("a query that waits for its button", () => {
  test("is asked when it is pressed, with what stands there then, and not before", async () => {
    const { store, asked } = open();
    store.runQuery("vehicle");
    expect(store.data("vehicle")).toMatchObject({ status: "idle", possible: false });
    store.set("home.plate", "ABCD12");
    expect(asked).toHaveLength(0);
    expect(store.data("vehicle")).toMatchObject({ status: "idle", possible: true });
    store.runQuery("vehicle");
    store.runQuery("vehicle");
    expect(asked.map(({ inputs }) => inputs)).toEqual([{ plate: "ABCD12" }]);
    expect(store.data("vehicle").status).toBe("loading");
  });

  test("fills several answers in one change, and shows what waits for it", async () => {
    const { store, asked, edited } = open({ "home.plate": "ABCD12", "home.brand": "otra" });
    store.runQuery("vehicle");
    await asked[0]!.answer(found);
    expect(store.answers()).toMatchObject({ "home.brand": "Kia", "home.model": "Rio" });
    expect(edited.mock.calls).toEqual([[["home.brand", "home.model"], false]]);
    expect(store.leaf("home.card")).toMatchObject({ visible: true, items: ["price", "brand"] });
    expect(wordValues(store)("data.vehicle.value.price", money)).toBe("$8.500.000");
    expect(wordValues(store)("data.vehicle.value.brand")).toBe("Kia");
  });

  test("clears what it would have filled when it fails, and leaves it when there is nothing", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12", "home.brand": "otra" });
    store.runQuery("vehicle");
    await asked[0]!.answer({ status: "empty" });
    expect(store.answers()["home.brand"]).toBe("otra");
    store.runQuery("vehicle");
    await asked[1]!.answer({ status: "failed" });
    expect(store.answers()["home.brand"]).toBeUndefined();
    expect(store.data("vehicle").status).toBe("failed");
  });

  test("what an answer does not tell of stays as somebody typed it, and not as it was found before", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12", "home.brand": "otra" });
    store.runQuery("vehicle");
    await asked[0]!.answer({ status: "ready", value: { model: "Rio" } });
    expect(store.answers()).toMatchObject({ "home.brand": "otra", "home.model": "Rio" });
    store.runQuery("vehicle");
    await asked[1]!.answer({ status: "ready", value: { price: 8_500_000 } });
    expect(store.answers()).toMatchObject({ "home.brand": "otra" });
    expect(store.answers()["home.model"]).toBeUndefined();
  });

  test("what was found before does not stay when nothing is found; what a person put in its place does", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12" });
    store.runQuery("vehicle");
    await asked[0]!.answer(found);
    store.set("home.plate", "ZZZZ99");
    expect(store.answers()["home.brand"]).toBe("Kia");
    store.runQuery("vehicle");
    await asked[1]!.answer({ status: "empty" });
    expect([store.answers()["home.brand"], store.answers()["home.model"]]).toEqual([undefined, undefined]);
    store.setMany({ "home.brand": "otra", "home.model": "otro" });
    store.set("home.plate", "ZZZZ98");
    store.runQuery("vehicle");
    await asked[2]!.answer({ status: "empty" });
    expect(store.answers()).toMatchObject({ "home.brand": "otra", "home.model": "otro" });
  });

  test("what was found before a reload does not stay either, in the same run alone", async () => {
    const kept = storage();
    const memory = memoryOf({ flow: "visit" }, () => kept);
    const filledIn = (run: string | null): FilledMemory => ({
      recall: () => memory.filled(run),
      keep: (filled) => memory.keepFilled(run, filled),
    });
    const before = open({ "home.plate": "ABCD12" }, "press", filledIn("run-1"));
    before.store.runQuery("vehicle");
    await before.asked[0]!.answer(found);
    const answers = before.store.answers();

    const searchedAgain = async (run: string): Promise<unknown> => {
      const { store, asked } = open(answers, "press", filledIn(run));
      store.set("home.plate", "ZZZZ99");
      store.runQuery("vehicle");
      await asked[0]!.answer({ status: "empty" });
      return store.answers()["home.brand"];
    };
    expect(await searchedAgain("run-2")).toBe("Kia");
    memory.keepFilled("run-1", { vehicle: { "home.brand": "Kia", "home.model": "Rio" } });
    expect(await searchedAgain("run-1")).toBeUndefined();
    expect(memory.filled("run-1")).toEqual({});
    memory.keepFilled("run-1", { vehicle: { "home.brand": "Kia" } });
    memory.forget();
    expect(memory.filled("run-1")).toEqual({});
  });

  test("is idle again when its inputs change, and a late answer fills nothing", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12" });
    store.runQuery("vehicle");
    store.set("home.plate", "ZZZZ99");
    expect(store.data("vehicle").status).toBe("idle");
    await asked[0]!.answer(found);
    expect(store.answers()["home.brand"]).toBeUndefined();
    expect(store.leaf("home.card").visible).toBe(false);
  });

  test("tells who shows it", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12" });
    const told: string[] = [];
    store.subscribe("data.vehicle", () => told.push(store.data("vehicle").status));
    store.runQuery("vehicle");
    await asked[0]!.answer(found);
    expect(told).toEqual(["loading", "ready"]);
  });
});

describe("a query that loads by itself", () => {
  afterEach(() => vi.useRealTimers());

  test("is asked at once, and while its inputs go on changing only when they rest", async () => {
    vi.useFakeTimers();
    const { store, asked } = open({}, "change");
    for (const plate of ["A", "AB", "ABC"]) {
      store.set("home.plate", plate);
      vi.advanceTimersByTime(200);
    }
    expect(asked.map(({ inputs }) => inputs)).toEqual([{ plate: "A" }]);
    await asked[0]!.answer(found);
    expect(store.data("vehicle").status).toBe("loading");
    vi.advanceTimersByTime(100);
    expect(asked.map(({ inputs }) => inputs)).toEqual([{ plate: "A" }, { plate: "ABC" }]);
    await asked[1]!.answer(found);
    expect(store.data("vehicle").status).toBe("ready");
    vi.advanceTimersByTime(300);
    store.set("home.plate", "ABCD");
    expect(asked).toHaveLength(3);
  });

  test("is not asked for what is gone when it rests, and a retry does not wait", async () => {
    vi.useFakeTimers();
    const { store, asked } = open({}, "change");
    store.set("home.plate", "A");
    store.set("home.plate", "AB");
    store.set("home.plate", undefined);
    vi.advanceTimersByTime(300);
    expect(asked).toHaveLength(1);
    store.set("home.plate", "ABC");
    await asked[1]!.answer({ status: "failed" });
    store.retry("vehicle");
    expect(asked.map(({ inputs }) => inputs)).toEqual([{ plate: "A" }, { plate: "ABC" }, { plate: "ABC" }]);
  });

  test("fills what a person's edit asked for, over what stands there", async () => {
    const { store, asked } = open({ "home.brand": "otra" }, "change");
    store.set("home.plate", "ABCD12");
    await asked[0]!.answer(found);
    expect(store.answers()).toMatchObject({ "home.brand": "Kia", "home.model": "Rio" });
  });

  test("does not undo corrections when the page is opened again", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12", "home.brand": "corregida" }, "change");
    await asked[0]!.answer(found);
    expect(store.answers()).toMatchObject({ "home.brand": "corregida", "home.model": "Rio" });
  });

  test("clears nothing when it fails as the page is opened again", async () => {
    const { store, asked } = open({ "home.plate": "ABCD12", "home.brand": "corregida" }, "change");
    await asked[0]!.answer({ status: "failed" });
    expect(store.answers()["home.brand"]).toBe("corregida");
  });
});
