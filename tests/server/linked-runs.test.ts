import { describe, expect, it } from "vitest";
import { visitor } from "../support/app.ts";
import { openProduct, productOf } from "./program-parts.ts";

const married = { "person.name": "Ana", "person.spouse": "Luis" };
const both = { ...married, "person.owner": "Eva" };

describe("a run that another one began", () => {
  it("is where the person is taken when that one ends, with its values and answers", async () => {
    const product = await openProduct();
    const run = await product.begin("declaration");
    expect(run.results).toEqual({ with: {}, run: { token: expect.any(String) } });
    const { answer, status } = await product.proceed(run, married);
    expect([status, answer.outcome]).toEqual([200, { redirect: "/spouse-page", failure: false }]);
    expect(answer.state).toMatchObject({ step: "end", status: "done" });
    const linked = await product.begin("spouse");
    expect(linked).toMatchObject({
      step: "partner",
      version: 0,
      status: "open",
      answers: { "partner.name": "Luis" },
      results: {
        with: { role: "spouse", of: (answer.state.results["submission"] as { number: string }).number },
      },
    });
    // What it was begun with decides what it asks.
    const short = await product.proceed(linked, { "partner.name": "Luis" });
    expect(short.answer.outcome).toMatchObject({ refuse: [{ path: "partner.job", code: "required" }] });
    const whole = await product.proceed(linked, { "partner.name": "Luis", "partner.job": "Chef" });
    expect(whole.answer.outcome).toEqual({ go: "end" });
    expect(whole.answer.state.results["with"]).toMatchObject({ role: "spouse" });
    expect((await product.rows("submissions")).map(({ flow }) => flow)).toEqual(["declaration", "spouse"]);
  });

  it("waits for the one before it, also in the same flow", async () => {
    const product = await openProduct();
    const run = await product.begin("declaration");
    const first = await product.proceed(run, both);
    expect(first.answer.outcome).toEqual({ redirect: "/spouse-page", failure: false });
    const spouse = await product.begin("spouse");
    const second = await product.proceed(spouse, { "partner.name": "Luis", "partner.job": "Chef" });
    expect(second.answer.outcome).toEqual({ redirect: "/declaration-page", failure: false });
    const owner = await product.begin("declaration");
    expect(owner).toMatchObject({ answers: { "person.name": "Eva" }, results: { with: { role: "owner" } } });
    expect(owner.run).not.toBe(run.run);
    // A linked run may put others in line behind it.
    const third = await product.proceed(owner, { ...married, "person.role": "x" });
    expect(third.answer.outcome).toEqual({ redirect: "/spouse-page", failure: false });
    const last = await product.begin("spouse");
    expect(last.run).not.toBe(spouse.run);
    const end = await product.proceed(last, { "partner.name": "Luis", "partner.job": "Chef" });
    expect(end.answer.outcome).toEqual({ go: "end" });
    expect((await product.rows("linked_runs")).map(({ family }) => family)).toEqual(Array(3).fill(run.run));
    expect((await product.begin("spouse")).results).toEqual({ with: {}, run: { token: expect.any(String) } });
  });

  it("is still there after the window was closed and the server was gone, for its session alone", async () => {
    const product = await openProduct();
    await product.proceed(await product.begin("declaration"), married);
    const app = await product.app.reopen();
    const page = await visitor(app, "SI", product.who.cookie).ask("GET", "/api/page?path=/spouse-page");
    expect(page.json().flow.run).toMatchObject({
      answers: { "partner.name": "Luis" },
      results: { with: { role: "spouse" } },
    });
    const same = productOf(app, product.upstream, visitor(app, "SI", product.who.cookie));
    expect((await same.begin("spouse")).run).toBe(page.json().flow.run.run);
    const other = await same.begin("spouse", visitor(app, "SI"));
    expect(other).toMatchObject({ answers: {}, results: { with: {} } });
  });

  it("takes the place of one that the person had begun by himself, with what is in it", async () => {
    const product = await openProduct();
    const own = await product.begin("spouse");
    await product.who.ask("PATCH", `/api/runs/${own.run}/answers`, {
      version: 0,
      answers: { "partner.name": "Pedro" },
    });
    await product.proceed(await product.begin("declaration"), married);
    expect(await product.begin("spouse")).toMatchObject({
      run: own.run,
      answers: { "partner.name": "Luis" },
      results: { with: { role: "spouse" } },
    });
  });

  it("is not begun before the other one has ended, and once for each line, however often the step is passed", async () => {
    const product = await openProduct();
    const run = await product.begin("declaration");
    const wrong = await product.proceed(run, { "person.spouse": "Luis" });
    expect(wrong.status).toBe(422);
    expect(await product.rows("linked_runs")).toEqual([]);
    expect((await product.begin("spouse")).results).toEqual({ with: {}, run: { token: expect.any(String) } });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => product.proceed(run, married, { key: "the-same-key" })),
    );
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await product.rows("linked_runs")).toHaveLength(1);
  });

  it("is of a flow that the brand has a page for: else the person is told, and nothing ends", async () => {
    const product = await openProduct();
    const run = await product.begin("declaration");
    const revision = product.app.definitions.current("SI")!;
    const { screens } = revision.public.brand;
    revision.public.brand.screens = screens.filter(({ flow }) => flow !== "spouse");
    const { status, problem } = await product.proceed(run, married);
    expect([status, problem.error]).toEqual([503, "unavailable"]);
    revision.public.brand.screens = screens;
    const { answer } = await product.proceed(run, married);
    expect(answer.outcome).toEqual({ redirect: "/spouse-page", failure: false });
    expect(await product.rows("submissions")).toHaveLength(1);
  });
});
