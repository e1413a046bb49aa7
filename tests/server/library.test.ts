/** A site of another trade: checker and server without any definition, service or reference data of a dealer. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  readSources,
  type Answers,
  type BrandFont,
  type ContinueAnswer,
  type RunState,
} from "../../schemas/engine/all.ts";
import { build } from "../../server/definitions/build.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { examplesIn } from "../../tools/authors/examples.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { libraryFiles, rooms } from "../support/library.ts";
import { askedOfServer } from "../support/program-examples.ts";
import { startStandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function definitions(): Promise<string> {
  const folder = await temporaryFolder();
  copyDefinitions(folder, libraryFiles());
  return folder;
}

async function opened(options: { watch?: boolean } = {}) {
  const folder = await definitions();
  const upstream = await startStandIn(rooms);
  onTestFinished(() => upstream.stop());
  const env = {
    UPSTREAM_ROOMS: upstream.url,
    UPSTREAM_BOOKS: upstream.url,
    UPSTREAM_PAYMENTS: upstream.url,
    TOKEN_ROOMS: "a-token-of-the-library",
    REFERENCE_DIR: join(folder, "no-reference"),
  };
  return { app: await openApp({ copy: folder, env, ...options }), upstream };
}

const ownFile = (name: string): string =>
  join(import.meta.dirname, "../../fixtures/library/brands/RBV/files", name);

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
  expect(await runExamples(sources, proven)).toMatchObject({ count: 12, diagnostics: [] });
});

test("where its examples run a program, the server comes to the same", async () => {
  const folder = await definitions();
  const upstream = await startStandIn({});
  onTestFinished(() => upstream.stop());
  let time = new Date();
  const clock = { now: () => time, set: (to: string) => void (time = new Date(to)) };
  const env = {
    UPSTREAM_ROOMS: upstream.url,
    UPSTREAM_PAYMENTS: upstream.url,
    TOKEN_ROOMS: "a-token-of-the-library",
    REFERENCE_DIR: join(folder, "no-reference"),
  };
  const app = await openApp({ copy: folder, env, clock: clock.now });
  const examples = examplesIn(Object.values(readSources(await loadSources(folder)).files));
  const withProgram = examples.filter(({ program }) => program !== undefined);
  expect(withProgram.map(({ program }) => program!.events?.[0]?.outcome ?? "none")).toEqual(
    expect.arrayContaining(["came", "refused", "timeout", "cancelled", "none"]),
  );
  for (const example of withProgram) {
    const { program, describe, expect: expected } = example;
    const { outcome, results, step } = await askedOfServer({ app, upstream, clock }, example, program!);
    const named = Object.keys(expected.results ?? {}).map((name) => [name, results[name] ?? null]);
    expect([describe, outcome, Object.fromEntries(named)]).toEqual([
      describe,
      expected.outcome,
      expected.results ?? {},
    ]);
    expect(step).toBe("go" in outcome ? outcome.go : program!.step);
  }
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
});

test("its font and its drawing are its own: served under the hash of their content, for ever, and nothing beside them", async () => {
  const { app } = await opened();
  const { ask } = visitor(app, "RBV");
  const page = await ask("GET", "/");
  const [drawing] = /\/assets\/brands\/RBV\/[\w-]{22}\/shelf-of-books\.svg/.exec(page.body) ?? [];
  const { theme } = app.definitions.current("RBV")!.public.brand;
  const font = (theme.font as BrandFont).address;
  expect(font).toMatch(/^\/assets\/brands\/RBV\/[\w-]{22}\/outfit\.woff2$/);
  expect(theme.illustrations).toEqual({ library: drawing });
  const bytes = {
    [drawing!]: readFileSync(ownFile("shelf-of-books.svg")),
    [font]: readFileSync(ownFile("outfit.woff2")),
  };
  for (const [address, type, readers] of [
    [drawing!, "image/svg+xml; charset=utf-8", undefined],
    [font, "font/woff2", "*"],
  ] as const) {
    const served = await ask("GET", address);
    expect(served).toMatchObject({
      statusCode: 200,
      headers: {
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      },
    });
    expect(served.rawPayload).toEqual(bytes[address]);
    // A form in a page of others is in that font, too.
    expect(served.headers["access-control-allow-origin"]).toBe(readers);
    const etag = String(served.headers["etag"]);
    const again = await ask("GET", address, undefined, { "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  }
  const folder = font.slice(0, font.lastIndexOf("/"));
  for (const address of [
    `${folder}/outfit-license.txt`,
    `${folder}/shelf-of-books.svg`,
    `${folder}/..%2f..%2fbrand.json`,
    `${folder}/%2e%2e%2fbrand.json`,
    font.replace("RBV", "SI"),
    font.replace("RBV", "..%2fRBV"),
    font.replace("RBV", "__proto__"),
    font.replace(/[\w-]{22}/, "files"),
    font.replace(/[\w-]{22}/, "A".repeat(22)),
  ]) {
    expect([address, (await ask("GET", address)).statusCode]).toEqual([address, 404]);
  }
});

test("a file that changes has another address, and the page that was sent has what it asks for", async () => {
  const { app } = await opened({ watch: true });
  const { ask } = visitor(app, "RBV");
  const drawing = (): string => app.definitions.current("RBV")!.public.brand.theme.illustrations["library"]!;
  const file = join(app.definitionsDir, "brands/RBV/files/shelf-of-books.svg");
  const [first, text] = [drawing(), readFileSync(file, "utf8")];
  expect((await ask("GET", first)).body).toBe(text);
  await writeFile(file, text.replace("#d9683c", "#2f8f6b"));
  await until(
    () => drawing() !== first,
    () => "the other drawing is not live",
  );
  expect((await ask("GET", drawing())).body).toContain("#2f8f6b");
  expect((await ask("GET", first)).body).toBe(text);
  // What the check refuses is not served, under no address.
  const second = drawing();
  await writeFile(file, text.replace("</svg>", "<script>alert(1)</script></svg>"));
  await until(
    () => app.definitions.diagnostics().some(({ code }) => code === "unsafe-drawing"),
    () => "the mistake is not told",
  );
  expect(drawing()).toBe(second);
  expect((await ask("GET", second)).body).toContain("#2f8f6b");
});

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
});
