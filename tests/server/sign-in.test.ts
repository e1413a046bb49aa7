/** Signing in with a document and a one-time password: who gets one, what it opens, and what it does not. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import type { Visitor } from "../support/app.ts";
import { askRaw } from "./raw-database.ts";
import { ana, nobody, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const wrong = { refuse: [expect.objectContaining({ words: "Credenciales Invalidas" })] };

/** What somebody is told who asks, but for what is different each time. */
const told = (reply: Awaited<ReturnType<Accounts["ask"]>>) => ({
  status: reply.statusCode,
  headers: Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !["x-request-id", "date"].includes(name)),
  ),
  body: reply.json(),
});

describe("a password", () => {
  it("opens what was sent, and leads to where its person was going", async () => {
    const accounts = await openAccounts();
    const phone = accounts.device();
    await accounts.send(phone, ana);
    const computer = accounts.device();
    expect(await accounts.leads(computer, "/favorites")).toBeUndefined();
    const password = await accounts.password(computer, ana);
    const entered = await accounts.enter(computer, ana.document, password);
    expect([entered.status, entered.body["outcome"]]).toEqual([
      200,
      { redirect: "/?form_login=true", failure: false, keep: ["redirectUrl", "utm"], anew: true },
    ]);
    expect(await accounts.leads(computer, "/favorites?x=1#y")).toBe("/favorites?x=1#y");
    // Without an address, or with one of another site, home.
    for (const to of ["", "https://evil.example/", "//evil.example", "/\\evil.example"]) {
      expect(await accounts.leads(computer, to)).toBe("/");
    }
    // The same as the browser asks for it.
    const query = encodeURIComponent("?form_login=true&redirectUrl=/favorites");
    const page = await computer.ask("GET", `/api/page?path=/&query=${query}`);
    expect(page.json()).toEqual({ redirect: "/favorites" });
    // Who sent it is not signed in by that.
    expect(await accounts.isSignedIn(phone)).toBe(false);
  });

  test.each<[string, Person, string]>([
    ["of another document", { ...ana, document: nobody.document }, "SI"],
    ["for another e-mail", { ...ana, email: "otra@correo.cl" }, "SI"],
    ["of nobody", nobody, "SI"],
    ["at another brand", ana, "CO"],
  ])("%s is not mailed, and whoever asks reads the same", async (_, person, brand) => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const mine = await accounts.ask(accounts.device(), ana);
    expect(await accounts.mailed(ana.email)).toHaveLength(1);
    const theirs = await accounts.ask(accounts.device(brand), person);
    expect(told(theirs)).toEqual(told(mine));
    expect(await accounts.mailed(person.email)).toHaveLength(person.email === ana.email ? 1 : 0);
  });

  it("is not mailed for what was not accepted, or is erased", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    for (const change of [
      { state: "failed" as const },
      { state: "accepted" as const, erased_at: "2026-01-01" },
    ]) {
      await accounts.app.store.db.updateTable("submissions").set(change).execute();
      await accounts.ask(accounts.device(), ana);
      expect(await accounts.mailed(ana.email)).toEqual([]);
    }
  });

  it("is good once", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    const password = await accounts.password(who, ana);
    // As it is, or without what stands between its digits.
    expect((await accounts.enter(who, ana.document, password.replace(" ", ""))).status).toBe(200);
    for (const other of [accounts.device(), who]) {
      const again = await accounts.enter(other, ana.document, password);
      expect([again.status, again.body["outcome"]]).toEqual([422, wrong]);
    }
  });

  it("is good for five tries of one Internet address, and ten minutes", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    const first = await accounts.password(who, ana);
    const other = first === "0000 0000" ? "1111 1111" : "0000 0000";
    for (let tried = 0; tried < 5; tried++) {
      expect((await accounts.enter(who, ana.document, other)).body["outcome"]).toEqual(wrong);
    }
    expect((await accounts.enter(who, ana.document, first)).status).toBe(422);
    const second = await accounts.password(who, ana);
    accounts.clock.pass(601);
    expect((await accounts.enter(who, ana.document, second)).status).toBe(422);
  });

  it("is good no more once another was mailed, and opens nothing of another's document", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const eva = { document: "11111111-1", email: "eva@correo.cl" };
    await accounts.send(accounts.device(), eva);
    const who = accounts.device();
    const first = await accounts.password(who, ana);
    const second = await accounts.password(who, ana);
    const evas = await accounts.password(who, eva);
    expect((await accounts.enter(who, ana.document, first)).status).toBe(422);
    expect((await accounts.enter(who, ana.document, evas)).status).toBe(422);
    expect((await accounts.enter(who, ana.document, second)).status).toBe(200);
  });

  it("is kept nowhere: not in a run, a draft, an attempt, a call or a code", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    const password = await accounts.password(who, ana);
    const digits = password.replace(" ", "");
    const { revision } = (await who.ask("GET", "/api/page?path=/ingresar")).json();
    const run = (await who.ask("POST", "/api/runs", { flow: "account-access", revision })).json<RunState>();
    const draft = { version: run.version, answers: { "access.code": digits } };
    expect((await who.ask("PATCH", `/api/runs/${run.run}/answers`, draft)).statusCode).toBe(204);
    const kept = async () => (await who.ask("GET", "/api/runs?flow=account-access")).json().run.answers;
    expect(await kept()).toEqual({});
    expect((await accounts.enter(who, ana.document, "1234 0000")).status).toBe(422);
    expect(await kept()).toEqual({ "access.document": ana.document });
    expect((await accounts.enter(who, ana.document, digits)).status).toBe(200);
    for (const table of ["runs", "attempts", "calls", "sign_in_codes", "sign_ins", "sessions"]) {
      const rows = JSON.stringify(
        await accounts.app.store.db
          .selectFrom(table as "runs")
          .selectAll()
          .execute(),
      );
      expect(rows).not.toContain(digits);
      expect(rows).not.toContain(password);
    }
    const raw = await askRaw(accounts.app.storeConfig, "select * from sign_ins");
    expect(raw).toHaveLength(1);
    expect(JSON.stringify(raw)).not.toContain(ana.email);
  });
});

describe("a session", () => {
  it("begins with signing in: the cookie of before opens nothing, and what was in it goes along", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    const sent = await accounts.send(who, ana);
    const planted = who.cookie;
    const password = await accounts.password(who, ana);
    const entered = await accounts.enter(who, ana.document, password);
    // The second one is for what the menu says, and opens nothing.
    expect(entered.cookies).toEqual([
      expect.stringMatching(/^vitrina=.*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^signed-in=1; Max-Age=2592000; Path=\/; SameSite=Lax$/),
    ]);
    expect(who.cookie).not.toBe(planted);
    const thief = accounts.device();
    thief.cookie = planted;
    expect(await accounts.isSignedIn(thief)).toBe(false);
    expect((await thief.ask("GET", "/api/runs?flow=leasing")).json().run).toBeNull();
    expect((await who.ask("GET", "/api/runs?flow=leasing")).json().run.run).toBe(sent.run);
    expect(await accounts.isSignedIn(who)).toBe(true);
  });

  it("is one brand's: its cookie opens nothing at another's", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device("CO"), ana);
    const who = accounts.device();
    await accounts.enter(who, ana.document, await accounts.password(who, ana));
    const thief = accounts.device("CO");
    thief.cookie = who.cookie;
    expect(await accounts.isSignedIn(thief)).toBe(false);
    expect(await accounts.isSignedIn(who)).toBe(true);
  });

  it("is given again to whoever lost the answer, and the first one ends", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    await accounts.send(who, ana);
    const password = await accounts.password(who, ana);
    const before = who.cookie;
    const { revision } = (await who.ask("GET", "/api/page?path=/ingresar")).json();
    const { run, version } = (
      await who.ask("POST", "/api/runs", { flow: "account-access", revision })
    ).json<RunState>();
    const key = randomUUID();
    const press = (code: string) => {
      who.cookie = before;
      const answers = { "access.document": ana.document, "access.code": code };
      const body = { step: "access", version, answers };
      return who.ask("POST", `/api/runs/${run}/continue`, body, { "idempotency-key": key });
    };
    expect((await press(password)).statusCode).toBe(200);
    const first = accounts.device();
    first.cookie = who.cookie;
    expect(await accounts.isSignedIn(first)).toBe(true);
    expect((await press(password)).statusCode).toBe(200);
    expect(await accounts.isSignedIn(who)).toBe(true);
    expect(await accounts.isSignedIn(first)).toBe(false);
    expect((await who.ask("GET", "/api/runs?flow=leasing")).json().run).not.toBeNull();
    // The key alone is no password.
    expect((await press("0000 0000")).json()).toMatchObject({ error: "key-reused" });
    accounts.clock.pass(660);
    expect((await press(password)).headers["set-cookie"]).toBeUndefined();
  });

  it("ends after thirty days, and housekeeping removes it", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    await accounts.enter(who, ana.document, await accounts.password(who, ana));
    accounts.clock.pass(30 * 86_400 + 1);
    expect(await accounts.isSignedIn(who)).toBe(false);
    await accounts.app.housekeeping.once();
    expect(await accounts.app.store.db.selectFrom("sign_ins").select("id").execute()).toEqual([]);
    expect(await accounts.app.store.db.selectFrom("sign_in_codes").select("id").execute()).toEqual([]);
    // The mail had an address and a password in it.
    expect(await accounts.mailed(ana.email)).toEqual([]);
  });
});

describe("how often", () => {
  it("a pair is mailed, and one Internet address tries, is limited", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    const statuses: unknown[] = [];
    for (let asked = 0; asked < 6; asked++) statuses.push((await accounts.ask(who, ana)).json().status);
    expect(statuses).toEqual(["ready", "ready", "ready", "ready", "ready", "failed"]);
    expect(await accounts.mailed(ana.email)).toHaveLength(5);
    const few = await openAccounts({ env: { LIMIT_FACTOR: "0.03" } });
    const tried: number[] = [];
    for (let count = 0; count < 4; count++)
      tried.push((await few.enter(few.device(), ana.document, "0")).status);
    expect(tried).toEqual([422, 422, 422, 429]);
  });

  it("a stranger asks and tries keeps nobody from asking and signing in", async () => {
    const accounts = await openAccounts({ env: { TRUST_PROXY: "loopback" } });
    const at = (address: string, who = accounts.device()): Visitor => ({
      ...who,
      ask: (method, url, body, headers = {}) =>
        who.ask(method, url, body, { ...headers, "x-forwarded-for": address }),
    });
    await accounts.send(accounts.device(), ana);
    const stranger = at("203.0.113.9");
    // With the document alone, with the e-mail alone.
    for (let index = 0; index < 12; index++) {
      await accounts.ask(stranger, { ...ana, email: `otra${index}@correo.cl` });
      await accounts.ask(stranger, { ...ana, document: String(22_000_000 + index) });
    }
    const owner = at("203.0.113.7");
    const password = await accounts.password(owner, ana);
    const other = password === "0000 0000" ? "1111 1111" : "0000 0000";
    for (let tried = 0; tried < 35; tried++) {
      const { status, body } = await accounts.enter(stranger, ana.document, other);
      expect([status, body["outcome"]]).toEqual([422, wrong]);
    }
    // Who has spent their tries finds nothing with the right one either.
    expect((await accounts.enter(stranger, ana.document, password)).status).toBe(422);
    expect((await accounts.enter(owner, ana.document, password)).status).toBe(200);
  });
});
