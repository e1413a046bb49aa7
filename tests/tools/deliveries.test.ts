/** `npm run operate -- deliveries`: what it prints, what it refuses, and its exit codes. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { operateDeliveries } from "../../tools/operators/deliveries.ts";
import { addDeliveryFailure, enqueueDelivery, type NewDelivery } from "../../server/store/deliveries.ts";
import { processEnv } from "../support/process-env.ts";
import { allDeliveries, projectRoot, temporaryStore } from "../server/parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const mail = {
  to: "ana@correo.example",
  from: { name: "Marca", address: "no-responder@marca.example" },
  subject: "Recibimos tu solicitud",
  text: "Hola Ana\n",
  html: "<p>Hola Ana</p>",
  documents: [{ format: "pdf", name: "hoja-1" }],
};
const call = { brand: "WI", call: "crm.webForm", input: { email: "luis@correo.example" } };

/** A store with a dead mail, a delivered mail and a waiting call, and the command over it. */
async function open() {
  const { store, config } = await temporaryStore();
  const add = async (more: Partial<NewDelivery>): Promise<string> => {
    const dedupe = randomUUID();
    const delivery = { submission: null, brand: "SI", kind: "mail" as const, dedupe, payload: mail, ...more };
    await enqueueDelivery(store.db, delivery, now);
    return (await allDeliveries(store.db)).find((one) => one.dedupe === dedupe)!.id;
  };
  const [dead, delivered, waiting] = [
    await add({}),
    await add({}),
    await add({ brand: "WI", kind: "call", payload: call }),
  ];
  const set = (id: string, more: object) =>
    store.db.updateTable("deliveries").set(more).where("id", "=", id).execute();
  await set(dead, { state: "dead", attempts: 2, last_error: "550 ana@correo.example" });
  await set(delivered, { state: "delivered", attempts: 1, delivered_at: "2026-11-21T12:00:09.000Z" });
  const leased = (await allDeliveries(store.db)).find(({ id }) => id === dead)! as never;
  await addDeliveryFailure(store.db, leased, "550 ana@correo.example", new Date("2026-11-21T12:00:05.000Z"));
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  const run = (...words: string[]) => operateDeliveries(words, env);
  const json = async (...words: string[]) => JSON.parse((await run(...words, "--format=json")).text);
  const stateOf = async (id: string) => (await allDeliveries(store.db)).find((one) => one.id === id)!.state;
  return { dead, delivered, waiting, run, json, stateOf, env };
}

describe("npm run operate -- deliveries", () => {
  test("list has a line for each, and nothing that is somebody's", async () => {
    const { run, json, dead, delivered, waiting } = await open();
    const { text, code } = await run("list");
    expect(code).toBe(0);
    const [head, ...lines] = text.split("\n");
    expect(head).toMatch(/^id +estado +marca +tipo +intentos +creada +cuándo$/);
    expect(lines.map((line) => line.replaceAll(/ {2,}/g, " | ")).toSorted()).toEqual(
      [
        `${dead} | sin entregar | SI | correo | 2 | 2026-11-21 12:00:00 UTC | no se intenta más`,
        `${delivered} | entregada | SI | correo | 1 | 2026-11-21 12:00:00 UTC | entregada 2026-11-21 12:00:09 UTC`,
        `${waiting} | en cola | WI | llamada | 0 | 2026-11-21 12:00:00 UTC | desde 2026-11-21 12:00:00 UTC`,
      ].toSorted(),
    );
    expect(JSON.stringify(await json("list"))).not.toMatch(/correo\.example|Ana/);
    expect((await json("list", "--state", "dead")).map(({ id }: { id: string }) => id)).toEqual([dead]);
    expect((await json("list", "--brand", "WI")).map(({ id }: { id: string }) => id)).toEqual([waiting]);
    expect(await json("list", "--limit", "1")).toHaveLength(1);
    expect((await run("list", "--brand", "PO")).text).toBe("No hay entregas así.");
  });

  test("show has all of one: what went wrong and what it holds", async () => {
    const { run, json, dead, waiting } = await open();
    const { text } = await run("show", dead);
    for (const line of [
      "Estado:     sin entregar (no se intenta más)",
      "  2026-11-21 12:00:05 UTC  n.º 2  550 ana@correo.example",
      "Para:       ana@correo.example",
      "Adjunto:    hoja-1.pdf",
      "  Hola Ana",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect((await run("show", waiting)).text).toMatch(/Llamada: {4}crm\.webForm\n[^]*luis@correo\.example/);
    expect(await json("show", dead)).toMatchObject({
      state: "dead",
      payload: { to: "ana@correo.example" },
      failures: [{ attempt: 2, error: "550 ana@correo.example" }],
    });
    expect(await run("show", "nothing")).toEqual({ text: "nothing: no existe.", code: 1 });
  });

  test("retry queues again what can be, and says what cannot", async () => {
    const { run, dead, delivered, stateOf } = await open();
    const { text, code } = await run("retry", dead, delivered, "nothing");
    expect(code).toBe(1);
    expect(text.split("\n")).toEqual([
      `${dead}: en cola otra vez; el servidor la toma en unos segundos.`,
      `${delivered}: ya se entregó: no se repite.`,
      "nothing: no existe.",
    ]);
    expect([await stateOf(dead), await stateOf(delivered)]).toEqual(["queued", "delivered"]);
    expect(await run("retry", dead)).toMatchObject({ code: 0 });
  });

  test("retry --all-dead queues all of them again, or those of a brand", async () => {
    const { run, dead, stateOf } = await open();
    expect(await run("retry", "--all-dead", "--brand", "WI")).toEqual({
      text: "0 entregas en cola otra vez.",
      code: 0,
    });
    expect(await run("retry", "--all-dead")).toEqual({ text: "1 entrega en cola otra vez.", code: 0 });
    expect(await stateOf(dead)).toBe("queued");
  });

  test.each([
    [[], /^Uso: /],
    [["toString"], /^Uso: /],
    [["list", "--state", "lost"], /--state es dead, queued/],
    [["list", "--limit", "0"], /--limit es un número/],
    [["list", "--format=xml"], /--format es "text" o "json"/],
    [["show"], /^Falta un id/],
    [["retry"], /^Indica ids o --all-dead/],
    [["retry", "x", "--all-dead"], /^Indica ids o --all-dead/],
  ])("%j is refused with how it is meant", async (words, says) => {
    const { run } = await open();
    await expect(run(...words)).rejects.toThrow(says);
  });

  test("a folder without data is refused, and stays without; so are wrong settings", async () => {
    const folder = await temporaryFolder();
    await expect(operateDeliveries(["list"], { DATA_DIR: folder })).rejects.toThrow(/^No hay datos en /);
    expect(await readdir(folder)).toEqual([]);
    await expect(operateDeliveries(["list"], { DATA_DIR: folder, PORT: "x" })).rejects.toThrow(/PORT/);
  });

  test("as a command it prints, and ends with its code", async () => {
    const { env, dead } = await open();
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ["tools/operate.ts", "deliveries", ...words], {
        cwd: projectRoot,
        env: { ...processEnv(), ...env },
        encoding: "utf8",
      });
    expect(run("list", "--state=dead")).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining(dead),
    });
    expect(run("retry", "nothing")).toMatchObject({ status: 1, stdout: "nothing: no existe.\n" });
    expect(run()).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^Uso: /) });
  });
});
