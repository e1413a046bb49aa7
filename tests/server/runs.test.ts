import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { answerAttempt, beginAttempt } from "../../server/store/attempts.ts";
import { brandCodes } from "../support/brands.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { forgetEvidence } from "./parts.ts";
import { startStandIn } from "../support/stand-in.ts";

const begin = async (who: Visitor, app: TestApp, brand: string): Promise<RunState> =>
  (
    await who.ask("POST", "/api/runs", { flow: "contact", revision: app.definitions.current(brand)!.hash })
  ).json();

/** A visitor with a run of the contact form. */
async function started(app: TestApp, brand = "SI"): Promise<{ who: Visitor; run: RunState }> {
  const who = visitor(app, brand);
  return { who, run: await begin(who, app, brand) };
}

const proceed = (who: Visitor, run: RunState, answers: Record<string, unknown>, key: string = randomUUID()) =>
  who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: run.step, version: run.version, answers },
    { "idempotency-key": key },
  );

const count = async (app: TestApp, table: "submissions" | "deliveries" | "runs"): Promise<number> =>
  (await app.store.db.selectFrom(table).selectAll().execute()).length;

describe("a run", () => {
  it("begins once for each session and flow, behind a cookie that scripts cannot read", async () => {
    const app = await openApp();
    const who = visitor(app, "SI");
    const response = await who.ask("POST", "/api/runs", { flow: "contact", revision: "unknown" });
    expect(String(response.headers["set-cookie"])).toMatch(
      /^vitrina=[0-9a-z]+\.[\w-]{43}; .*HttpOnly; SameSite=Lax/,
    );
    const run: RunState = response.json();
    expect(run).toMatchObject({ flow: "contact", step: "request", version: 0, answers: {}, status: "open" });
    expect((await begin(who, app, "SI")).run).toBe(run.run);
    expect((await who.ask("GET", "/api/runs?flow=contact")).json().run.run).toBe(run.run);
  });

  it("is one, however many tabs begin it at once", async () => {
    const app = await openApp();
    const { who } = await started(app);
    const runs = await Promise.all(Array.from({ length: 20 }, () => begin(who, app, "SI")));
    expect(new Set(runs.map(({ run }) => run)).size).toBe(1);
  });

  it("opens for its session alone, on its host alone", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    for (const other of [
      visitor(app, "SI"),
      visitor(app, "SI", "vitrina=made-up"),
      (await started(app, "WI")).who,
    ]) {
      expect((await proceed(other, run, {})).json()).toMatchObject({ error: "no-run" });
      expect(
        (await other.ask("PATCH", `/api/runs/${run.run}/answers`, { version: 0, answers: {} })).statusCode,
      ).toBe(404);
      expect((await other.ask("GET", "/api/runs?flow=contact")).json().run?.run).not.toBe(run.run);
    }
    expect((await proceed(who, run, {})).statusCode).toBe(422);
  });

  it("keeps drafts, right or wrong, and forgets what is removed", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const draft = (answers: unknown, version = 0) =>
      who.ask("PATCH", `/api/runs/${run.run}/answers`, { version, answers });
    expect((await draft({ "request.name": "<b>", "request.plate": "x" })).statusCode).toBe(204);
    await Promise.all([draft({ "request.name": null }), draft({ "request.email": "a@" })]);
    const { run: kept } = (await who.ask("GET", "/api/runs?flow=contact")).json();
    expect(kept.answers).toEqual({ "request.plate": "x", "request.email": "a@" });
    expect((await draft({}, 7)).json()).toMatchObject({ error: "stale", state: { version: 0 } });
    expect((await draft({ "request.nothing": "x" })).json()).toMatchObject({
      error: "unknown-key",
      message: expect.stringContaining("request.nothing"),
    });
  });
});

describe("Continuar", () => {
  it.each(brandCodes)("accepts %s: one submission, its deliveries, and the run is done", async (brand) => {
    const app = await openApp();
    const { who, run } = await started(app, brand);
    const response = await proceed(who, run, contactAnswers[brand]!);
    const { state, outcome }: ContinueAnswer = response.json();
    expect([response.statusCode, outcome]).toEqual([200, { go: "confirmation" }]);
    expect(state).toMatchObject({ step: "confirmation", version: 1, status: "done", done: ["request"] });
    const [submission, ...others] = await app.store.db.selectFrom("submissions").selectAll().execute();
    expect(others).toEqual([]);
    expect(submission).toMatchObject({ state: "accepted", brand, run: run.run, revision: run.revision });
    expect(submission?.number).toMatch(new RegExp(`^${brand}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$`));
    const [day, time] = [/^\d{4}-\d{2}-\d{2}$/, /^\d{2}:\d{2}$/].map((form) => expect.stringMatching(form));
    expect(state.results).toEqual({
      with: {},
      run: { token: expect.any(String) },
      submission: { number: submission?.number, day, time, revision: run.revision },
    });
    expect(JSON.parse(submission!.answers)).toEqual(contactAnswers[brand]);
    expect(JSON.parse(submission!.labels)["request.type"]).toBe(brand === "WI" ? "Reclamo" : "Consulta");
    const deliveries = await app.store.db.selectFrom("deliveries").selectAll().execute();
    expect(deliveries.map(({ kind }) => kind).toSorted()).toEqual(["call", "mail", "mail"]);
  });

  it("says what is wrong and keeps it, and nothing is sent", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const response = await proceed(who, run, {
      ...contactAnswers["SI"],
      "request.identity": "12345678-9",
      "request.name": null,
    });
    const { state, outcome }: ContinueAnswer = response.json();
    expect(response.statusCode).toBe(422);
    expect(outcome).toEqual({
      refuse: [
        { path: "request.name", code: "required", words: "required", values: {} },
        { path: "request.identity", code: "rut.invalid", words: "invalid", values: {} },
      ],
    });
    expect(state).toMatchObject({ version: 0, answers: { "request.identity": "12345678-9" } });
    expect([await count(app, "submissions"), await count(app, "deliveries")]).toEqual([0, 0]);
  });

  it("gives the same answer for the same key, and refuses the key with another body", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const key = randomUUID();
    const first = await proceed(who, run, contactAnswers["SI"]!, key);
    const again = await proceed(who, run, contactAnswers["SI"]!, key);
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect((await proceed(who, run, {}, key)).json()).toMatchObject({ error: "key-reused" });
    expect(await count(app, "submissions")).toBe(1);
  });

  it("is one, with fifty at once of one key and fifty of fifty keys", async () => {
    const app = await openApp();
    for (const keys of [
      Array<string>(50).fill(randomUUID()),
      Array.from({ length: 50 }, () => randomUUID()),
    ]) {
      const { who, run } = await started(app);
      const responses = await Promise.all(keys.map((key) => proceed(who, run, contactAnswers["SI"]!, key)));
      const accepted = responses.filter(({ statusCode }) => statusCode === 200);
      expect(new Set(accepted.map(({ body }) => body)).size).toBe(1);
      expect(accepted).toHaveLength(keys[0] === keys[1] ? 50 : 1);
      for (const response of responses)
        if (response.statusCode !== 200) expect(["busy", "stale"]).toContain(response.json().error);
    }
    expect([await count(app, "submissions"), await count(app, "deliveries")]).toEqual([2, 6]);
  });

  it("is stale for a run that has moved on, and shows where it is", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    await proceed(who, run, contactAnswers["SI"]!);
    expect((await proceed(who, run, contactAnswers["SI"]!)).json()).toMatchObject({
      error: "stale",
      state: { step: "confirmation", version: 1, status: "done" },
    });
    expect((await begin(who, app, "SI")).run).not.toBe(run.run);
  });

  it("refuses an answer to what was not asked", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const answers = { ...contactAnswers["SI"], "request.branch": "anything" };
    expect((await proceed(who, run, answers)).json()).toMatchObject({
      error: "hidden-value",
      message: expect.stringContaining("«Sucursal»"),
    });
  });

  it("looks again whether a chosen option exists, and shows those that do", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const response = await proceed(who, run, {
      ...contactAnswers["SI"],
      "request.city": "Santiago",
      "request.branch": "gone",
    });
    const { outcome, options }: ContinueAnswer = response.json();
    expect(outcome).toMatchObject({ refuse: [{ path: "request.branch", code: "notOffered" }] });
    expect(options?.["branches"]?.length).toBeGreaterThan(1);
    const branch = options!["branches"]![0]!.value;
    const accepted = await proceed(who, run, {
      ...contactAnswers["SI"],
      "request.city": "Santiago",
      "request.branch": branch,
    });
    expect(accepted.statusCode).toBe(200);
  });

  it("goes on with the revision that the run began with", async () => {
    const app = await openApp({ copy: contactAlone() });
    const { who, run } = await started(app);
    await app.edit("schemas/kinds/dealers/plate-loose.json", "{6}$", "{7}$");
    await app.definitions.reload();
    const now = app.definitions.current("SI")!.hash;
    expect(now).not.toBe(run.revision);
    expect((await proceed(who, run, contactAnswers["SI"]!)).statusCode).toBe(200);
    const { who: other, run: later } = await started(app);
    expect(later.revision).toBe(now);
    expect((await proceed(other, later, contactAnswers["SI"]!)).json().outcome).toMatchObject({
      refuse: [{ path: "request.plate", code: "plateLoose.invalid" }],
    });
    const reopened = await app.reopen();
    const same = visitor(reopened, "SI", who.cookie);
    expect((await same.ask("GET", "/api/runs?flow=contact")).json().run).toMatchObject({
      revision: run.revision,
      status: "done",
    });
  });

  it("goes on after the server was gone in the middle of an attempt", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const key = randomUUID();
    // What a killed process leaves: the attempt is written down, the run is taken, nothing is answered.
    const taken = (until: string) =>
      app.store.db
        .updateTable("runs")
        .set({ busy_key: `${key}/gone`, busy_until: until })
        .execute();
    await taken("2999-01-01T00:00:00.000Z");
    expect((await proceed(who, run, contactAnswers["SI"]!, key)).json()).toMatchObject({ error: "busy" });
    // Where others may be at work, only time tells that it is gone.
    if (app.store.shared) await taken("2000-01-01T00:00:00.000Z");
    const reopened = await app.reopen();
    const back = visitor(reopened, "SI", who.cookie);
    expect((await proceed(back, run, contactAnswers["SI"]!, key)).statusCode).toBe(200);
    expect(await count(reopened, "submissions")).toBe(1);
  });
});

/** The run of an attempt whose process is gone. */
const takenLongAgo = { busy_key: "gone", busy_until: "2000-01-01T00:00:00.000Z" };

describe("an attempt that was interrupted", () => {
  it("after its submission was stored keeps its key: resumed or not, whoever asks again gets its answer", async () => {
    for (const resumed of [true, false]) {
      const app = await openApp();
      const { who, run } = await started(app);
      const key = randomUUID();
      const { transaction } = app.store;
      app.store.transaction = (work) =>
        transaction(async (db) => {
          const result = await work(db);
          const accepted = db.selectFrom("submissions").select("run").where("state", "=", "accepted");
          if (await accepted.executeTakeFirst()) throw new Error("a full disk");
          return result;
        });
      expect((await proceed(who, run, contactAnswers["SI"]!, key)).statusCode).toBe(500);
      // Another try that is refused takes no part in it.
      const other = await proceed(who, run, { "request.nothing": "x" }, randomUUID());
      expect(other.json()).toMatchObject({ error: "unknown-key" });
      app.store.transaction = transaction;
      let asked = who;
      if (resumed) {
        const reopened = await app.reopen();
        const states = async () =>
          (await reopened.store.db.selectFrom("submissions").select("state").execute()).map(
            ({ state }) => state,
          );
        await expect.poll(states).toEqual(["accepted"]);
        asked = visitor(reopened, "SI", who.cookie);
      }
      const again = await proceed(asked, run, contactAnswers["SI"]!, key);
      expect([resumed, again.statusCode, again.json().outcome]).toEqual([
        resumed,
        200,
        { go: "confirmation" },
      ]);
      const more = await proceed(asked, run, contactAnswers["SI"]!, key);
      expect(more.body).toBe(again.body);
    }
  });

  it("is brought to its end at the next start, and whoever asks again gets its answer", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const key = randomUUID();
    const first = await proceed(who, run, contactAnswers["SI"]!, key);
    // As if the process had ended between the call and the last transaction.
    await app.store.db.deleteFrom("deliveries").where("submission", "is not", null).execute();
    await app.store.db.updateTable("submissions").set({ state: "pending", decided_at: null }).execute();
    await forgetEvidence(app.store.db);
    await app.store.db
      .updateTable("attempts")
      .set({ state: "running", status: null, response: null })
      .execute();
    await app.store.db
      .updateTable("runs")
      .set({
        status: "open",
        version: 0,
        step: "request",
        done: "[]",
        results: JSON.stringify({ run: run.results["run"] }),
        ...takenLongAgo,
      })
      .execute();
    const reopened = await app.reopen();
    const state = async () =>
      (await reopened.store.db.selectFrom("submissions").selectAll().execute()).map((one) => one.state);
    await expect.poll(state).toEqual(["accepted"]);
    expect(await count(reopened, "deliveries")).toBe(3);
    const back = visitor(reopened, "SI", who.cookie);
    const again = await proceed(back, run, contactAnswers["SI"]!, key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  });

  it("is not forgotten by a repeat that came while another server was at work on it", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const key = randomUUID();
    // What another server has written by then.
    const body = { step: "request", version: 0, answers: contactAnswers["SI"] };
    const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
    await beginAttempt(app.store.db, run.run, key, { bodyHash }, "2026-01-01T00:00:00.000Z");
    await app.store.db
      .updateTable("runs")
      .set({ busy_key: `${key}/other`, busy_until: "2999-01-01T00:00:00.000Z" })
      .execute();
    expect((await proceed(who, run, contactAnswers["SI"]!, key)).json()).toMatchObject({ error: "busy" });
    // The other one ends it, and whoever asks again has its answer.
    await app.store.db.updateTable("runs").set({ busy_key: null, busy_until: null, version: 1 }).execute();
    await answerAttempt(app.store.db, run.run, key, { status: 200, body: '{"ended":"there"}' });
    const again = await proceed(who, run, contactAnswers["SI"]!, key);
    expect([again.statusCode, again.json()]).toEqual([200, { ended: "there" }]);
  });

  it("that lost its run to another one ends without a second effect", async () => {
    let now = new Date("2026-11-21T12:00:00Z");
    const upstream = await startStandIn({});
    onTestFinished(() => upstream.stop());
    const path = "POST /customer/api/client-service/send-email";
    const good = { body: { error: 0, sendEmail: true } };
    const app = await openApp({ env: { UPSTREAM_CLIENT_SERVICE: upstream.url }, clock: () => now });
    const { who, run } = await started(app);
    // The first call stalls for so long that another attempt takes the run.
    upstream.set(path, async () => {
      upstream.set(path, good);
      now = new Date(now.getTime() + 60_000);
      const other = await proceed(who, run, { ...contactAnswers["SI"], "request.comment": "dos" });
      expect(other.statusCode).toBe(200);
      return good;
    });
    const first = await proceed(who, run, { ...contactAnswers["SI"], "request.comment": "uno" });
    expect(first.json()).toMatchObject({ error: "busy" });
    const [submission, ...more] = await app.store.db.selectFrom("submissions").selectAll().execute();
    expect([more, submission?.state, JSON.parse(submission!.answers)["request.comment"]]).toEqual([
      [],
      "accepted",
      "dos",
    ]);
  });
});

describe("bad requests", () => {
  const bodies: [string, unknown, number, string][] = [
    ["no JSON", "{", 400, "bad-request"],
    ["a list", [], 400, "bad-request"],
    ["a key too many", { step: "request", version: 0, answers: {}, more: 1 }, 422, "unknown-key"],
    ["a version as text", { step: "request", version: "0", answers: {} }, 400, "bad-request"],
    [
      "an object as an answer",
      { step: "request", version: 0, answers: { "request.name": {} } },
      400,
      "bad-request",
    ],
    ["an unknown field", { step: "request", version: 0, answers: { "request.x": "1" } }, 422, "unknown-key"],
    [
      "a key of JavaScript's",
      '{"step":"request","version":0,"answers":{"__proto__":"x"}}',
      400,
      "bad-request",
    ],
    ["another one", '{"step":"request","version":0,"answers":{"constructor":"x"}}', 400, "bad-request"],
    ["another step", { step: "confirmation", version: 0, answers: {} }, 409, "stale"],
    [
      "too much",
      { step: "request", version: 0, answers: { "request.name": "x".repeat(1_100_000) } },
      413,
      "bad-request",
    ],
    [
      "a text too long",
      { step: "request", version: 0, answers: { "request.name": "x".repeat(20_001) } },
      400,
      "bad-request",
    ],
  ];

  it("are refused by name, with the request's id, and change nothing", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    for (const [what, body, status, error] of bodies) {
      const response = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
        "idempotency-key": randomUUID(),
      });
      expect([what, response.statusCode, response.json().error]).toEqual([what, status, error]);
      expect(response.json().requestId).toBe(response.headers["x-request-id"]);
    }
    const { run: kept } = (await who.ask("GET", "/api/runs?flow=contact")).json();
    expect(kept).toEqual(run);
  });

  it("about flows and data of JavaScript's own names are about nothing", async () => {
    const app = await openApp();
    const who = visitor(app, "SI");
    const revision = app.definitions.current("SI")!.hash;
    for (const name of ["constructor", "toString", "valueOf"]) {
      expect((await who.ask("POST", "/api/runs", { flow: name, revision })).statusCode).toBe(404);
      for (const [flow, data] of [
        [name, "cities"],
        ["contact", name],
      ]) {
        expect((await who.ask("POST", "/api/data", { revision, flow, data, inputs: {} })).statusCode).toBe(
          404,
        );
      }
    }
    const unread = await who.ask("GET", "/%");
    expect([unread.statusCode, unread.json().error]).toEqual([400, "bad-request"]);
  });

  it("need a key of their own, and come from our own pages", async () => {
    const app = await openApp();
    const { who, run } = await started(app);
    const body = { step: "request", version: 0, answers: {} };
    const url = `/api/runs/${run.run}/continue`;
    const key = { "idempotency-key": randomUUID() };
    expect((await who.ask("POST", url, body)).statusCode).toBe(400);
    expect((await who.ask("POST", url, body, { "idempotency-key": "short" })).statusCode).toBe(400);
    const elsewhere: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://wi.localhost:3000" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const foreign of elsewhere) {
      expect((await who.ask("POST", url, body, { ...key, ...foreign })).json()).toMatchObject({
        error: "other-site",
      });
    }
    const own = { origin: "http://si.localhost:3000", "sec-fetch-site": "same-origin" };
    expect((await who.ask("POST", url, body, { ...key, ...own })).statusCode).toBe(422);
    expect((await who.ask("POST", url, "a=1", { ...key, "content-type": "text/plain" })).statusCode).toBe(
      415,
    );
  });
});
