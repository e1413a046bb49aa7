import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { dataKeyFile } from "../../server/store/data-keys.ts";
import { makeBackup } from "../../server/operators/backup/make.ts";
import { putBack } from "../../server/operators/backup/put-back.ts";
import { createDriver, type Driver, type Person } from "../faults/support/load-driver.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { processEnv } from "../support/process-env.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { pdf } from "./files-parts.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Runs one of the two commands as an operator does. */
const command = (name: "backup" | "restore", words: string[], env: Record<string, string>) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const node = join(projectRoot, "node_modules/.bin/node");
    const options = { cwd: projectRoot, env: { ...processEnv(), ...env }, timeout: 60_000 };
    execFile(node, ["tools/operate.ts", name, ...words], options, (error, stdout, stderr) => {
      const code = error ? ((error.code as unknown as number) ?? 1) : 0;
      resolve({ code, text: `${stdout}${stderr}` });
    });
  });

/** The form that the driver fills in, with a question for a file. */
function withFile(): Record<string, string> {
  const file = "schemas/flows/contact/flow.json";
  const flow = JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
  const [section] = Object.values<{ fields: object }>(flow.steps.request.sections);
  Object.assign(section!.fields, { paper: { kind: "file", label: "Documento", required: false } });
  return { [file]: JSON.stringify(flow) };
}

/** Uploads one small file for a person who has begun. */
async function uploadFor(driver: Driver, person: Person): Promise<string> {
  const url = `/api/runs/${person.run}/files?name=carnet.pdf&field=request.paper`;
  const told = await driver.ask<{ id: string }>(person, "POST", url, pdf.toString(), {
    "content-type": "application/pdf",
  });
  expect(told.status).toBe(201);
  return told.body.id;
}

function numbersIn(file: string): Set<string> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare("select number from submissions where state = 'accepted'").all();
  database.close();
  return new Set(rows.map(({ number }) => String(number)));
}

// Promise 15: a backup that was made while the server ran has everything that was acknowledged before it.
test("a backup under load is restored with all that was acknowledged before it", async () => {
  const server: TestServer = await startServer({
    env: { TRUST_PROXY: "loopback" },
    files: { ...contactAlone(), ...withFile() },
  });
  onTestFinished(() => server.close());
  const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
  onTestFinished(() => driver.close());
  const owner = await driver.begin();
  const files = [await uploadFor(driver, owner), await uploadFor(driver, owner)];

  let going = true;
  const people = Array.from({ length: 2 }, async () => {
    while (going) {
      await driver.submit();
      await uploadFor(driver, await driver.begin());
    }
  });
  while (driver.acknowledged.length < 12) await wait(20);

  const env = { DATA_DIR: server.dataDir };
  const folder = join(await temporaryFolder(), "backup");
  const before = driver.acknowledged.map(({ number }) => number);
  const made = await command("backup", [folder], env);
  const during = driver.acknowledged.length - before.length;
  going = false;
  await Promise.all(people);
  expect(made).toEqual({ code: 0, text: expect.stringContaining("Respaldo en / Backup in") });
  expect(made.text).toMatch(/Clave de los datos [0-9a-f]{8}: no está en el respaldo/);
  // It was a backup under load.
  expect(during).toBeGreaterThan(0);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await readdir(folder)).toSorted()).toEqual(["database.sqlite", "mail", "manifest.json", "uploads"]);
  const config = { dataDir: server.dataDir, uploads: { folder: join(server.dataDir, "uploads") } };
  await expect(makeBackup(config, folder)).rejects.toThrow(/ya existe/);
  await expect(putBack(config, folder, { replace: true })).rejects.toThrow(/detén el servidor/);
  await server.stop();
  await expect(putBack(config, folder)).rejects.toThrow(/--replace/);

  // All is lost but the backup, and for a moment its key, which is not in it.
  const key = await readFile(dataKeyFile(server.dataDir));
  for (const name of await readdir(server.dataDir)) await rm(join(server.dataDir, name), { recursive: true });
  expect(await command("restore", [folder], env)).toEqual({
    code: 1,
    text: expect.stringMatching(/Falta la clave de los datos [0-9a-f]{8}/),
  });
  expect(await readdir(server.dataDir)).toEqual([]);
  await writeFile(dataKeyFile(server.dataDir), key);
  const restored = await command("restore", [folder], env);
  expect(restored).toEqual({ code: 0, text: expect.stringContaining("Restaurado desde / Restored from") });
  const numbers = numbersIn(join(server.dataDir, "vitrina.sqlite"));
  expect(before.filter((number) => !numbers.has(number))).toEqual([]);

  await server.restart();
  for (const id of files) {
    const told = await driver.ask(owner, "GET", `/api/runs/${owner.run}/files/${id}`);
    expect([told.status, told.bytes.equals(pdf)]).toEqual([200, true]);
  }
  await driver.submit();
  const database = new DatabaseSync(join(server.dataDir, "vitrina.sqlite"), { readOnly: true });
  const named = database.prepare("select stored from files").all();
  database.close();
  expect(named.length).toBeGreaterThan(2);
  for (const { stored } of named)
    expect(existsSync(join(server.dataDir, "uploads", String(stored)))).toBe(true);
});

test.each([
  ["an option that there is not", "backup", ["a", "--force"], 2, /No se entiende la orden/],
  ["without a backup", "restore", ["FOLDER"], 1, /No hay un respaldo/],
] as const)("a call %s is said in words", async (_name, name, words, code, text) => {
  const dataDir = await temporaryFolder();
  const given = words.map((word) => word.replace("FOLDER", join(dataDir, "none")));
  expect(await command(name, given, { DATA_DIR: dataDir })).toEqual({
    code,
    text: expect.stringMatching(text),
  });
});
