/** What `npm run operate -- evidence` finds where somebody had the whole database, and what it says of damaged values. */
import { appendFile, readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { chainHeadLogFile } from "../../server/store/chain-head-log.ts";
import { operateEvidence } from "../../tools/operators/evidence.ts";
import { send } from "../server/evidence-parts.ts";
import { temporaryStore } from "../server/parts.ts";
import { askRaw } from "../server/raw-database.ts";

async function filled() {
  const { store, config } = await temporaryStore();
  for (const id of ["SI-1", "SI-2", "SI-3"]) await send(store, id);
  await send(store, "WI-1", { brand: "WI" });
  await store.close();
  const ask = (query: string, values?: string[]) => askRaw(config, query, values);
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
  };
  return {
    ask,
    env,
    file: chainHeadLogFile(config.dataDir),
    verify: () => operateEvidence(["--verify"], env),
  };
}

/** Takes a chain's end off as somebody does who knows how: nothing in the database tells of it. */
async function cutTail(ask: (query: string) => Promise<unknown>): Promise<void> {
  for (const table of ["consents", "evidence"]) await ask(`delete from ${table} where submission = 'SI-3'`);
  await ask("delete from submissions where id = 'SI-3'");
  await ask(
    "update evidence_heads set position = 4, hash = (select hash from evidence where brand = 'SI' and position = 4) where brand = 'SI'",
  );
}

test("each commit notes where the chain ends, and a tail that is cut off with its head is found", async () => {
  const { ask, file, verify } = await filled();
  const noted = (await readFile(file, "utf8")).trim().split("\n");
  expect(noted.at(-2)).toMatch(/^\S+Z SI:6:[0-9a-f]{64}$/);
  const good = await verify();
  expect([good.code, good.text]).toEqual([0, expect.stringMatching(/Comparadas con \d+ puntas anotadas en/)]);
  await cutTail(ask);
  const cut = await verify();
  expect([cut.code, cut.text]).toEqual([
    1,
    expect.stringContaining("✗ SI, n.º 6: la entrada que se anotó aparte no está, o es otra."),
  ]);
  // What was cut off is written anew, otherwise.
  await ask("delete from evidence where brand = 'WI'");
  await ask("delete from evidence_heads where brand = 'WI'");
  expect((await verify()).text).toContain("✗ WI, n.º 2: la entrada que se anotó aparte");
});

test("a line that a crash cut off is none, and where nothing is noted it is said", async () => {
  const { file, verify } = await filled();
  await appendFile(file, "2026-11-22T12:00:00.000Z SI:7:0abc");
  expect(await verify()).toMatchObject({ code: 0 });
  await rm(file);
  expect(await verify()).toMatchObject({
    code: 0,
    text: expect.stringContaining("! No hay puntas anotadas fuera de la base de datos"),
  });
});

test("one damaged byte is a finding of the whole and of the one, and no stack", async () => {
  const { ask, env, verify } = await filled();
  const [row] = await ask("select answers from submissions where id = 'SI-2'");
  const answers = String(row!["answers"]);
  const changed = `${answers.slice(0, -5)}${answers.at(-5) === "A" ? "B" : "A"}${answers.slice(-4)}`;
  await ask("update submissions set answers = $1 where id = 'SI-2'", [changed]);
  const line = "✗ SI, n.º 3, SI-2, submissions.answers: un valor cifrado está dañado o se puso otro";
  const whole = await verify();
  expect([whole.code, whole.text]).toEqual([1, expect.stringContaining(line)]);
  expect(whole.text).toContain("1 cosa no está como se escribió");
  const one = await operateEvidence(["SI-2"], env);
  expect([one.code, one.text]).toEqual([1, expect.stringContaining(line)]);
  expect(one.text).toContain("✗ Lo guardado está dañado");
  expect(await operateEvidence(["SI-2", "--format=json"], env)).toMatchObject({ code: 1 });
  expect(await operateEvidence(["SI-2", "--why", "s.name"], env)).toMatchObject({ code: 1 });
  // The byte is in what says that it is sealed.
  await ask("update submissions set answers = $1 where id = 'SI-2'", [answers.replace("sealed", "seaked")]);
  const plain = await operateEvidence(["SI-2"], env);
  expect([plain.code, plain.text]).toEqual([1, expect.stringContaining("no dice lo que decía al aceptarse")]);
});
