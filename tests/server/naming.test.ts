/** Names of definition files: found without reading where nothing changed, and never the old name of something new. */
import { mkdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { loadSources } from "../../server/definitions/load.ts";
import { createNaming } from "../../server/definitions/name-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const brand = "brands/AB/brand.json";
const flow = "schemas/flows/trial/flow.json";
const minute = 60_000;

async function opened() {
  const root = await temporaryFolder();
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write(brand, `{ "brand": "AB" }`);
  await write(flow, `{ "title": "Uno" }`);
  let time = Date.now();
  const load = vi.fn<typeof loadSources>(loadSources);
  const name = createNaming({ load, now: () => time });
  return {
    root,
    write,
    load,
    name: () => name(root),
    pass: (milliseconds: number) => void (time += milliseconds),
  };
}

test("files are read once while nothing about them changes, and again after a minute", async () => {
  const { name, pass, load } = await opened();
  pass(5_000);
  const first = await name();
  pass(2_000);
  expect(await name()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
  pass(minute);
  expect(await name()).toBe(first);
  expect(load).toHaveBeenCalledTimes(2);
});

test("files that were changed just now are read each time, until no clock's step can hide a change", async () => {
  const { name, pass, load } = await opened();
  await name();
  await name();
  expect(load).toHaveBeenCalledTimes(2);
  pass(3_000);
  await name();
  await name();
  expect(load).toHaveBeenCalledTimes(3);
});

test.each<[string, (files: Awaited<ReturnType<typeof opened>>) => Promise<void>]>([
  ["another text", ({ write }) => write(flow, `{ "title": "Otro" }`)],
  ["a new file", ({ write }) => write("schemas/flows/trial/wording.json", "{}")],
  [
    "a text of the same size, with the time of modification that it had",
    async ({ root, write }) => {
      const { atime, mtime } = await stat(join(root, flow));
      await write(flow, (await readFile(join(root, flow), "utf8")).replace("Uno", "Dos"));
      await utimes(join(root, flow), atime, mtime);
    },
  ],
])("%s has another name at once", async (_how, change) => {
  const files = await opened();
  files.pass(5_000);
  const first = await files.name();
  await change(files);
  files.pass(100);
  expect(await files.name()).not.toBe(first);
});
