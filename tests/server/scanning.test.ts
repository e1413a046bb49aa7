/** Uploads scanned by clamd: what it finds is refused, and where nobody looked nothing is taken. */
import { spawn } from "node:child_process";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { createClamd, ScanError, type ClamdAddress } from "../../server/file-safety/clamd.ts";
import { openApp } from "../support/app.ts";
import { infected, startClamd, type ClamdManner } from "../support/clamd.ts";
import { until } from "../support/until.ts";
import { onDisk, stored, upload } from "./files-parts.ts";
import { pngOf } from "./hostile-files.ts";
import { openDocuments } from "./page-files-parts.ts";
import { openClaims, started } from "./claim-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const contentOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
});
const large = Buffer.alloc(300_000, "a");

describe("clamd", () => {
  it("is sent a file whole, and says whether something is in it", async () => {
    const clamd = await startClamd("looks");
    const scanner = createClamd(clamd);
    expect(await scanner.scan(contentOf(large))).toBeUndefined();
    expect(clamd.scanned[0]!.equals(large)).toBe(true);
    const bad = Buffer.concat([large, Buffer.from(infected), large]);
    expect(await scanner.scan(contentOf(bad))).toBe("Vitrina.Test");
    await scanner.ping();
  });

  it.each<[ClamdManner]>([["ends"], ["ends-within"], ["limited"], ["garbled"]])(
    "that %s says of no file that it is clean, and is asked three times",
    async (manner) => {
      const clamd = await startClamd(manner);
      await expect(createClamd(clamd).scan(contentOf(large))).rejects.toBeInstanceOf(ScanError);
      expect(clamd.connections()).toBe(3);
    },
  );

  it("that is silent, or not there, is an error when its time is over", async () => {
    const clamd = await startClamd("silent");
    await expect(createClamd(clamd, 300).scan(contentOf(large))).rejects.toThrow("took too long");
    await clamd.stop();
    await expect(createClamd(clamd).scan(contentOf(large))).rejects.toBeInstanceOf(ScanError);
  });

  it("that comes back meanwhile is asked again, and looks", async () => {
    const clamd = await startClamd("ends", "ends-within", "looks");
    expect(await createClamd(clamd).scan(contentOf(large))).toBeUndefined();
    expect(clamd.connections()).toBe(3);
  });
});

const program = "/usr/sbin/clamd";
const isInstalled = await access(program).then(
  () => true,
  () => false,
);

/** The real one, with one signature of ours and no others. */
async function realClamd(): Promise<ClamdAddress> {
  const folder = await temporaryFolder();
  const path = join(folder, "clamd.sock");
  const settings = `Foreground yes\nLocalSocket ${path}\nDatabaseDirectory ${folder}\nUser root\n`;
  await writeFile(join(folder, "clamd.conf"), settings);
  await writeFile(join(folder, "vitrina.ndb"), `Vitrina.Test:0:*:${Buffer.from(infected).toString("hex")}\n`);
  const child = spawn(program, ["-c", join(folder, "clamd.conf")], { stdio: "ignore" });
  const ended = new Promise((done) => child.on("exit", done));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await until(
    () =>
      access(path).then(
        () => true,
        () => false,
      ),
    () => "clamd did not begin to listen",
  );
  return { path };
}

test.skipIf(!isInstalled)("the real clamd speaks as the one of these tests does", async () => {
  const address = await realClamd();
  const scanner = createClamd(address);
  await scanner.ping();
  expect(await scanner.scan(contentOf(large))).toBeUndefined();
  expect(await scanner.scan(contentOf(Buffer.concat([large, Buffer.from(infected)])))).toMatch(
    /^Vitrina\.Test/,
  );
});

/** A picture with a part that nobody shows. */
function picture(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return pngOf(10, 10, Buffer.concat([length, Buffer.from(`prVt${text}`), Buffer.alloc(4)]));
}

const withClamd = async () => {
  const clamd = await startClamd("looks");
  const app = await openApp({ env: { CLAMD: `tcp://127.0.0.1:${clamd.port}` } });
  return { clamd, app };
};

describe("a document of a sale", () => {
  it("in which something is found is refused, and nothing of it stays", async () => {
    const { app, clamd } = await withClamd();
    const { items, begin, rest } = await openDocuments(app);
    const [first] = await items();
    const bad = picture(infected);
    const { upload: id } = await begin(first!.fileId, "carnet.png", bad);
    expect(await rest(id, 0, bad)).toMatchObject({
      status: 422,
      error: "file-type",
      message: expect.stringContaining("antivirus"),
    });
    expect((await items())[0]!.status).toBe("EMPTY");
    expect(clamd.scanned).toHaveLength(1);
    const good = picture("nothing");
    const again = await begin(first!.fileId, "carnet.png", good);
    expect(await rest(again.upload, 0, good)).toMatchObject({ status: 200, done: true });
    expect((await items())[0]!.status).toBe("PENDING");
    // Neither is scanned a second time by the service that keeps it.
    expect(clamd.scanned).toHaveLength(2);
  });

  it("is not taken while clamd is away, and goes on without being sent again when it is back", async () => {
    const { app, clamd } = await withClamd();
    const { items, begin, rest, offset } = await openDocuments(app);
    const [first] = await items();
    const bytes = picture("nothing");
    const { upload: id } = await begin(first!.fileId, "carnet.png", bytes);
    clamd.turn("ends");
    expect(await rest(id, 0, bytes)).toMatchObject({
      status: 503,
      error: "unavailable",
      message: expect.stringContaining("antivirus"),
    });
    expect((await items())[0]!.status).toBe("EMPTY");
    expect(clamd.scanned).toEqual([]);
    expect(await offset(id)).toMatchObject({ status: 200, offset: bytes.length });
    clamd.turn("looks");
    expect(await rest(id, bytes.length, bytes)).toMatchObject({ status: 200, done: true });
    expect((await items())[0]!.status).toBe("PENDING");
  });
});

test("a file of a form is refused where something is in it, and where nobody could look", async () => {
  const clamd = await startClamd("looks");
  const app = await openClaims(undefined, { CLAMD: `tcp://127.0.0.1:${clamd.port}` });
  const { who, run } = await started(app);
  const send = (text: string) => upload(app, who, run, Buffer.from(`%PDF-1.7\n${text}`));
  expect(await send(infected)).toMatchObject({ status: 422, body: { error: "file-type" } });
  clamd.turn("ends");
  expect(await send("hola")).toMatchObject({ status: 503, body: { error: "unavailable" } });
  expect(await stored(app)).toEqual([]);
  expect(await onDisk(join(app.dataDir, "uploads"))).toEqual({ objects: [], receiving: [] });
});
