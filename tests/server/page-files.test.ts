/** Files of a page: the documents of a sale come in pieces, and go on where they were cut off. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openStored } from "../../server/files/sealed-uploads.ts";
import { partBytes } from "../../server/page-files/parts.ts";
import { reviewSaleDocument } from "../../server/operators/sale-documents.ts";
import { openStorage } from "../../server/storage/storage.ts";
import { operateDocuments } from "../../tools/operators/documents.ts";
import { openApp } from "../support/app.ts";
import { hostileFiles, pngOf } from "./hostile-files.ts";
import { listening, onDisk } from "./files-parts.ts";
import { host, openDocuments } from "./page-files-parts.ts";
import { setClock } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A picture of so many bytes: a part that nobody shows is as long as it takes. */
function picture(size: number): Buffer {
  const bare = pngOf(10, 10).length;
  const data = Buffer.alloc(size - bare - 12, "a");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return pngOf(10, 10, Buffer.concat([length, Buffer.from("prVt"), data, Buffer.alloc(4)]));
}

test("the page is there for whoever has its address, and leads on for everybody else", async () => {
  const app = await openApp();
  const { opportunity } = await openDocuments(app);
  const page = await app.server.inject({ url: `/documentos/${opportunity}`, headers: { host } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Chevrolet Onix");
  expect(page.body).toContain("Por enviar");
  for (const [site, id] of [
    [host, "A".repeat(43)],
    [host, "x"],
    ["wi.localhost:3000", opportunity],
  ]) {
    const other = await app.server.inject({ url: `/documentos/${id}`, headers: { host: site! } });
    expect([other.statusCode, other.headers["location"]]).toEqual([301, "/301"]);
  }
  const failure = await app.server.inject({ url: "/301", headers: { host } });
  expect([failure.statusCode, failure.body.includes("ya venció")]).toEqual([200, true]);
});

test("a document comes, is kept sealed, and waits; another one in its place is refused", async () => {
  const app = await openApp();
  const { items, begin, rest } = await openDocuments(app);
  const [first] = await items();
  const bytes = picture(200_000);
  const { status, upload } = await begin(first!.fileId, "..\\carnet.png", bytes);
  expect(status).toBe(201);
  expect(await rest(upload, 0, bytes)).toMatchObject({ status: 200, done: true, offset: bytes.length });
  expect((await items())[0]).toMatchObject({ status: "PENDING", name: "carnet.png" });
  const row = await app.store.db
    .selectFrom("opportunity_documents")
    .selectAll()
    .where("id", "=", first!.fileId)
    .executeTakeFirstOrThrow();
  const storage = await openStorage({
    uploads: { folder: join(app.dataDir, "uploads") },
    dataDir: app.dataDir,
  });
  expect((await buffer(await storage.open(row.stored!))).includes(bytes.subarray(100, 200))).toBe(false);
  const seals = app.store.seals.bytes;
  const kept = await openStored({ storage, seals }, { stored: row.stored!, size: row.size });
  expect((await buffer(kept)).equals(bytes)).toBe(true);
  expect(await begin(first!.fileId, "a.png", bytes)).toMatchObject({ status: 409, error: "file-submitted" });
  expect(await begin("WI-1", "a.png", bytes)).toMatchObject({ status: 404 });
});

test("what came is told with how its review is, to whoever has the list's address, as long as that opens", async () => {
  const clock = setClock(new Date().toISOString());
  const app = await openApp({ clock: clock.now });
  const { opportunity, items, begin, rest } = await openDocuments(app);
  const attached = async (id: string, brand = "SI") => {
    const revision = app.definitions.current(brand)!;
    const call = { revision, call: "documents.attached", input: { id }, key: randomUUID() };
    return (await app.services.call(call)).data;
  };
  const states = async () =>
    ((await attached(opportunity)) as { value: Record<string, unknown>[] }).value.map(
      ({ fileId, status, name, note }) => [fileId, status, name, note],
    );
  const all = await items();
  const [first, second] = all.map(({ fileId }) => fileId);
  expect(all.length).toBeGreaterThan(2);
  expect(await states()).toEqual([]);
  const bytes = pngOf(10, 10);
  const send = async (id: string, name: string) =>
    expect(await rest((await begin(id, name, bytes)).upload, 0, bytes)).toMatchObject({ done: true });
  await send(first!, "carnet.png");
  // What is on its way has not come.
  await begin(second!, "recibo.png", bytes);
  expect(await states()).toEqual([[first, "PENDING", "carnet.png", undefined]]);
  const review = (id: string, as: "COMPLETED" | "FAILED", note?: string) =>
    reviewSaleDocument(
      app.store,
      id,
      { as, operator: "Luis", ...(note === undefined ? {} : { note }) },
      clock.now(),
    );
  await review(first!, "FAILED", "Se ve borroso.");
  await send(second!, "recibo.png");
  await review(second!, "COMPLETED");
  expect(await states()).toEqual([
    [first, "FAILED", "carnet.png", "Se ve borroso."],
    [second, "COMPLETED", "recibo.png", undefined],
  ]);
  // What was observed is sent again, and waits.
  await send(first!, "otro.png");
  expect((await states())[0]).toEqual([first, "PENDING", "otro.png", undefined]);
  const unknown = { error: "unknown" };
  expect([await attached("A".repeat(43)), await attached("x"), await attached(opportunity, "WI")]).toEqual([
    unknown,
    unknown,
    unknown,
  ]);
  clock.pass(31 * 86_400);
  expect(await attached(opportunity)).toEqual({ error: "expired" });
});

test("a document whose keeping was answered too late is not told as one that failed", async () => {
  const app = await openApp();
  const { items, begin, rest, offset } = await openDocuments(app);
  const [first] = await items();
  const call = app.services.call;
  let calls = 0;
  app.services.call = async (asked) => {
    const result = await call(asked);
    if (asked.call !== "buyingFlow.uploadFiles") return result;
    calls += 1;
    return calls === 1 ? { ok: false, status: 0, failure: "timeout", data: null } : result;
  };
  const bytes = picture(200_000);
  const { upload } = await begin(first!.fileId, "carnet.png", bytes);
  expect(await rest(upload, 0, bytes)).toMatchObject({ status: 200, done: true });
  expect(calls).toBe(2);
  expect((await items())[0]).toMatchObject({ status: "PENDING", name: "carnet.png" });
  expect(await offset(upload)).toMatchObject({ status: 404 });
  expect((await onDisk(join(app.dataDir, "uploads"))).objects).toHaveLength(1);
});

test("an operator takes the file out to look at it, and who did is noted before", async () => {
  const app = await openApp();
  const { items, begin, rest } = await openDocuments(app);
  const [first, second] = await items();
  const bytes = picture(200_000);
  const { upload } = await begin(first!.fileId, "../Carnet de Ana.PNG", bytes);
  expect(await rest(upload, 0, bytes)).toMatchObject({ done: true });
  const folder = join(await temporaryFolder(), "revisar");
  const { databaseUrl, dataKeys } = app.storeConfig;
  const env = {
    DATA_DIR: app.dataDir,
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKeys?.map((key) => key.export().toString("base64")).join(","),
  };
  const operate = (...words: string[]) => operateDocuments(words, env);
  const get = ["get", first!.fileId, "--into", folder];
  await expect(operate(...get)).rejects.toThrow("--by");
  await expect(operate(...get.slice(0, 2), "--by", "Luis")).rejects.toThrow("--into");
  const path = join(folder, `${first!.fileId}.png`);
  expect((await operate(...get, "--by", "Luis")).text).toContain(path);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await operate("show", first!.fileId)).text).toContain("Luis: Sacó el archivo");
  expect((await items())[0]!.status).toBe("PENDING");
  await expect(operate("get", second!.fileId, "--into", folder, "--by", "Luis")).rejects.toThrow(
    "no ha llegado",
  );
  // Bytes that were changed in the storage leave no file, and the note is there all the same.
  const { stored } = await app.store.db
    .selectFrom("opportunity_documents")
    .select("stored")
    .where("id", "=", first!.fileId)
    .executeTakeFirstOrThrow();
  const kept = join(app.dataDir, "uploads", stored!);
  const changed = await readFile(kept);
  changed[100_000]! ^= 1;
  await writeFile(kept, changed);
  const again = join(folder, "otra");
  await expect(operate("get", first!.fileId, "--into", again, "--by", "Eva")).rejects.toThrow("dañado");
  expect(await readdir(again)).toEqual([]);
  expect((await operate("show", first!.fileId)).text).toContain("Eva: Sacó el archivo");
});

test("what is hostile is refused, and nothing of it stays", async () => {
  const app = await openApp();
  const { items, begin, rest, offset } = await openDocuments(app);
  const [first] = await items();
  for (const what of ["a page as PDF", "a program at opening", "a PDF that is an archive", "too much"]) {
    const [, name, bytes] = hostileFiles.find(([one]) => one === what)!;
    const begun = await begin(first!.fileId, name, bytes);
    if (begun.status !== 201) {
      expect([what, begun.status]).toEqual(["too much", 413]);
      continue;
    }
    expect(await rest(begun.upload, 0, bytes)).toMatchObject({ status: 422, error: "file-type" });
    expect(await offset(begun.upload)).toMatchObject({ status: 404 });
  }
  expect((await items())[0]!.status).toBe("EMPTY");
});

test("a connection that is cut at every tenth goes on behind what came", async () => {
  const app = await openApp();
  const port = await listening(app);
  const { items, begin, rest, offset } = await openDocuments(app);
  const [first] = await items();
  const bytes = picture(1_000_000);
  const { upload } = await begin(first!.fileId, "carnet.png", bytes);
  let at = 0;
  for (let tenth = 1; tenth < 10; tenth += 1) {
    const socket = connect(port, "127.0.0.1");
    const head = [
      `PATCH /api/page-files/${upload} HTTP/1.1`,
      `host: ${host}`,
      `origin: http://${host}`,
      "content-type: application/octet-stream",
      `upload-offset: ${at}`,
      `content-length: ${bytes.length - at}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    await new Promise((done) => socket.write(bytes.subarray(at, tenth * 100_000), done));
    socket.destroy();
    // How much of it the server takes, nobody knows; what it says is kept. The last piece may be on its way still.
    at = (await offset(upload)).offset;
    expect(at % partBytes).toBe(0);
  }
  expect(await rest(upload, at + 1, bytes)).toMatchObject({ status: 409, error: "stale" });
  // As the browser does: what was on its way may have come, then it is asked again.
  let sent = await rest(upload, at, bytes);
  for (let tries = 0; sent.error === "stale" && tries < 10; tries += 1) {
    sent = await rest(upload, (await offset(upload)).offset, bytes);
  }
  expect(sent).toMatchObject({ status: 200, done: true });
  const { size, stored } = await app.store.db
    .selectFrom("opportunity_documents")
    .select(["size", "stored"])
    .where("id", "=", first!.fileId)
    .executeTakeFirstOrThrow();
  const storage = await openStorage({
    uploads: { folder: join(app.dataDir, "uploads") },
    dataDir: app.dataDir,
  });
  const kept = await openStored({ storage, seals: app.store.seals.bytes }, { stored: stored!, size });
  expect((await buffer(kept)).equals(bytes)).toBe(true);
});

test("what came at one server goes on at another that shares the storage, and so it does after a restart", async () => {
  const app = await openApp();
  const { items, begin, rest, offset } = await openDocuments(app);
  const [first, second] = await items();
  const bytes = picture(700_000);
  const other = await openApp({ storeConfig: app.storeConfig });
  const { upload } = await begin(first!.fileId, "carnet.png", bytes);
  const cut = await rest(upload, 0, bytes.subarray(0, 2 * partBytes + 9), other);
  expect(cut).toMatchObject({ status: 400, error: "cut-off" });
  expect(await offset(upload)).toMatchObject({ offset: 2 * partBytes });
  expect(await rest(upload, 2 * partBytes, bytes)).toMatchObject({ status: 200, done: true });
  expect((await items())[0]).toMatchObject({ status: "PENDING", name: "carnet.png" });
  // Nothing of it is left on its way, at neither.
  expect(await offset(upload, other)).toMatchObject({ status: 404 });
  const again = await begin(second!.fileId, "carnet.png", bytes);
  expect(await rest(again.upload, 0, bytes.subarray(0, partBytes), other)).toMatchObject({ status: 400 });
  await other.close();
  const restarted = await openApp({ storeConfig: app.storeConfig });
  expect(await offset(again.upload, restarted)).toMatchObject({ offset: partBytes });
  expect(await rest(again.upload, partBytes, bytes, restarted)).toMatchObject({ status: 200 });
  const { objects, receiving } = await onDisk(join(app.dataDir, "uploads"));
  expect([objects.length, receiving]).toEqual([2, []]);
});

test("what somebody began is forgotten after half a day, and what is left of it goes a day after it came", async () => {
  const clock = setClock(new Date().toISOString());
  const app = await openApp({ clock: clock.now });
  const { items, begin, rest, offset } = await openDocuments(app);
  const bytes = picture(700_000);
  const { upload } = await begin((await items())[0]!.fileId, "carnet.png", bytes);
  expect(await rest(upload, 0, bytes.subarray(0, partBytes))).toMatchObject({ status: 400 });
  clock.pass(13 * 3_600);
  expect(await offset(upload)).toMatchObject({ status: 404, error: "no-file" });
  const folder = join(app.dataDir, "uploads");
  expect((await onDisk(folder)).objects).toHaveLength(2);
  clock.pass(12 * 3_600);
  await app.housekeeping.once();
  expect((await onDisk(folder)).objects).toEqual([]);
});
