import { afterEach, describe, expect, test, vi } from "vitest";
import { prepare, type Answers, type DataAnswer } from "../../schemas/engine/evaluate.ts";
import { wordValues } from "../../renderer/run/filled-words.ts";
import { createFlowStore, type Ask } from "../../renderer/run/store.ts";
import { field, preparedFlow, smallFlow, validators } from "./support/small-flow.ts";

interface Question {
  data: string;
  inputs: Record<string, unknown>;
  answer(answer: Partial<DataAnswer>): Promise<void>;
}

function open(answers: Answers = {}, labels?: Record<string, string>, prepared = preparedFlow()) {
  const questions: Question[] = [];
  const ask: Ask = (data, inputs) =>
    new Promise((resolve) => {
      questions.push({
        data,
        inputs,
        answer: async (answer) => {
          resolve({ status: "ready", options: [], hash: "h", ...answer });
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  const store = createFlowStore({
    prepared,
    today: "2026-11-21",
    answers,
    results: {},
    labels,
    ask,
  });
  return { store, questions };
}
const offices = (...values: string[]) => ({ options: values.map((value) => ({ value, label: value })) });

describe("answers", () => {
  test("an edit tells only the fields whose state changed", () => {
    const { store } = open();
    const told: string[] = [];
    for (const path of Object.keys(store.prepared.flow.fields)) store.subscribe(path, () => told.push(path));
    store.set("ask.name", "Ana");
    expect(told).toEqual(["ask.name"]);
    told.length = 0;
    store.set("ask.region", "north");
    expect(told).toEqual(["ask.region", "ask.city"]);
  });

  test("what is awaited is told of where another question may be the one to answer, and only there", async () => {
    const { store, questions } = open();
    store.start();
    const told: string[][] = [];
    store.subscribe("awaited", () => told.push(store.awaited("ask.office")));
    store.set("ask.name", "Ana");
    store.set("ask.name", "Anabel");
    expect(told).toEqual([["ask.region"]]);
    told.length = 0;
    store.set("ask.region", "north");
    expect(told.at(-1)).toEqual(["ask.city"]);
    store.set("ask.city", "far");
    expect(told.at(-1)).toEqual([]);
    await questions.at(-1)!.answer(offices("w1"));
    expect(store.leaf("ask.office").enabled).toBe(true);
  });

  test("a field that did not change keeps its very object", () => {
    const { store } = open();
    const before = store.leaf("ask.city");
    store.set("ask.name", "Ana");
    expect(store.leaf("ask.city")).toBe(before);
  });

  test("another region clears the city, and the field that only shows for it goes", () => {
    const { store } = open({ "ask.region": "north", "ask.city": "far", "ask.reason": "Porque sí" });
    expect(store.leaf("ask.reason").visible).toBe(true);
    const edited = vi.fn<(paths: string[]) => void>();
    store.onEdit(edited);
    store.set("ask.region", "south");
    expect(store.answers()).toEqual({ "ask.region": "south" });
    expect(store.leaf("ask.reason").visible).toBe(false);
    expect(edited.mock.calls[0]![0].toSorted()).toEqual(["ask.city", "ask.reason", "ask.region"]);
  });
});

describe("what was chosen", () => {
  const answers = { "ask.region": "north", "ask.city": "far", "ask.office": "w1" };

  test("is called as the run that is done says, while its options are on their way", async () => {
    const { store, questions } = open(answers, { "ask.office": "Bilbao" });
    store.start();
    expect(wordValues(store)("ask.office")).toBe("Bilbao");
    await questions.at(-1)!.answer({ options: [{ value: "w1", label: "Bilbao norte" }] });
    expect(wordValues(store)("ask.office")).toBe("Bilbao norte");
  });

  test("has no name before that in any other run", () => {
    const { store } = open(answers);
    store.start();
    expect(wordValues(store)("ask.office")).toBe("");
  });
});

describe("problems", () => {
  afterEach(() => vi.useRealTimers());

  test("are shown after the field was left, not while it is typed in", () => {
    const { store } = open();
    store.set("ask.name", "Ana María José");
    expect(store.leaf("ask.name").shown).toBeUndefined();
    store.touch("ask.name");
    expect(store.leaf("ask.name").shown?.code).toBe("maxLength");
    store.set("ask.name", "Ana");
    expect(store.leaf("ask.name").shown).toBeUndefined();
  });

  test("Continuar shows those of the step, in order", () => {
    const { store } = open();
    expect(store.showStep("ask").map(({ path, code }) => `${path} ${code}`)).toEqual([
      "ask.name required",
      "ask.region required",
      "ask.agree required",
    ]);
    expect(store.leaf("ask.agree").shown?.code).toBe("required");
  });

  test.each([
    [24, [24]],
    [200, [24, 176]],
    [500, [24, 200, 200, 76]],
  ])("of %d questions at one step, so many are told of at once: %j", (count, turns) => {
    vi.useFakeTimers();
    const fields = Array.from({ length: count }, (_, index) => field(`ask.f${index}`));
    const flow = { ...smallFlow, fields: Object.fromEntries(fields.map((one) => [one.path, one])), data: {} };
    const { store } = open({}, undefined, prepare(flow, validators));
    const told: number[] = [];
    for (const { path } of fields) store.subscribe(path, () => (told[told.length - 1]! += 1));
    told.push(0);
    expect(store.showStep("ask")).toHaveLength(count);
    for (; vi.getTimerCount() > 0; vi.advanceTimersToNextTimer()) told.push(0);
    expect(told).toEqual(turns);
    expect(fields.every(({ path }) => store.leaf(path).shown)).toBe(true);
  });

  test("what the server refused stays until the field is edited", () => {
    const { store } = open({ "ask.name": "Ana" });
    store.refuse([{ path: "ask.name", code: "notOffered", words: "notOffered", values: {} }]);
    expect(store.leaf("ask.name").shown?.code).toBe("notOffered");
    store.set("ask.code", "12345678-5");
    expect(store.leaf("ask.name").shown?.code).toBe("notOffered");
    store.set("ask.name", "Eva");
    expect(store.leaf("ask.name").shown).toBeUndefined();
  });
});

describe("data", () => {
  afterEach(() => vi.useRealTimers());

  test("loads when its inputs are there, and again when they change", async () => {
    vi.useFakeTimers();
    const { store, questions } = open();
    store.start();
    expect(store.leaf("ask.office").status).toBe("idle");
    store.setMany({ "ask.region": "north", "ask.city": "near" });
    expect(questions.map(({ inputs }) => inputs)).toEqual([{ city: "near" }]);
    expect(store.leaf("ask.office")).toMatchObject({ status: "loading", enabled: false });
    await questions[0]!.answer(offices("a", "b"));
    expect(store.leaf("ask.office")).toMatchObject({ status: "ready", enabled: true });
    store.set("ask.office", "b");
    vi.advanceTimersByTime(300);
    store.set("ask.city", "far");
    expect(questions[1]!.inputs).toEqual({ city: "far" });
    expect(store.answers()["ask.office"]).toBeUndefined();
  });

  test("a late answer is dropped", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    store.start();
    store.set("ask.city", "far");
    await questions[1]!.answer(offices("far office"));
    await questions[0]!.answer(offices("near office"));
    expect(store.leaf("ask.office").options?.map(({ value }) => value)).toEqual(["far office"]);
  });

  test("an answer for inputs that are gone is dropped", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    store.start();
    store.set("ask.city", undefined);
    await questions[0]!.answer(offices("near office"));
    expect(store.leaf("ask.office")).toMatchObject({ status: "idle", options: [] });
  });

  test("a failure can be tried again", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    store.start();
    await questions[0]!.answer({ status: "failed" });
    expect(store.leaf("ask.office").status).toBe("failed");
    store.retry("offices");
    expect(store.leaf("ask.office").status).toBe("loading");
    await questions[1]!.answer(offices("a"));
    expect(store.leaf("ask.office").status).toBe("ready");
  });

  test("nothing is asked before the page is alive", () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    expect(store.leaf("ask.office").status).toBe("loading");
    expect(questions).toHaveLength(0);
  });

  test("a choice from before is kept while its list loads, and goes when the list no longer has it", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near", "ask.office": "gone" });
    store.start();
    store.set("ask.name", "Ana");
    expect(store.answers()["ask.office"]).toBe("gone");
    await questions[0]!.answer(offices("a"));
    expect(store.answers()["ask.office"]).toBeUndefined();
  });

  test("fresh options take the place of those that were there", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    store.start();
    await questions[0]!.answer(offices("a", "b"));
    store.set("ask.office", "a");
    store.offer({ offices: offices("b").options });
    expect(store.leaf("ask.office").options?.map(({ value }) => value)).toEqual(["b"]);
    expect(store.answers()["ask.office"]).toBeUndefined();
  });

  test("what was chosen from is asked for again, stands meanwhile, and is cleared where it is offered no more", async () => {
    const { store, questions } = open({ "ask.region": "north", "ask.city": "near" });
    store.start();
    await questions[0]!.answer(offices("a", "b"));
    store.askAgain();
    // Nothing was chosen of that list.
    expect(questions).toHaveLength(1);
    store.set("ask.office", "a");
    store.askAgain();
    expect(questions).toHaveLength(2);
    expect(store.leaf("ask.office")).toMatchObject({ status: "ready", value: "a" });
    await questions[1]!.answer(offices("b", "c"));
    expect(store.leaf("ask.office").options?.map(({ value }) => value)).toEqual(["b", "c"]);
    expect(store.answers()["ask.office"]).toBeUndefined();
  });
});
