/** Each file is judged as it would be kept: sealed, and read where it is looked at. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { withContent } from "../../server/files/content.ts";
import { typesOf } from "../../server/files/content-types.ts";
import { judgeFor, maxFileBytes } from "../../server/files/files.ts";
import { receive } from "../../server/files/receive.ts";
import { ApiError } from "../../server/http/errors.ts";
import { hostileFiles, rightFiles } from "./hostile-files.ts";
import { hostileOffice, rightOffice } from "./hostile-office.ts";
import { hostilePdfs, rightPdfs } from "./hostile-pdfs.ts";
import { testSeals } from "../support/data-keys.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const types = typesOf(["pdf", "jpg", "png", "webp", "docx", "xlsx", "doc", "xls", ".csv"]);
const sealed = { seals: testSeals, place: "files.hostile" as const };

const hostile = [...hostileFiles, ...hostileOffice, ...hostilePdfs];
const right = [...rightFiles, ...rightOffice, ...rightPdfs];

async function judged(name: string, bytes: Buffer) {
  const folder = await temporaryFolder();
  const limits = { folder, sealed, limit: 20 * maxFileBytes, tooLarge: () => new ApiError("file-empty") };
  const received = await receive(Readable.from([bytes]), limits);
  try {
    return await withContent(
      received.path,
      (content) => judgeFor({ name, declared: undefined, content }, { size: maxFileBytes, types }),
      sealed,
    );
  } finally {
    await received.remove();
  }
}

test("there are at least sixty", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
  expect(new Set(hostile.map(([what]) => what)).size).toBe(hostile.length);
});

test.each(hostile)("%s is refused", async (_what, name, bytes, sentence) => {
  const error = await judged(name, bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).sentence).toBe(sentence);
});

test.each(right)("%s is taken", async (_what, name, bytes, type) => {
  expect(await judged(name, bytes)).toEqual({ name, type });
});

test("names are ours, without folders", async () => {
  const bytes = rightFiles[0]![2];
  expect((await judged("..\\..\\C:\\carnet\u202E\u0007.pdf", bytes)).name).toBe("carnet.pdf");
});
