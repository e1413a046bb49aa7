import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { forgetEvidence } from "./parts.ts";
import { startStandIn, type Behaviour, type StandIn } from "../support/stand-in.ts";

const route = "POST /customer/api/client-service/send-email";
const good: Behaviour = { body: { error: 0, sendEmail: true } };

interface Set {
  app: TestApp;
  upstream: StandIn;
  who: Visitor;
  run: RunState;
  send(answers?: Record<string, unknown>, key?: string): Promise<{ status: number; answer: ContinueAnswer }>;
}

/** A run of the contact form whose service is a stand-in. */
async function withUpstream(behaviour: Behaviour, env: Record<string, string> = {}): Promise<Set> {
  const upstream = await startStandIn({ [route]: behaviour });
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_CLIENT_SERVICE: upstream.url, ...env } });
  const who = visitor(app, "SI");
  const run: RunState = (await who.ask("POST", "/api/runs", { flow: "contact", revision: "-" })).json();
  const send: Set["send"] = async (answers = contactAnswers["SI"]!, key = randomUUID()) => {
    const body = { step: "request", version: 0, answers };
    const response = await who.ask("POST", `/api/runs/${run.run}/continue`, body, { "idempotency-key": key });
    return { status: response.statusCode, answer: response.json() };
  };
  return { app, upstream, who, run, send };
}

const submissions = (app: TestApp) => app.store.db.selectFrom("submissions").selectAll().execute();
const deliveries = (app: TestApp) => app.store.db.selectFrom("deliveries").selectAll().execute();
const keysOf = ({ requests }: StandIn) => requests.map(({ headers }) => headers["idempotency-key"]);

/** Each row: what the service does, and whether the repeated call is the same one for it. */
const failures: [string, Behaviour, "same key" | "new key"][] = [
  ["answers 500", { status: 500, body: {} }, "same key"],
  ["cuts off", { cutOff: "within", body: { error: 0, sendEmail: true } }, "same key"],
  ["is garbled", { body: "<html>" }, "same key"],
  ["refuses", { status: 400, body: { error: "no" } }, "same key"],
  // It did answer, and what it said was no: asking again is another call.
  ["says that it sent nothing", { body: { error: 1, sendEmail: false } }, "new key"],
];

describe("a service that", () => {
  it.each(failures)(
    "%s leads to the failure page with the answers kept, and the retry succeeds once",
    async (_, behaviour, key) => {
      const { app, upstream, who, send } = await withUpstream(behaviour);
      const { status, answer } = await send();
      expect([status, answer.outcome]).toEqual([200, { redirect: "/306", failure: true }]);
      expect(answer.state).toMatchObject({
        step: "request",
        version: 0,
        status: "open",
        failure: "/306",
        answers: contactAnswers["SI"],
      });
      const [failed] = await submissions(app);
      expect(failed).toMatchObject({ state: "failed" });
      expect(await deliveries(app)).toEqual([]);

      upstream.set(route, good);
      const retried = await send({});
      expect(retried.answer.outcome).toEqual({ go: "confirmation" });
      expect(retried.answer.state.failure).toBeUndefined();
      const all = await submissions(app);
      expect(all.map(({ number, state }) => [number, state])).toEqual([[failed?.number, "accepted"]]);
      expect((await deliveries(app)).map(({ kind }) => kind).toSorted()).toEqual(["call", "mail"]);
      const [first, second] = keysOf(upstream);
      expect(first === second).toBe(key === "same key");
      expect((await who.ask("GET", "/api/runs?flow=contact")).json().run.status).toBe("done");
    },
  );

  it("answered is not asked again by a repeat of what followed it", async () => {
    const { app, upstream, send, run } = await withUpstream(good);
    await send();
    // As if the process had ended after the answer and before the end of the attempt.
    await app.store.db.deleteFrom("attempts").execute();
    await app.store.db.updateTable("submissions").set({ state: "pending" }).execute();
    await forgetEvidence(app.store.db);
    await app.store.db.updateTable("runs").set({ status: "open", version: 0, step: "request" }).execute();
    const again = await send({});
    expect(again.answer.outcome).toEqual({ go: "confirmation" });
    expect(upstream.requests).toHaveLength(1);
    expect(await submissions(app)).toHaveLength(1);
    expect(run.version).toBe(0);
  });

  it("gets what the definition maps: labels, and the document under the brand's name", async () => {
    const { upstream, send } = await withUpstream(good);
    await send();
    const [request] = upstream.requests;
    expect(request?.headers).toMatchObject({ companyid: "1" });
    expect(request?.body).toEqual({
      requestType: "Consulta",
      serviceType: "Servicio técnico",
      contactReason: "Mantención",
      subContactReason: "Precio",
      name: "María José",
      lastname: "Núñez",
      rut: "12345678-5",
      email: "maria@correo.cl",
      patent: "BBCC12",
      contactNumber: "987654321",
      comment: "Quiero cotizar la mantención.",
    });
  });

  it("another answer is sent again for, after the person changed something", async () => {
    const { app, upstream, send } = await withUpstream({ status: 500 });
    await send();
    upstream.set(route, good);
    await send({ "request.comment": "Otra cosa." });
    expect(upstream.requests.map(({ body }) => (body as { comment: string }).comment)).toEqual([
      "Quiero cotizar la mantención.",
      "Otra cosa.",
    ]);
    const [submission, ...more] = await submissions(app);
    expect([more, JSON.parse(submission!.answers)["request.comment"]]).toEqual([[], "Otra cosa."]);
  });
});

describe("a redirect after a failed call", () => {
  it("is a failure whatever its screen says: nothing is accepted, no mail goes out", async () => {
    const { app, send } = await withUpstream({ status: 500 });
    // What the checker would refuse; other servers of this process have the same revision.
    for (const screen of app.definitions.current("SI")!.public.brand.screens) {
      const { failure } = screen;
      if (failure === undefined) continue;
      delete screen.failure;
      onTestFinished(() => void (screen.failure = failure));
    }
    const { answer } = await send();
    expect(answer.outcome).toEqual({ redirect: "/306", failure: true });
    expect(answer.state).toMatchObject({ status: "open", version: 0, failure: "/306" });
    expect((await submissions(app)).map(({ state }) => state)).toEqual(["failed"]);
    expect(await deliveries(app)).toEqual([]);
  });

  it("finds its page with a query too", async () => {
    const { app, who, send } = await withUpstream({ body: { error: 1, sendEmail: false } });
    const lines = app.definitions.current("SI")!.private.programs["contact"]!.onContinue["request"]!;
    const onFailure = lines.flatMap((line) => ("call" in line ? line.onFailure : []));
    for (const line of onFailure) {
      if (!("redirect" in line)) continue;
      const { redirect } = line;
      line.redirect = "/306?de=contacto";
      onTestFinished(() => void (line.redirect = redirect));
    }
    const { answer } = await send();
    expect(answer.outcome).toEqual({ redirect: "/306?de=contacto", failure: true });
    expect((await submissions(app)).map(({ state }) => state)).toEqual(["failed"]);
    const page = (await who.ask("GET", "/api/page?path=/306")).json();
    expect(page.failed.run.run).toBe(answer.state.run);
  });
});

describe("lists from a service", () => {
  it("give options for the right inputs, and say what is wrong with others", async () => {
    const app = await openApp();
    const who = visitor(app, "WI");
    const { hash } = app.definitions.current("WI")!;
    const ask = async (data: string, inputs: unknown, revision = hash) =>
      (await who.ask("POST", "/api/data", { revision, flow: "contact", data, inputs })).json();
    const cities = await ask("cities", {});
    expect(cities.options.map(({ value }: { value: string }) => value)).toContain("Lima");
    const branches = await ask("branches", { city: "Lima" });
    expect(branches).toMatchObject({ status: "ready", hash: expect.stringMatching(/^[\w-]{16}$/) });
    expect(branches.options[0]).toEqual({
      value: expect.any(String),
      label: expect.any(String),
      description: expect.any(String),
    });
    expect(await ask("branches", { city: "Atlantis" })).toMatchObject({ status: "empty", options: [] });
    expect(await ask("branches", {})).toMatchObject({ error: "missing-input" });
    expect(await ask("branches", { city: "Lima", more: "x" })).toMatchObject({ error: "unknown-key" });
    expect(await ask("branches", { city: 5 })).toMatchObject({ error: "bad-request" });
    expect(await ask("nothing", {})).toMatchObject({ error: "not-found" });
    expect(await ask("cities", {}, "0".repeat(24))).toMatchObject({ error: "not-found" });
  });

  it("that cannot be had stop whoever chose from them, and nobody else", async () => {
    const upstream = await startStandIn({ "GET /branch-office/get-cities": { status: 500 } });
    onTestFinished(() => upstream.stop());
    const { send } = await withUpstream(good, { UPSTREAM_BRANCH_OFFICE: upstream.url });
    const chosen = await send({ ...contactAnswers["SI"], "request.city": "Santiago" });
    expect(chosen.answer.outcome).toMatchObject({
      refuse: [{ path: "request.city", code: "optionsFailed" }],
    });
    expect((await send({ "request.city": null })).answer.outcome).toEqual({ go: "confirmation" });
  });
});
