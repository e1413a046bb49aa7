/** `npm run operate -- submissions` and `npm run operate -- rekey`: what they print, what they refuse, and their exit codes. */
import { spawnSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { keepIdentifiers } from "../../server/store/identifiers.ts";
import { keepSubmission } from "../../server/store/submissions.ts";
import { OperatorError } from "../../server/operators/operator-error.ts";
import { migrations } from "../../server/store/migrations.ts";
import { operateBackup } from "../../tools/operators/backup.ts";
import { CommandFailed } from "../../tools/operators/command.ts";
import { operateSubmissions } from "../../tools/operators/submissions.ts";
import { testDataKey } from "../support/data-keys.ts";
import { processEnv } from "../support/process-env.ts";
import { projectRoot, temporaryStore } from "../server/parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const at = "2026-11-21T12:00:00.000Z";
const answers = {
  "request.name": "Ana",
  "request.email": "ana@correo.cl",
  "request.phone": "987654321",
  "request.region": "RM",
  "request.terms": true,
};

/** A store with three submissions: two numbered 1, one of each brand, that name the same plate. */
async function open() {
  const { store, config } = await temporaryStore();
  const { db, seals } = store;
  await db.insertInto("sessions").values({ id: "s", brand: "SI", created_at: at }).execute();
  const add = async (id: string, brand: string, number: string, identifiers: Record<string, string>) => {
    const run = { id: `r-${id}`, session: "s", brand, flow: "contact", revision: "x", step: "request" };
    await db
      .insertInto("runs")
      .values({
        ...run,
        version: 1,
        answers: "{}",
        results: "{}",
        done: "[]",
        status: "done",
        failure: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await keepSubmission(
      db,
      {
        id,
        run: run.id,
        step: "request",
        brand,
        flow: "contact",
        revision: "x",
        answers: JSON.stringify(answers),
        labels: JSON.stringify({ "request.region": "Región Metropolitana" }),
        context: null,
        state: "accepted",
        created_at: at,
        decided_at: at,
        attempt: null,
      },
      async () => ({ number, sequence: "s", period: "", position: Number.parseInt(number, 10) }),
    );
    const list = Object.entries(identifiers).map(([path, value]) => ({ path, value }));
    await keepIdentifiers(db, seals, { id, brand }, list);
  };
  await add("SI-AAAA-0001", "SI", "1", { "request.identity": "12.345.678-5", "request.plate": "BBCC12" });
  await add("SI-AAAA-0002", "SI", "2", { "request.identity": "5.126.663-3" });
  await add("WI-AAAA-0001", "WI", "1", { "request.plate": "BBCC12" });
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  const run = (...words: string[]) => operateSubmissions(words, env);
  const ids = async (...words: string[]) => {
    const found = JSON.parse((await run(...words, "--format=json")).text) as { id: string }[];
    return found.map(({ id }) => id).toSorted();
  };
  return { run, ids, env, store, add };
}

describe("npm run operate -- submissions", () => {
  test("finds by number, document or plate, and tells nothing that is somebody's", async () => {
    const { run, ids } = await open();
    expect(await ids("12.345.678-5")).toEqual(["SI-AAAA-0001"]);
    expect(await ids("51266633")).toEqual(["SI-AAAA-0002"]);
    expect(await ids("bb-cc-12")).toEqual(["SI-AAAA-0001", "WI-AAAA-0001"]);
    expect(await ids("BBCC12", "--brand", "WI")).toEqual(["WI-AAAA-0001"]);
    expect(await ids("BBCC12", "--limit", "1")).toHaveLength(1);
    expect(await ids("1")).toEqual(["SI-AAAA-0001", "WI-AAAA-0001"]);
    expect(await ids("SI-AAAA-0002")).toEqual(["SI-AAAA-0002"]);
    expect(await run("Ana")).toEqual({ text: "No hay solicitudes así.", code: 1 });
    const { text, code } = await run("BBCC12", "--brand", "SI");
    expect(code).toBe(0);
    expect(text.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "))).toEqual([
      "número | id | estado | marca | formulario | enviada",
      "1 | SI-AAAA-0001 | aceptada | SI | contact | 2026-11-21 12:00:00 UTC",
    ]);
  });

  test("finds by anything that was answered, all of it, however it is written", async () => {
    const { run, ids, add } = await open();
    expect(await ids("ANA@correo.CL")).toEqual([]);
    expect(await ids("--naming", "ANA@correo.CL")).toEqual(["SI-AAAA-0001", "SI-AAAA-0002", "WI-AAAA-0001"]);
    expect(await ids("--naming", "9 8765 4321", "--brand", "WI")).toEqual(["WI-AAAA-0001"]);
    expect(await ids("--naming", "ana", "--limit", "1")).toHaveLength(1);
    expect(await ids("--naming", "RM2")).toEqual([]);
    for (let index = 100; index < 160; index += 1) await add(`SI-BBBB-0${index}`, "SI", String(index), {});
    expect(await ids("--naming", "ana")).toHaveLength(63);
    expect((await run("--naming", "ana", "--limit", "1")).text).not.toContain("correo.cl");
  });

  test("shows one whole, with its answers", async () => {
    const { run } = await open();
    const { text, code } = await run("--show", "2");
    expect(code).toBe(0);
    expect(text.split("\n")).toEqual([
      "Solicitud:  2",
      "Id:         SI-AAAA-0002",
      "Estado:     aceptada (2026-11-21 12:00:00 UTC)",
      "Marca:      SI",
      "Formulario: contact",
      "Revisión:   x",
      "Enviada:    2026-11-21 12:00:00 UTC",
      "Respuestas:",
      "  request.name: Ana",
      "  request.email: ana@correo.cl",
      "  request.phone: 987654321",
      "  request.region: Región Metropolitana (RM)",
      "  request.terms: true",
    ]);
    const several = await run("--show", "1");
    expect(several).toMatchObject({ code: 1, text: expect.stringMatching(/^Hay varias con ese número/) });
    expect(JSON.stringify(several) + (await run("--show", "1", "--format=json")).text).not.toContain("Ana");
    expect((await run("--show", "1", "--brand", "WI")).text).toContain("Id:         WI-AAAA-0001");
    expect(await run("--show", "9")).toEqual({ text: "9: no existe.", code: 1 });
    const { text: json } = await run("--show", "2", "--format=json");
    expect(JSON.parse(json)).toMatchObject({ id: "SI-AAAA-0002", answers });
  });

  test.each([
    [[], /^Uso: /],
    [["a", "b"], /^Uso: /],
    [["--", "--"], /^Uso: /],
    [["a", "--show", "b"], /^Uso: /],
    [["a", "--naming", "b"], /^Uso: /],
    [["--show", "a", "--naming", "b"], /^Uso: /],
    [["--naming", "@"], /^Uso: /],
    [["a", "--limit", "0"], /--limit es un número/],
    [["a", "--format=xml"], /--format es "text" o "json"/],
  ])("%j is refused with how it is meant", async (words, says) => {
    const { run } = await open();
    await expect(run(...words)).rejects.toThrow(says);
  });

  test("a folder without data, or without its key, is refused in words", async () => {
    const folder = await temporaryFolder();
    await expect(operateSubmissions(["1"], { DATA_DIR: folder })).rejects.toThrow(/^No hay datos en /);
    expect(await readdir(folder)).toEqual([]);
    const { env } = await open();
    const other = operateSubmissions(["1"], { ...env, DATA_KEY: testDataKey });
    const error = await other.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as Error).message).toMatch(/^Falta la clave de los datos/);
  });

  test("a database that is away, damaged or of a newer program is told in words, whatever is asked of it", async () => {
    const damaged = await temporaryFolder();
    await writeFile(join(damaged, "vitrina.sqlite"), "x".repeat(8192));
    const { env, store } = await open();
    const version = migrations.length + 1;
    await (
      store.db as unknown as Kysely<{ migrations: { version: number; name: string; applied_at: string } }>
    )
      .insertInto("migrations")
      .values({ version, name: "x", applied_at: at })
      .execute();
    const away = { DATA_DIR: damaged, DATABASE_URL: "postgres://u:p@127.0.0.1:9/v", DATA_KEY: testDataKey };
    for (const [wrong, words] of [
      [away, /^La base de datos no está disponible/],
      [{ DATA_DIR: damaged }, /^La base de datos de .* está dañada/],
      [env, /^La base de datos es de una versión más nueva/],
    ] as const) {
      const error: unknown = await operateSubmissions(["1"], wrong).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OperatorError);
      expect((error as Error).message).toMatch(words);
      if (wrong === env) continue;
      const backup = operateBackup([join(damaged, "backup")], wrong);
      const failed: unknown = await backup.catch((thrown: unknown) => thrown);
      expect(failed).toBeInstanceOf(CommandFailed);
      expect((failed as Error).message).toMatch(words);
    }
  });

  test("as commands they print, and end with their codes", async () => {
    const { env } = await open();
    const run = (name: string, words: string[], more = {}) =>
      spawnSync(process.execPath, ["tools/operate.ts", name, ...words], {
        cwd: projectRoot,
        env: { ...processEnv(), ...env, ...more },
        encoding: "utf8",
      });
    expect(run("submissions", ["12345678-5"])).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("SI-AAAA-0001"),
    });
    expect(run("submissions", ["nothing"])).toMatchObject({ status: 1, stderr: "" });
    expect(run("submissions", [])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^Uso: /),
    });
    expect(run("rekey", [])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^0 valores .* clave [0-9a-f]{8}\.\n$/),
    });
    expect(run("rekey", [], { DATA_KEY: testDataKey })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Falta la clave de los datos/),
    });
    expect(run("rekey", ["now"])).toMatchObject({ status: 2, stderr: "Uso: npm run operate -- rekey\n" });
  });
});
