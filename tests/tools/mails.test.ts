/** `npm run operate -- mails`: what it prints of mails in files, and its exit codes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeMailFile } from "../../server/mail/files.ts";
import { operateMails } from "../../tools/operators/mails.ts";
import { temporaryStore } from "../server/parts.ts";

const message = [
  "From: no-responder@marca.example",
  "To: ana@correo.example",
  "Subject: Hola",
  "Date: Sat, 21 Nov 2026 12:00:00 +0000",
  "",
  "Tu solicitud",
].join("\r\n");

test("lists, shows and saves what is sealed in the files", async () => {
  const { store, config, dataDir } = await temporaryStore();
  await writeMailFile({ dataDir, seals: store.seals.bytes }, "m-1", Buffer.from(message));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: config.databaseUrl,
    DATA_KEY: config.dataKeys?.map((key) => key.export().toString("base64")).join(","),
  };
  expect(await operateMails(["list"], env)).toEqual({
    text: expect.stringMatching(/2026-11-21T12:00:00\.000Z +m-1 +ana@correo\.example +Hola/),
    code: 0,
  });
  expect((await operateMails(["show", "m-1"], env)).text).toMatch(/^De: no-responder.*\n\nTu solicitud$/s);
  const path = join(dataDir, "saved.eml");
  expect(await operateMails(["save", "m-1", path], env)).toMatchObject({ code: 0 });
  expect(await readFile(path, "utf8")).toBe(message);
  expect(await operateMails(["show", "m-2"], env)).toEqual({ text: "m-2: no existe.", code: 1 });
  await expect(operateMails(["open"], env)).rejects.toThrow(/^Uso: /);
});
