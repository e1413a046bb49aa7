/** What servers that were killed in the middle of a write have left is gone with the next start. */
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeLeftFiles } from "../../server/left-files.ts";
import { removeMailFile } from "../../server/mail/files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function write(path: string, agoMs = 0): Promise<void> {
  await writeFile(path, "{}");
  const at = (Date.now() - agoMs) / 1_000;
  await utimes(path, at, at);
}

test("what was being written is taken away once nobody can be writing it", async () => {
  const folder = await temporaryFolder();
  const stays = ["server.json", "data.key", "server.json.bak", "data.key.2026", "vitrina.sqlite"];
  const left = ["server.json.812", ".writable.812", "data.key.812.0a1b2c3d"];
  for (const name of [...stays, ...left]) await write(join(folder, name), 3_600_000);
  await write(join(folder, "server.json.813"));
  await removeLeftFiles(folder);
  expect((await readdir(folder)).toSorted()).toEqual([...stays, "server.json.813"].toSorted());
});

test("a mail that is removed leaves nothing of what was cut off in the middle", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "mail"));
  const others = ["m-10.eml", "m-1-a.eml", "m-2.eml.part"];
  const own = ["m-1.eml", "m-1.eml.part", "m-1-1.eml", "m-1-2.eml.part"];
  for (const name of [...others, ...own]) await write(join(dataDir, "mail", name));
  await removeMailFile(dataDir, "m-1");
  expect((await readdir(join(dataDir, "mail"))).toSorted()).toEqual(others.toSorted());
});
