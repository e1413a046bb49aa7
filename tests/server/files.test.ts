import { describe, expect, test } from "vitest";
import { maxMegabytes } from "../../server/http/limits.ts";
import { openApp, visitor } from "../support/app.ts";
import { zip } from "../support/zip.ts";
import { begin, goodClaim, openClaims, proceed, started } from "./claim-parts.ts";
import { pdf, stored, upload, type Upload } from "./files-parts.ts";
import { setClock } from "./parts.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const png = Buffer.from("\x89PNG\r\n\x1A\nhola", "latin1");
const word = zip({ "[Content_Types].xml": "<a/>", "word/document.xml": "<a/>" });

describe("an upload", () => {
  test("is kept, named, and given back to its owner as a download", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { status, body } = await upload(app, who, run, pdf, {
      name: "C:\\mis cosas\\carné de\u202E 'Ana'.PDF",
      field: "sheet.proof",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "carné de 'Ana'.PDF",
      size: pdf.length,
      type: "application/pdf",
    });
    const response = await who.ask("GET", `/api/runs/${run.run}/files/${body.id}`);
    expect(response.rawPayload.equals(pdf)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(pdf.length),
      "content-disposition": "attachment; filename*=UTF-8''carn%C3%A9%20de%20%27Ana%27.PDF",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
    });
  });

  test("is for the run's owner alone, from our own pages", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body } = await upload(app, who, run, pdf);
    const { who: other, run: others } = await started(app);
    expect(await upload(app, other, run, pdf)).toMatchObject({ status: 404, body: { error: "no-run" } });
    for (const method of ["GET", "DELETE"] as const) {
      expect((await other.ask(method, `/api/runs/${run.run}/files/${body.id}`)).json().error).toBe("no-run");
      expect((await other.ask(method, `/api/runs/${others.run}/files/${body.id}`)).json().error).toBe(
        "no-file",
      );
    }
    const foreignHeaders: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://malo.example" },
    ];
    for (const headers of foreignHeaders) {
      expect(await upload(app, who, run, pdf, { headers })).toMatchObject({
        status: 403,
        body: { error: "other-site" },
      });
    }
    const removal = `/api/runs/${run.run}/files/${body.id}`;
    const foreign = await who.ask("DELETE", removal, undefined, { origin: "https://malo.example" });
    expect(foreign.statusCode).toBe(403);
    expect(await stored(app)).toHaveLength(1);
  });

  test.each<[string, Buffer, Upload, number, RegExp]>([
    ["is empty", Buffer.alloc(0), {}, 422, /vacío/],
    [
      "is none of the types",
      Buffer.from("<html>"),
      { name: "a.html", type: "text/html" },
      422,
      /pdf, jpg, png/,
    ],
    ["is not what its name says", png, {}, 422, /no es lo que dice su nombre/],
    ["is not what its type says", pdf, { type: "image/png" }, 422, /no es lo que dice/],
    ["has no name", pdf, { name: "  " }, 422, /nombre/],
    ["has too long a name", pdf, { name: `${"a".repeat(260)}.pdf` }, 422, /nombre/],
    [
      "is no type of the field's",
      word,
      { name: "a.docx", type: docx, field: "sheet.proof" },
      422,
      /: pdf, png\./,
    ],
    [
      "is too large for the field",
      Buffer.concat([pdf, Buffer.alloc(1024 * 1024)]),
      { field: "sheet.proof" },
      413,
      /1 MB/,
    ],
    ["is too large for any", Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]), {}, 413, /10 MB/],
    ["is for what is no file", pdf, { field: "sheet.name" }, 422, /sheet\.name/],
    ["is for no field", pdf, { field: "__proto__" }, 422, /__proto__/],
  ])("that %s is refused with words", async (_name, bytes, given, status, message) => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const answer = await upload(app, who, run, bytes, given);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect(await stored(app)).toEqual([]);
  });

  test("a type that the browser does not know is left to the content", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { status, body } = await upload(app, who, run, word, {
      name: "carta.docx",
      type: "application/octet-stream",
      field: "sheet.photo",
    });
    expect([status, body.type]).toEqual([201, docx]);
  });

  test("a run takes what its questions ask for and as many that replace them, also at once", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const answers = await Promise.all(Array.from({ length: 25 }, () => upload(app, who, run, pdf)));
    // Three questions.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "too-many-files", message: expect.stringContaining("6 archivos") },
    });
    const { id } = answers.find(({ status }) => status === 201)!.body;
    expect((await who.ask("DELETE", `/api/runs/${run.run}/files/${id}`)).statusCode).toBe(204);
    expect((await who.ask("DELETE", `/api/runs/${run.run}/files/${id}`)).json().error).toBe("no-file");
    expect((await upload(app, who, run, pdf)).status).toBe(201);
  });

  test("is for a question that asks for one: a flow without such takes none", async () => {
    const app = await openApp();
    const who = visitor(app, "SI");
    const begin = { flow: "contact", revision: app.definitions.current("SI")!.hash };
    const run = (await who.ask("POST", "/api/runs", begin)).json();
    for (const field of ["request.name", "sheet.paper", ""]) {
      expect(await upload(app, who, run, pdf, { field })).toMatchObject({
        status: 422,
        body: { error: "unknown-key" },
      });
    }
    const nameless = await who.ask("POST", `/api/runs/${run.run}/files?name=a.pdf`);
    expect([nameless.statusCode, nameless.json().error]).toEqual([400, "bad-request"]);
    expect(await stored(app)).toEqual([]);
  });

  test("is counted by its bytes, before it is read, for its session and its address", async () => {
    const app = await openClaims(setClock().now);
    const { who, run } = await started(app);
    // Of a megabyte that was begun, all of it is counted: of each small file one, and of this one two.
    const large = Buffer.concat([pdf, Buffer.alloc(1024 * 1024)]);
    let taken = 0;
    for (;;) {
      const { status, body } = await upload(app, who, run, taken === 0 ? large : pdf);
      if (status !== 201) {
        expect([status, body.error]).toEqual([429, "too-many"]);
        expect(body.message).toContain("Recibimos demasiados archivos.");
        break;
      }
      taken += taken === 0 ? 2 : 1;
      await who.ask("DELETE", `/api/runs/${run.run}/files/${body.id}`);
    }
    expect(taken).toBe(maxMegabytes.session.times);
    // Somebody else at the same address goes on.
    const other = await started(app);
    expect((await upload(app, other.who, other.run, pdf)).status).toBe(201);
  });

  test("leaves room on the disk", async () => {
    const app = await openClaims(undefined, { UPLOADS_FREE: "999999999" });
    const { who, run } = await started(app);
    expect(await upload(app, who, run, pdf)).toMatchObject({ status: 503, body: { error: "unavailable" } });
    expect(await stored(app)).toEqual([]);
  });
});

describe("an answer", () => {
  test("names a file of this run as it is, or is refused beside its field", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body: file } = await upload(app, who, run, pdf, { field: "sheet.proof" });
    const other = await started(app);
    const { body: foreign } = await upload(app, other.who, other.run, pdf);
    const send = (proof: unknown) => proceed(who, run, { ...goodClaim, "sheet.proof": proof });
    const lies = [
      foreign,
      { ...file, id: "made-up" },
      { ...file, name: "otro.pdf" },
      { ...file, size: 1 },
      { ...file, type: "image/png" },
    ];
    for (const lie of lies) {
      const { status, outcome } = await send(lie);
      expect([status, outcome]).toEqual([
        422,
        { refuse: [expect.objectContaining({ path: "sheet.proof", code: "file.gone" })] },
      ]);
    }
    // What its own schema refuses is said once.
    const { outcome } = await send({ ...file, type: "text/html" });
    expect(outcome).toEqual({ refuse: [expect.objectContaining({ path: "sheet.proof", code: "enum" })] });
    const accepted = await send(file);
    expect(accepted.status).toBe(200);
    const [submission] = await app.store.db.selectFrom("submissions").select("answers").execute();
    expect(JSON.parse(submission!.answers)["sheet.proof"]).toEqual(file);
  });

  test("that was sent keeps its file; a run that is done takes no more, its owner still reads them", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body: file } = await upload(app, who, run, pdf);
    const failed = await proceed(who, run, {
      ...goodClaim,
      "sheet.detail": "fail",
      "sheet.proof": file,
    });
    expect(failed.state.status).toBe("open");
    const url = `/api/runs/${run.run}/files/${file.id}`;
    await app.store.db.updateTable("submissions").set({ state: "pending" }).execute();
    expect((await who.ask("DELETE", url)).json()).toMatchObject({ error: "file-submitted" });
    const done = await proceed(who, failed.state, { ...goodClaim, "sheet.proof": file });
    expect(done.state.status).toBe("done");
    expect((await who.ask("DELETE", url)).json()).toMatchObject({ error: "stale" });
    expect(await upload(app, who, run, pdf)).toMatchObject({ status: 409, body: { error: "stale" } });
    expect((await who.ask("GET", url)).rawPayload.equals(pdf)).toBe(true);
    expect((await begin(who)).run).not.toBe(run.run);
  });

  test("a file is not removed while an attempt looks at it", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body: file } = await upload(app, who, run, pdf);
    await app.store.db
      .updateTable("runs")
      .set({ busy_key: "k", busy_until: "2999-01-01T00:00:00.000Z" })
      .execute();
    const refused = await who.ask("DELETE", `/api/runs/${run.run}/files/${file.id}`);
    expect(refused.json()).toMatchObject({ error: "busy" });
  });
});
