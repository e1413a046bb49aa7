/** Files of a page: the documents of a sale come in pieces, and go on where they were cut off. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openStored } from "../../server/files/sealed-uploads.ts";
import { openStorage } from "../../server/storage/storage.ts";
import { operateDocuments } from "../../tools/operators/documents.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { hostileFiles, pngOf } from "./hostile-files.ts";
import { listening } from "./files-parts.ts";
import { temporaryFolder } from "./parts.ts";

const host = "si.localhost:3000";
const headers = { host, origin: `http://${host}` };

/** A picture of so many bytes: a part that nobody shows is as long as it takes. */
function picture(size: number): Buffer {
  const bare = pngOf(10, 10).length;
  const data = Buffer.alloc(size - bare - 12, "a");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return pngOf(10, 10, Buffer.concat([length, Buffer.from("prVt"), data, Buffer.alloc(4)]));
}

async function opened(app: TestApp) {
  const revision = app.definitions.current("SI")!;
  const input = { name: "Ana Soto", email: "ana@correo.cl", subject: "Chevrolet Onix" };
  const call = { revision, call: "documents.open", input, key: randomUUID() };
  const { opportunity } = (await app.services.call(call)).data as { opportunity: string };
  const items = async () => {
    const asked = { revision, call: "documents.verify", input: { id: opportunity }, key: randomUUID() };
    const { value } = (await app.services.call(asked)).data as {
      value: { fileId: string; status: string; name?: string }[];
    };
    return value;
  };
  const begin = async (row: string, name: string, bytes: Buffer) => {
    const payload = {
      revision: revision.hash,
      screen: "sale-documents",
      params: { opportunity },
      row,
      name,
      type: "",
      size: bytes.length,
    };
    const reply = await app.server.inject({ method: "POST", url: "/api/page-files", headers, payload });
    return { status: reply.statusCode, ...reply.json<{ upload: string; error?: string }>() };
  };
  const rest = async (upload: string, offset: number, bytes: Buffer) => {
    const reply = await app.server.inject({
      method: "PATCH",
      url: `/api/page-files/${upload}`,
      headers: { ...headers, "content-type": "application/octet-stream", "upload-offset": String(offset) },
      payload: bytes.subarray(offset),
    });
    return { status: reply.statusCode, ...reply.json<{ offset?: number; error?: string }>() };
  };
  const offset = async (upload: string) => {
    const reply = await app.server.inject({ url: `/api/page-files/${upload}`, headers });
    return { status: reply.statusCode, ...reply.json<{ offset: number }>() };
  };
  return { opportunity, items, begin, rest, offset };
}

test("the page is there for whoever has its address, and leads on for everybody else", async () => {
  const app = await openApp();
  const { opportunity } = await opened(app);
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
  const { items, begin, rest } = await opened(app);
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

test("an operator takes the file out to look at it, and who did is noted before", async () => {
  const app = await openApp();
  const { items, begin, rest } = await opened(app);
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
  const { items, begin, rest, offset } = await opened(app);
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
  const { items, begin, rest, offset } = await opened(app);
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
    expect(at % 65_536).toBe(0);
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
