/** A site of another trade: checker and server without any definition, service or reference data of a dealer. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Answers, ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { build } from "../../server/definitions/build.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { libraryFiles, rooms } from "../support/library.ts";
import { startStandIn } from "../support/stand-in.ts";
import { temporaryFolder } from "./parts.ts";

async function definitions(): Promise<string> {
  const folder = await temporaryFolder();
  copyDefinitions(folder, libraryFiles());
  return folder;
}

async function opened() {
  const folder = await definitions();
  const upstream = await startStandIn(rooms);
  onTestFinished(() => upstream.stop());
  const env = {
    UPSTREAM_ROOMS: upstream.url,
    TOKEN_ROOMS: "a-token-of-the-library",
    REFERENCE_DIR: join(folder, "no-reference"),
  };
  return { app: await openApp({ copy: folder, env }), upstream };
}

/** Begins a flow and goes on with it. */
async function begin(app: TestApp, flow: string) {
  const who = visitor(app, "RBV");
  let run: RunState = (await who.ask("POST", "/api/runs", { flow, revision: "-" })).json();
  const next = async (answers: Answers): Promise<ContinueAnswer> => {
    const body = { step: run.step, version: run.version, answers };
    const key = { "idempotency-key": randomUUID() };
    const answer = (await who.ask("POST", `/api/runs/${run.run}/continue`, body, key)).json();
    run = answer.state ?? run;
    return answer;
  };
  return { who, next, run: () => run };
}

const family: Answers = {
  "home.name": "Inés Vera",
  "home.birth": "1985-03-02",
  "home.email": "ines@correo.example",
  "home.withOthers": "yes",
  "home.members": ["r1", "r2"],
  "home.members.r1.name": "Luis Vera",
  "home.members.r1.birth": "1983-06-10",
  "home.members.r1.level": "stories",
  "home.members.r2.name": "Emma Vera",
  "home.members.r2.birth": "2090-01-20",
  "home.members.r2.level": "picture",
};

test("its definitions have no errors, and its examples come out as they say", async () => {
  const sources = await loadSources(await definitions());
  const { diagnostics, brands } = build(sources, "library");
  expect(diagnostics).toEqual([]);
  // A kind's words say the limit that the form gave it.
  expect(brands![0]!.revision).toContain("Ingresa una fecha desde el 1 de enero de 1910");
  const proven = { has: () => false, add: () => {}, keep: async () => {} };
  expect(runExamples(sources, proven)).toMatchObject({ count: 3, diagnostics: [] });
});

test("a membership is sent with its household, its fee, its number, its document and two mails", async () => {
  const { app } = await opened();
  const home = (await visitor(app, "RBV").ask("GET", "/")).body;
  expect(home).toContain("Bibliotecas del Valle");
  expect(home).toContain('"@type":"Library"');
  const { next, who, run } = await begin(app, "membership");
  expect((await next({ ...family, "home.birth": "2020-03-02" })).outcome).toMatchObject({
    refuse: [
      { path: "home.birth", code: "birthDate.tooYoung" },
      { path: "home.members.r2.birth", code: "pastDate.tooLate" },
    ],
  });
  const child = { ...family, "home.members.r2.birth": "2020-01-20" };
  expect((await next(child)).outcome).toEqual({ go: "fee" });
  expect((await next({ "fee.terms": true })).outcome).toEqual({ go: "done" });
  const [sent] = await app.store.db.selectFrom("submissions").selectAll().execute();
  expect(sent).toMatchObject({ number: expect.stringMatching(/^SOC-\d{4}-00001$/) });
  expect(JSON.stringify(sent)).toContain("3000");
  const deliveries = await app.store.db.selectFrom("deliveries").selectAll().execute();
  expect(deliveries.map(({ kind }) => kind)).toEqual(["mail", "mail"]);
  const pdf = await who.ask("GET", `/api/runs/${run().run}/documents/request`);
  expect([pdf.statusCode, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
}, 60_000);

test("a room is booked with the token of the settings; one that is taken is told, and nothing is sent", async () => {
  const { app, upstream } = await opened();
  const answers: Answers = {
    "when.branch": "norte",
    "when.day": "2099-11-25",
    "when.hour": "11:00",
    "when.people": 4,
    "when.name": "Inés Vera",
    "when.email": "ines@correo.example",
  };
  const { next } = await begin(app, "room");
  expect((await next(answers)).outcome).toMatchObject({ dialog: "taken" });
  expect(await app.store.db.selectFrom("submissions").selectAll().execute()).toEqual([]);
  const done = await next({ ...answers, "when.hour": "10:00" });
  expect(done.outcome).toEqual({ go: "done" });
  expect(JSON.stringify(done.state)).toContain("SALA-7");
  const bookings = upstream.requests.filter(({ method }) => method === "POST");
  expect(bookings.map(({ body }) => (body as { hour: string }).hour)).toEqual(["11:00", "10:00"]);
  for (const { headers } of upstream.requests) {
    expect(headers["authorization"]).toBe("Bearer a-token-of-the-library");
    expect(headers).not.toHaveProperty("companyid");
  }
}, 60_000);
