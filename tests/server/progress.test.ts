/** What a program worked out does not outlive the answers that it had. */
import { describe, expect, it, test } from "vitest";
import type { CompiledProgram, Prepared, RunState } from "../../schemas/engine/all.ts";
import { progressAfter, progressWith } from "../../server/runs/progress.ts";
import { openProduct, type Product } from "./program-parts.ts";

const prepared = {
  flow: { steps: ["a", "b", "c", "d", "e"].map((id) => ({ id })) },
} as unknown as Prepared;
const program = {
  onContinue: { b: [{ set: {} }], c: [], d: [{ set: {} }] },
} as unknown as CompiledProgram;
const answers = { "a.x": "1", "b.x": ["r1"], "b.x.r1.y": "1", "c.x": true, "d.x": { id: "1" } };

test.each<[string, string[], string, Record<string, unknown>, string, string[]]>([
  ["nothing changes", ["a", "b", "c", "d"], "e", {}, "e", ["a", "b", "c", "d"]],
  ["the same again", ["a", "b"], "c", { "b.x": ["r1"], "d.x": { id: "1" } }, "c", ["a", "b"]],
  ["before the first program", ["a", "b", "c", "d"], "e", { "a.x": "2" }, "b", ["a"]],
  ["on a step with a program", ["a", "b", "c", "d"], "e", { "b.x": ["r1", "r2"] }, "b", ["a"]],
  ["in a row", ["a", "b", "c", "d"], "e", { "b.x.r1.y": "2" }, "b", ["a"]],
  ["taken away", ["a", "b", "c", "d"], "e", { "a.x": undefined }, "b", ["a"]],
  ["added", ["a", "b", "c", "d"], "e", { "c.new": "1" }, "d", ["a", "b", "c"]],
  ["on a step without a program", ["a", "b", "c", "d"], "e", { "c.x": false }, "d", ["a", "b", "c"]],
  ["on several steps", ["a", "b", "c", "d"], "e", { "d.x": null, "a.x": "2" }, "b", ["a"]],
  ["on the open step", ["a", "b"], "c", { "c.x": false }, "c", ["a", "b"]],
  ["after all programs", ["a", "b", "c", "d"], "e", { "e.x": "1" }, "e", ["a", "b", "c", "d"]],
  ["where the open step is before", ["a", "b", "c", "d"], "a", { "a.x": "2" }, "a", ["a"]],
  ["of a program that was not done", ["a"], "b", { "a.x": "2" }, "b", ["a"]],
])("%s", (_name, done, step, changes, open, left) => {
  const run = { step, done: JSON.stringify(done), answers: JSON.stringify(answers) };
  const after = Object.fromEntries(
    Object.entries({ ...answers, ...changes }).filter(([, value]) => value !== undefined && value !== null),
  );
  const progress = progressWith(run, prepared, program, after);
  expect([progress.step, JSON.parse(progress.done)]).toEqual([open, left]);
});

test("a flow whose programs are gone stays where it is", () => {
  const run = { step: "e", done: '["a","b"]', answers: "{}" };
  expect(progressWith(run, prepared, {}, { "a.x": "1" })).toEqual({ step: "e", done: '["a","b"]' });
});

describe("a step that is done", () => {
  const all = ["a", "b", "c", "d", "e"];
  test.each<
    [
      string,
      string[],
      string,
      { step: string; target: string; steps?: string[]; wrong?: string[] },
      string,
      string[],
    ]
  >([
    ["opens the next one", [], "a", { step: "a", target: "b" }, "b", ["a"]],
    [
      "once more leaves all as it was",
      ["a", "b", "c"],
      "d",
      { step: "a", target: "b" },
      "d",
      ["a", "b", "c"],
    ],
    [
      "opens what is not right after it",
      ["a", "b", "c"],
      "d",
      { step: "a", target: "b", wrong: ["c"] },
      "c",
      ["a", "b"],
    ],
    [
      "opens what is new after it",
      ["a", "c"],
      "d",
      { step: "a", target: "b", wrong: ["b", "d"] },
      "b",
      ["a", "c"],
    ],
    ["and nothing beyond it", ["a", "b"], "c", { step: "a", target: "e" }, "e", ["a", "b"]],
    [
      "does not lead to what is hidden",
      ["a", "b"],
      "c",
      { step: "a", target: "b", steps: ["a", "b", "d"] },
      "d",
      ["a", "b"],
    ],
    [
      "between others that are done, opens what is after them",
      ["a", "c"],
      "b",
      { step: "b", target: "c" },
      "d",
      ["a", "c", "b"],
    ],
    [
      "the last to be mended",
      ["a", "b", "c", "d"],
      "b",
      { step: "b", target: "c" },
      "e",
      ["a", "b", "c", "d"],
    ],
  ])("%s", (_name, done, open, { step, target, steps = all, wrong = [] }, now, left) => {
    const problems = wrong.map((id) => ({
      path: `${id}.x`,
      code: "required",
      words: "required",
      values: {},
    }));
    const progress = progressAfter(
      { step: open, done: JSON.stringify(done) },
      prepared,
      { steps, problems },
      { step, target },
    );
    expect([progress.step, JSON.parse(progress.done)]).toEqual([now, left]);
  });
});

const plate = { "car.plate": "AABB11" };

/** A run that has its price and stands at the owner's step. */
async function priced(): Promise<{ product: Product; first: RunState; run: RunState }> {
  const product = await openProduct();
  const first = await product.begin("offer");
  const { answer } = await product.proceed(first, plate);
  expect(answer.state).toMatchObject({ step: "owner", done: ["car"], results: { offered: 500 } });
  return { product, first, run: answer.state };
}

const draft = ({ who }: Product, run: RunState, changes: Record<string, unknown>) =>
  who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: run.version, answers: changes });

describe("answers that change after a program", () => {
  it("take a later step back to it, and say why", async () => {
    const { product, run } = await priced();
    expect((await draft(product, run, { "car.note": "x" })).json()).toMatchObject({
      state: { step: "car", done: [], version: run.version, answers: { ...plate, "car.note": "x" } },
    });
    const { status, problem } = await product.proceed(run, { "owner.name": "Ana" });
    expect([status, problem]).toMatchObject([
      409,
      { error: "stale", reason: "changed", state: { step: "car", done: [], status: "open" } },
    ]);
    expect(problem.message).toBe("Cambiaste datos anteriores: revisa este paso para continuar.");
    expect(problem.state!.answers["owner.name"]).toBeUndefined();
    expect(await product.rows("submissions")).toHaveLength(1);
  });

  it("go on with what the program says of them", async () => {
    const { product, run } = await priced();
    await draft(product, run, { "car.plate": "ZZZZ99" });
    product.upstream.set("POST /quotes/price", { body: { price: 700 } });
    const again = await product.proceed({ ...run, step: "car" }, { "car.plate": "ZZZZ99" });
    expect(again.answer.state).toMatchObject({ step: "owner", done: ["car"], results: { offered: 700 } });
    const end = await product.proceed(again.answer.state, { "owner.name": "Ana" });
    expect(end.answer.outcome).toEqual({ go: "end" });
  });

  it("change with Continuar too, right or wrong", async () => {
    const { product, run } = await priced();
    product.upstream.set("POST /quotes/price", { body: { price: 0 } });
    const asked = await product.proceed({ ...run, step: "car" }, { "car.plate": "ZZZZ99" });
    expect(asked.answer).toMatchObject({ outcome: { dialog: "noPrice" }, state: { step: "car", done: [] } });
    expect((await product.proceed(run, { "owner.name": "Ana" })).problem).toMatchObject({
      reason: "changed",
    });

    const second = await priced();
    const refused = await second.product.proceed({ ...second.run, step: "car" }, { "car.plate": null });
    expect([refused.status, refused.answer.state]).toMatchObject([422, { step: "car", done: [] }]);
    const late = await second.product.proceed(second.run, { "owner.name": "Ana" });
    expect(late.problem).toMatchObject({ error: "stale", reason: "changed", state: { step: "car" } });
  });

  it("leave everything where the same is said again", async () => {
    const { product, run } = await priced();
    expect((await draft(product, run, plate)).statusCode).toBe(204);
    const { answer } = await product.proceed({ ...run, step: "car" }, plate);
    expect(answer.state).toMatchObject({ step: "owner", done: ["car"] });
  });

  it("are those of this step: the open one stays", async () => {
    const { product, run } = await priced();
    expect((await draft(product, run, { "owner.name": "A" })).statusCode).toBe(204);
    const { answer } = await product.proceed(run, { "owner.name": "Ana" });
    expect(answer.outcome).toEqual({ go: "end" });
  });

  it("that a dialog's button clears count too", async () => {
    const { product, run } = await priced();
    await product.proceed(run, { "owner.name": "back" });
    const { programs } = product.app.definitions.current("SI")!.private;
    programs["offer"]!.onPress["back"]!["yes"] = [{ clear: ["car.plate"] }];
    const { answer } = await product.proceed(run, {}, { dialog: { id: "back", button: "yes" } });
    expect(answer).toMatchObject({ outcome: { close: ["car.plate"] }, state: { step: "car", done: [] } });
  });

  it("are not told apart from another tab's going on", async () => {
    const { product, first } = await priced();
    const { problem } = await product.proceed(first, plate);
    expect(problem.error).toBe("stale");
    expect(problem.reason).toBeUndefined();
  });
});
