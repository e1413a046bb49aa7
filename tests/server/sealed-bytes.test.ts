/** Files that are sealed: what opens, what does not, and how all of them get another key. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { withContent } from "../../server/files/content.ts";
import { createSealed } from "../../server/files/sealed-file.ts";
import { rekey } from "../../server/operators/rekey.ts";
import { makeBackup } from "../../server/operators/backup/make.ts";
import { putBack } from "../../server/operators/backup/put-back.ts";
import { nameOf } from "../../server/storage/names.ts";
import { openStorage } from "../../server/storage/storage.ts";
import { openStored } from "../../server/files/sealed-uploads.ts";
import { parseDataKey } from "../../server/config/storage.ts";
import type { Config } from "../../server/config/config.ts";
import { DamagedValue } from "../../server/store/damaged.ts";
import { mailMessage } from "../../server/mail/files.ts";
import {
  openedSize,
  opening,
  pieceBytes,
  sealedHeadBytes,
  sealing,
} from "../../server/store/sealed-bytes.ts";
import { createSeals, dataKey } from "../../server/store/seals.ts";
import { openStore, type Store } from "../../server/store/store.ts";
import { testDataKeys, testSeals } from "../support/data-keys.ts";
import { emptyTarget, someData } from "./backup-parts.ts";
import { pdf, sealedSize } from "./files-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const place = "files.a";
const seal = (bytes: Buffer, seals = testSeals) => buffer(Readable.from([bytes]).pipe(sealing(seals, place)));

/** In pieces of another length than those that are sealed. */
async function open(sealed: Buffer, at: typeof place | "files.b" = place, seals = testSeals, step = 7001) {
  const parts = Array.from({ length: Math.ceil(sealed.length / step) }, (_, index) =>
    sealed.subarray(index * step, (index + 1) * step),
  );
  const source = Readable.from(parts);
  const opened = source.pipe(opening(seals, at));
  return await buffer(opened);
}

const sizes = [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 200_000];

test.each(sizes)(
  "%i bytes are sealed and open again, by the stream and where they are looked at",
  async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect(sealed.length).toBe(sealedSize(size));
    expect(openedSize(sealed.length)).toBe(size);
    expect((await open(sealed)).equals(bytes)).toBe(true);
    const path = join(await temporaryFolder(), "a");
    await writeFile(path, sealed);
    await withContent(
      path,
      async (content) => {
        expect(content.size).toBe(size);
        for (const [at, length] of [
          [0, size],
          [size - 3, 100],
          [pieceBytes - 2, 5],
          [10, 70_000],
        ] as const) {
          const from = Math.max(0, at);
          expect((await content.read(from, length)).equals(bytes.subarray(from, from + length))).toBe(true);
        }
      },
      { seals: testSeals, place },
    );
  },
);

test("the same bytes are never sealed alike", async () => {
  expect((await seal(pdf)).equals(await seal(pdf))).toBe(false);
});

const three = randomBytes(3 * pieceBytes);
const flip = (at: number) => (sealed: Buffer) => {
  const changed = Buffer.from(sealed);
  changed[at]! ^= 1;
  return changed;
};
const sealedPiece = pieceBytes + 16;

test.each<[string, (sealed: Buffer) => Buffer]>([
  ["a changed salt", flip(30)],
  ["a changed first byte of what is sealed", flip(sealedHeadBytes)],
  ["a changed last byte", (sealed) => flip(sealed.length - 1)(sealed)],
  ["an end that is cut off at a piece", (sealed) => sealed.subarray(0, sealedHeadBytes + 2 * sealedPiece)],
  ["an end that is cut off within a piece", (sealed) => sealed.subarray(0, -100)],
  ["a head alone", (sealed) => sealed.subarray(0, sealedHeadBytes)],
  [
    "pieces in another order",
    (sealed) =>
      Buffer.concat([
        sealed.subarray(0, sealedHeadBytes),
        sealed.subarray(sealedHeadBytes + sealedPiece, sealedHeadBytes + 2 * sealedPiece),
        sealed.subarray(sealedHeadBytes, sealedHeadBytes + sealedPiece),
        sealed.subarray(sealedHeadBytes + 2 * sealedPiece),
      ]),
  ],
  ["more behind the end", (sealed) => Buffer.concat([sealed, Buffer.alloc(sealedPiece)])],
])("%s is found", async (_name, change) => {
  await expect(open(change(await seal(three)))).rejects.toThrow(DamagedValue);
});

test("sealed bytes open nowhere else, and with no other key", async () => {
  const sealed = await seal(pdf);
  await expect(open(sealed, "files.b")).rejects.toThrow(DamagedValue);
  const other = createSeals([dataKey(parseDataKey(randomBytes(32).toString("base64"))!)]).bytes;
  await expect(open(sealed, place, other)).rejects.toThrow(/is not here/);
});

test.each(sizes)("a file of %i bytes that is written as they come opens again", async (size) => {
  const path = join(await temporaryFolder(), "a");
  const bytes = randomBytes(size);
  const writer = await createSealed(path, { seals: testSeals, place });
  for (let at = 0; at < size; at += 50_000) await writer.write(bytes.subarray(at, at + 50_000));
  expect(writer.size).toBe(size);
  await writer.end();
  await writer.close();
  const sealed = await readFile(path);
  expect(sealed.length).toBe(sealedSize(size));
  expect((await open(sealed)).equals(bytes)).toBe(true);
});

const otherKeys = [parseDataKey(randomBytes(32).toString("base64"))!];

async function bytesOf(store: Store, config: Pick<Config, "uploads" | "dataDir">, id: string) {
  const storage = await openStorage(config);
  const opened = await openStored(
    { storage, seals: store.seals.bytes },
    { stored: nameOf(id), size: pdf.length },
  );
  return await buffer(opened);
}

describe("another key", () => {
  test("reaches uploads and mails, what was never sealed too; then the first one may go", async () => {
    const { config, ids } = await someData();
    // As they were before bytes were sealed.
    const raw = (id: string) => join(join(config.dataDir, "uploads"), nameOf(id));
    expect((await readFile(raw(ids[0]!))).equals(pdf)).toBe(true);
    const first = await openStore(config);
    expect((await bytesOf(first, config, ids[0]!)).equals(pdf)).toBe(true);
    expect(await rekey({ store: first, config: config as never })).toMatchObject({ damaged: [] });
    expect((await readFile(raw(ids[0]!))).includes(pdf)).toBe(false);
    expect((await bytesOf(first, config, ids[1]!)).equals(pdf)).toBe(true);
    await first.close();

    const both = await openStore({ ...config, dataKeys: [...otherKeys, ...testDataKeys] });
    const { count, damaged } = await rekey({ store: both, config: config as never });
    // Two uploads, a mail, and what is personal in the rows.
    expect(count).toBeGreaterThanOrEqual(3);
    expect(damaged).toEqual([]);
    await both.close();

    const alone = await openStore({ ...config, dataKeys: otherKeys });
    for (const id of ids) expect((await bytesOf(alone, config, id)).equals(pdf)).toBe(true);
    const mails = { dataDir: config.dataDir, seals: alone.seals.bytes };
    expect(String(await mailMessage(mails, "m-1"))).toBe("Subject: hola\r\n\r\n");
    await alone.close();
  });

  test("leaves damaged files as they are, says so, and keeps the older key", async () => {
    const { config, ids } = await someData();
    const first = await openStore(config);
    await rekey({ store: first, config: config as never });
    await first.close();
    const path = join(join(config.dataDir, "uploads"), nameOf(ids[0]!));
    const broken = flip(sealedHeadBytes + 1)(await readFile(path));
    await writeFile(path, broken);
    const both = await openStore({ ...config, dataKeys: [...otherKeys, ...testDataKeys] });
    expect((await rekey({ store: both, config: config as never })).damaged).toEqual([
      { column: "files.bytes", values: 1 },
    ]);
    await both.close();
    expect((await readFile(path)).equals(broken)).toBe(true);
    await expect(openStore({ ...config, dataKeys: otherKeys })).rejects.toThrow(/Falta la clave/);
  });
});

test("a backup holds sealed files, and what is restored opens", async () => {
  const { config, ids } = await someData();
  const store = await openStore(config);
  await rekey({ store, config: config as never });
  await store.close();
  const folder = join(await temporaryFolder(), "backup");
  await makeBackup(config, folder);
  expect((await readFile(join(folder, "uploads", nameOf(ids[0]!)))).includes(pdf)).toBe(false);
  const target = await emptyTarget();
  await putBack(target, folder);
  const restored = await openStore(target);
  for (const id of ids) expect((await bytesOf(restored, target, id)).equals(pdf)).toBe(true);
  const mails = { dataDir: target.dataDir, seals: restored.seals.bytes };
  expect(String(await mailMessage(mails, "m-1"))).toBe("Subject: hola\r\n\r\n");
  await restored.close();
});
