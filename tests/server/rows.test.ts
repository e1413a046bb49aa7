import { describe, expect, it } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { openProduct, type Product } from "./program-parts.ts";
import { queuedMail } from "../support/queued-mail.ts";

const owner = { "home.owner.name": "Ana" };
const relatives = {
  "home.relatives": ["r2", "r1"],
  "home.relatives.r1.name": "Luis",
  "home.relatives.r1.bond": "son",
  "home.relatives.r2.name": "Eva",
  "home.relatives.r2.bond": "mother",
  "home.relatives.r2.place.street": "Los Olmos 1",
};

async function begun(): Promise<{
  product: Product;
  run: RunState;
  draft: (answers: unknown) => Promise<number>;
}> {
  const product = await openProduct();
  const run = await product.begin("people");
  const draft = async (answers: unknown) =>
    (await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: 0, answers })).statusCode;
  return { product, run, draft };
}

describe("rows of a list", () => {
  it("are stored with their labels, sent as objects, and shown in the mail in order", async () => {
    const { product, run } = await begun();
    const { answer } = await product.proceed(run, { ...owner, ...relatives });
    expect(answer.outcome).toEqual({ go: "end" });
    const [submission] = await product.rows("submissions");
    const stored = JSON.parse(String(submission!["answers"]));
    expect(stored).toEqual({ ...owner, ...relatives });
    expect(Object.keys(stored)).toEqual([
      "home.owner.name",
      "home.relatives",
      "home.relatives.r2.name",
      "home.relatives.r2.bond",
      "home.relatives.r2.place.street",
      "home.relatives.r1.name",
      "home.relatives.r1.bond",
    ]);
    expect(JSON.parse(String(submission!["labels"]))).toEqual({
      "home.relatives.r1.bond": "Hijo",
      "home.relatives.r2.bond": "Madre",
    });
    expect(product.upstream.requests.at(-1)?.body).toEqual({
      person: { name: "Ana" },
      relatives: [
        { name: "Eva", bond: "mother", place: { street: "Los Olmos 1" } },
        { name: "Luis", bond: "son" },
      ],
    });
    const [delivery] = await product.rows("deliveries");
    const { text } = queuedMail(String(delivery!["payload"]));
    const order = [
      "Dueño",
      "Nombre del dueño: Ana",
      "Familiar 1",
      "Eva",
      "Madre",
      "Los Olmos 1",
      "Familiar 2",
      "Luis",
      "Hijo",
    ];
    const places = order.map((one) => text.toLowerCase().indexOf(one.toLowerCase()));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("are asked for each: what is missing in one is told with its path", async () => {
    const { product, run } = await begun();
    const { answer, status } = await product.proceed(run, {
      ...owner,
      ...relatives,
      "home.relatives.r1.name": null,
      "home.relatives.r2.bond": "sister",
      "home.relatives.r2.place.street": null,
    });
    expect(status).toBe(422);
    expect(answer.outcome).toMatchObject({
      refuse: [
        { path: "home.relatives.r2.bond", code: "notOffered" },
        { path: "home.relatives.r1.name", code: "required" },
      ],
    });
  });

  it("that the list does not have are refused on Continuar and dropped from drafts", async () => {
    const { product, run, draft } = await begun();
    const orphan = { ...owner, "home.relatives": ["r1"], "home.relatives.r2.name": "Eva" };
    const { status, problem } = await product.proceed(run, orphan);
    expect([status, problem.error]).toEqual([422, "unknown-key"]);
    expect(problem.message).toContain("home.relatives.r2.name");
    expect(await draft(orphan)).toBe(204);
    expect((await product.begin("people")).answers).toEqual({ ...owner, "home.relatives": ["r1"] });
  });

  it("go with all that was answered in them", async () => {
    const { product, draft } = await begun();
    await draft({ ...owner, ...relatives });
    expect(await draft({ "home.relatives": ["r1"] })).toBe(204);
    expect(Object.keys((await product.begin("people")).answers)).toEqual([
      "home.owner.name",
      "home.relatives",
      "home.relatives.r1.name",
      "home.relatives.r1.bond",
    ]);
    await draft({ "home.relatives": null });
    expect((await product.begin("people")).answers).toEqual(owner);
  });

  it("are cleared with their list", async () => {
    const { product, run } = await begun();
    const asked = await product.proceed(run, {
      ...relatives,
      "home.owner.name": "wipe",
      "home.others": ["r1"],
      "home.others.r1.name": "x",
    });
    expect(asked.answer.outcome).toMatchObject({ dialog: "wipe" });
    const { answer } = await product.proceed(run, {}, { dialog: { id: "wipe", button: "yes" } });
    expect("close" in answer.outcome && answer.outcome.close.toSorted()).toEqual(
      ["home.owner.name", ...Object.keys(relatives)].toSorted(),
    );
    expect(answer.state.answers).toEqual({ "home.others": ["r1"], "home.others.r1.name": "x" });
  });

  it("are as many as the list says, and never more than a hundred", async () => {
    const { product, run, draft } = await begun();
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `r${index + 1}`);
    const four = await product.proceed(run, { ...owner, "home.relatives": ids(4) });
    expect(four.answer.outcome).toMatchObject({
      refuse: expect.arrayContaining([expect.objectContaining({ path: "home.relatives", code: "maxItems" })]),
    });
    const many = await product.proceed(run, { ...owner, "home.others": ids(101) });
    expect([many.status, many.problem.error]).toEqual([422, "too-many-rows"]);
    expect(await draft({ "home.others": ids(101) })).toBe(422);
    expect(await draft({ "home.others": ids(100) })).toBe(204);
  });
});

describe("answers that are none", () => {
  const deep = (levels: number): unknown => (levels === 0 ? "x" : { in: deep(levels - 1) });
  const bad: [string, unknown, number, string][] = [
    ["home.owner", { name: "Ana" }, 400, "bad-request"],
    ["home.owner", "Ana", 400, "bad-request"],
    ["home.owner.name", {}, 400, "bad-request"],
    ["home.relatives", "r1", 400, "bad-request"],
    ["home.relatives", ["r1", "r1"], 400, "bad-request"],
    ["home.relatives", ["__proto__"], 400, "bad-request"],
    ["home.relatives", [{}], 400, "bad-request"],
    ["home.relatives.name", "Ana", 422, "unknown-key"],
    ["home.relatives.__proto__.name", "Ana", 422, "unknown-key"],
    ["home.relatives.r1", "Ana", 422, "unknown-key"],
    ["home.owner.constructor", "Ana", 422, "unknown-key"],
    ["home.owner.name", deep(11), 400, "bad-request"],
    ["home.owner.name", deep(1000), 400, "bad-request"],
    ["home.owner.name", { a: { constructor: "x" } }, 400, "bad-request"],
    [
      "home.owner.name",
      Object.fromEntries(Array.from({ length: 501 }, (_, at) => [at, 1])),
      400,
      "bad-request",
    ],
  ];

  it("are refused by name, saved or sent", async () => {
    const { product, run, draft } = await begun();
    for (const [path, value, status, error] of bad) {
      const body =
        path === "home.owner.name" && status === 400 ? { ...owner, [path]: value } : { [path]: value };
      const reply = await product.proceed(run, body);
      expect([path, reply.status, reply.problem.error]).toEqual([path, status, error]);
      expect([path, await draft({ [path]: value })]).toEqual([path, status]);
    }
    const text = `{"version":0,"answers":{"home.owner.name":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}}`;
    const deepest = await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, text);
    expect(deepest.statusCode).toBe(400);
    expect((await product.begin("people")).answers).toEqual({});
  });
});

describe("data with a value", () => {
  const ask = async (product: Product, flow: string, data: string, inputs: unknown) =>
    (
      await product.who.ask("POST", "/api/data", {
        revision: product.app.definitions.current("SI")!.hash,
        flow,
        data,
        inputs,
      })
    ).json();

  it("gives it to rules, is part of the hash, and is empty where there is none", async () => {
    const product = await openProduct();
    const ready = await ask(product, "offer", "car", { plate: "AABB11" });
    expect(ready).toMatchObject({ status: "ready", options: [], value: { brand: "Kia", year: 2020 } });
    product.upstream.set("GET /quotes/car", { body: { error: 0, car: { brand: "Kia", year: 2021 } } });
    expect((await ask(product, "offer", "car", { plate: "AABB11" })).hash).not.toBe(ready.hash);
    product.upstream.set("GET /quotes/car", { body: { error: 1, car: null } });
    const empty = await ask(product, "offer", "car", { plate: "AABB11" });
    expect([empty.status, empty.value]).toEqual(["empty", undefined]);
    product.upstream.set("GET /quotes/car", { status: 404 });
    expect((await ask(product, "offer", "car", { plate: "AABB11" })).status).toBe("failed");
  });

  it("decides on Continuar what is asked", async () => {
    const product = await openProduct({ "GET /quotes/car": { body: { error: 1 } } });
    const run = await product.begin("offer");
    const { answer } = await product.proceed(run, { "car.plate": "AABB11", "car.year": "2020" });
    expect(answer.outcome).toEqual({ go: "owner" });
    product.upstream.set("GET /quotes/car", { body: { error: 0, car: { brand: "Kia" } } });
    const other = await product.proceed(
      { ...answer.state, step: "car" },
      { "car.plate": "AABB11", "car.year": "2020" },
    );
    expect(other.problem.error).toBe("hidden-value");
  });

  it("that a button asks for is asked for by the button alone", async () => {
    const { product, run } = await begun();
    await product.proceed(run, { ...owner, "home.owner.plate": "AABB11" });
    expect(product.upstream.requests.map(({ path }) => path)).toEqual(["/quotes/people"]);
    expect(await ask(product, "people", "known", { plate: "AABB11" })).toMatchObject({ status: "ready" });
  });
});
