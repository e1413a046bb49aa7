import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { withContent } from "../../server/files/content.ts";
import { tooLarge } from "../../server/files/files.ts";
import { letGo, receive, type UploadTimeouts } from "../../server/files/receive.ts";
import { asStorageError } from "../../server/storage/names.ts";
import { testSeals } from "../support/data-keys.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const limit = 1000;
const sealed = { seals: testSeals, place: "files.a" } as const;
/** Milliseconds that no test waits for. */
const never = 3_600_000;
const patient: UploadTimeouts = { silenceMs: never, wholeMs: never };

/** Puts what waits by `setTimeout` into the test's hand. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until something holds, without a timer. */
async function comes(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
  await new Promise(setImmediate);
}

async function into(
  body: Readable,
  timeouts = patient,
): Promise<{ folder: string; result: Promise<unknown> }> {
  const folder = await temporaryFolder();
  const result = receive(body, { folder, sealed, limit, tooLarge: () => tooLarge(limit) }, timeouts);
  result.catch(() => {});
  return { folder, result };
}

/** Gives some bytes again and again. */
const trickle = (pause: number): Readable =>
  Readable.from(
    (async function* () {
      for (;;) {
        yield Buffer.from("a");
        await wait(pause);
      }
    })(),
  );

/** Begins, and fails once what it gave was taken. */
const broken = (): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from("hola");
      await wait(20);
      throw new Error("aborted");
    })(),
  );

describe("receive", () => {
  test("writes all of it into a file for its owner alone, and takes it away again", async () => {
    const { folder, result } = await into(Readable.from([Buffer.alloc(600, "a"), Buffer.alloc(400, "b")]));
    const received = (await result) as Awaited<ReturnType<typeof receive>>;
    expect(received.size).toBe(1000);
    const all = await withContent(received.path, ({ size, read }) => read(0, size), sealed);
    expect(String(all)).toBe("a".repeat(600) + "b".repeat(400));
    const raw = await readFile(received.path);
    expect(raw.includes("aaaa")).toBe(false);
    expect(received.sealedBytes).toBe(raw.length);
    expect((await stat(received.path)).mode & 0o777).toBe(0o600);
    await received.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[string, () => Readable, UploadTimeouts, number, string]>([
    [
      "one byte too many",
      () => Readable.from([Buffer.alloc(600), Buffer.alloc(401)]),
      patient,
      413,
      "file-too-large",
    ],
    ["silence", () => new PassThrough(), { ...patient, silenceMs: 60 }, 408, "too-slow"],
    ["a trickle without an end", () => trickle(10), { ...patient, wholeMs: 300 }, 408, "too-slow"],
    ["an end that comes by force", broken, patient, 400, "cut-off"],
  ])("%s leaves nothing", async (_name, body, timeouts, status, code) => {
    const { folder, result } = await into(body(), timeouts);
    await expect(result).rejects.toMatchObject({ status, code });
    expect(await readdir(folder)).toEqual([]);
  });

  test("somebody slow who goes on sending is waited for", async () => {
    stopTimers();
    const body = new PassThrough();
    const { result } = await into(body, { silenceMs: 60_000, wholeMs: never });
    for (let piece = 0; piece < 5; piece += 1) {
      vi.advanceTimersByTime(40_000);
      body.write("hola");
      await comes(() => body.readableLength === 0);
    }
    body.end();
    expect(await result).toMatchObject({ size: 20 });
  });

  test("a folder that is not there is trouble with the storage", async () => {
    const result = receive(Readable.from([Buffer.alloc(1)]), {
      folder: "/there/is/none",
      sealed,
      limit,
      tooLarge: () => tooLarge(limit),
    });
    await expect(result).rejects.toMatchObject({ name: "StorageError", kind: "missing" });
  });

  test.each([
    ["ENOSPC", "full"],
    ["EDQUOT", "full"],
    ["EFBIG", "full"],
    ["ENOENT", "missing"],
    ["EROFS", "unavailable"],
    ["EIO", "unavailable"],
  ])("%s of the file system is %s", (code, kind) => {
    expect(asStorageError(Object.assign(new Error("x"), { code, syscall: "write" }))).toMatchObject({ kind });
    const other = new TypeError("x");
    expect(asStorageError(other)).toBe(other);
  });
});

describe("who is refused in the middle of sending", () => {
  /** A server that refuses at once, and somebody who sends 20 MB with pauses. */
  async function refused(moment: number): Promise<{ socket: Socket; port: number }> {
    const server = createServer((request, response) => {
      letGo(request, response, moment);
      response.writeHead(413).end("no");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nhola");
    return { socket, port };
  }

  test("reads the answer, and then has no connection any more", async () => {
    const { socket } = await refused(50);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\bno\b/s);
  });

  test("who sends the rest in time keeps the connection", async () => {
    stopTimers();
    const { socket } = await refused(5_000);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(String(first)).toMatch(/^HTTP\/1\.1 413/);
    socket.write(Buffer.alloc(100_000 - 4));
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(socket, "data");
    vi.advanceTimersByTime(5_000);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    const [second] = (await once(socket, "data")) as [Buffer];
    expect(String(second)).toMatch(/HTTP\/1\.1 413/);
    socket.destroy();
  });
});
