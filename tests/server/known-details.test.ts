/** What a person told of themselves in one form is offered in the next one on the same device, for its time. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import {
  answersFrom,
  detailFields,
  detailsWith,
  type CompiledField,
  type Details,
  type RunState,
} from "../../schemas/engine/all.ts";
import { openApp, visitor, type Visitor } from "../support/app.ts";
import { startHousekeeping } from "../../server/housekeeping/housekeeping.ts";
import { eraseContents } from "../../server/store/erasure.ts";
import { keptLog, setClock } from "./parts.ts";

const fields = (...all: [path: string, more: Partial<CompiledField>][]) => ({
  fields: Object.fromEntries(all.map(([path, more]) => [path, { path, ...more } as CompiledField])),
});
const whole = { detail: "givenName+lastNames" };
const halves = fields(["a.name", { detail: "givenName" }], ["a.last", { detail: "lastNames" }]);

describe("which field is which detail", () => {
  it("is said by the field: of several the first, outside of groups and lists", () => {
    const flow = fields(
      ["a.mail", { detail: "email" }],
      ["a.other", { detail: "email" }],
      ["a.boss", { detail: "none" }],
      ["a.group.phone", { detail: "phone", parent: "a.group" }],
      ["a.note", {}],
      ["a.worked", { detail: "phone", computed: 1 }],
    );
    expect(detailFields(flow)).toEqual([{ path: "a.mail", detail: "email" }]);
  });

  test.each<[string, Details, Record<string, string>]>([
    ["both halves", { givenName: "Ana", lastNames: "Díaz Rojas" }, { "a.name": "Ana Díaz Rojas" }],
    ["one half", { givenName: "Ana" }, {}],
    ["the whole", { "givenName+lastNames": "Ana Díaz" }, { "a.name": "Ana Díaz" }],
    ["nothing", {}, {}],
  ])("a name in one field begins with %s", (_, details, expected) => {
    expect(answersFrom(fields(["a.name", whole]), details)).toEqual(expected);
  });

  it("is never made of a whole: nobody knows where a name ends", () => {
    expect(answersFrom(halves, { "givenName+lastNames": "Ana Díaz" })).toEqual({});
  });

  test.each<[string, Details, Record<string, string>, Details | undefined]>([
    [
      "takes the place of what was told before",
      { givenName: "Ana" },
      { "a.name": "Eva" },
      { givenName: "Eva" },
    ],
    [
      "leaves what was not asked",
      { email: "a@b.cl" },
      { "a.name": "Eva" },
      { email: "a@b.cl", givenName: "Eva" },
    ],
    ["makes a whole go", { "givenName+lastNames": "Ana Díaz" }, { "a.name": "Eva" }, { givenName: "Eva" }],
    ["is nothing where nothing was told", { email: "a@b.cl" }, {}, undefined],
  ])("what is told now %s", (_, before, values, expected) => {
    expect(detailsWith(halves, before, values)).toEqual(expected);
  });
});

const told = {
  "request.name": "Ana Díaz",
  "request.identity": "12345678-5",
  "request.phone": "912345678",
  "request.email": "ana@correo.cl",
};

/** Asks for a test drive, as far as the person is concerned: what is wrong with the rest stops nothing of the draft. */
async function leasing(who: Visitor, more: object = {}): Promise<RunState> {
  const { revision } = (await who.ask("GET", "/api/page?path=/leasing")).json().flow;
  const run = (await who.ask("POST", "/api/runs", { flow: "leasing", revision })).json<RunState>();
  const answers = { "request.type": "leasing", "request.message": "Hola", "request.terms": true, ...told };
  const reply = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: "request", version: run.version, answers, ...more },
    { "idempotency-key": randomUUID() },
  );
  expect([reply.statusCode, reply.json().outcome]).toEqual([200, { go: "confirmation" }]);
  return run;
}

const knownOf = async (who: Visitor, path = "/test-drive"): Promise<unknown> =>
  (await who.ask("GET", `/api/page?path=${path}`)).json().flow.known;

const offered = { answers: told, kept: false };

async function opened() {
  const clock = setClock();
  const app = await openApp({ clock: clock.now });
  return { app, clock, who: visitor(app, "SI") };
}

describe("what somebody told in a form", () => {
  it("is offered in the next one for an hour after its last use, to nobody else, and is gone then", async () => {
    const { app, clock, who } = await opened();
    expect(await knownOf(who)).toBe(undefined);
    await leasing(who);
    expect(await knownOf(who)).toEqual(offered);
    expect(await knownOf(visitor(app, "SI"))).toBe(undefined);
    expect(await knownOf(visitor(app, "WI", who.cookie))).toBe(undefined);
    const page = await who.ask("GET", "/test-drive");
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.body).toContain("ana@correo.cl");
    // What is looked at is not used: the hour is from the last form that was sent.
    clock.pass(59 * 60);
    expect(await knownOf(who)).toEqual(offered);
    clock.pass(2 * 60);
    expect(await knownOf(who)).toBe(undefined);
    expect((await who.ask("GET", "/test-drive")).body).not.toContain("ana@correo.cl");
    const log = keptLog();
    const { visitorDetails } = await startHousekeeping({ store: app.store, clock: clock.now, log }).once();
    expect(visitorDetails).toBe(1);
  });

  it("stays for later visits where the person ticked so, until they say otherwise", async () => {
    const { clock, who } = await opened();
    await leasing(who, { keepDetails: true });
    clock.pass(10 * 24 * 3600);
    expect(await knownOf(who)).toEqual({ ...offered, kept: true });
    await leasing(who, { keepDetails: false });
    clock.pass(61 * 60);
    expect(await knownOf(who)).toBe(undefined);
  });

  it("is forgotten with one press, and where it is erased", async () => {
    const { app, clock, who } = await opened();
    await leasing(who);
    expect((await who.ask("DELETE", "/api/details")).statusCode).toBe(204);
    expect(await knownOf(who)).toBe(undefined);
    const { run } = await leasing(who);
    expect(await knownOf(who)).toEqual(offered);
    await app.store.transaction((db) => eraseContents(db, run, clock.now().toISOString()));
    expect(await knownOf(who)).toBe(undefined);
    expect(await app.store.db.selectFrom("visitor_details").selectAll().execute()).toEqual([]);
  });
});
