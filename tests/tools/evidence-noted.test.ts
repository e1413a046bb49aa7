/** What `npm run operate -- evidence` finds where somebody had the whole database, and what it says of damaged values. */
import { appendFile, readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import type { ConsistencyProof, InclusionProof } from "../../server/evidence/log-proofs.ts";
import { treeHeadText } from "../../server/hash-chain.ts";
import { includes, isBeginning } from "../../server/merkle-tree.ts";
import { chainHeadLogFile } from "../../server/store/chain-head-log.ts";
import { isSignature } from "../../server/store/seals.ts";
import { operateEvidence } from "../../tools/operators/evidence.ts";
import { send } from "../server/evidence-parts.ts";
import { temporaryStore } from "../server/parts.ts";
import { askRaw } from "../server/raw-database.ts";
import { areWhole } from "../../server/operators/evidence.ts";

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
  // With the key that signed it, and the signature.
  expect(noted.at(-2)).toMatch(/^\S+Z [\w-]{43} [\w-]{86} SI:6:[0-9a-f]{64}$/);
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

test("whoever has an end that was signed proves without the database what is in the log, and what its beginning was", async () => {
  const { env, file } = await filled();
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const [early, late] = [
    lines.find((line) => line.includes(" SI:2:"))!,
    lines.find((line) => line.includes(" SI:6:"))!,
  ];
  const [signed_at, signer, signature, text] = late.split(" ") as [string, string, string, string];
  const [brand, size, root] = text.split(":") as [string, string, string];
  const signed = treeHeadText({ brand, size: Number(size), root, signed_at });
  expect(isSignature(signed, { signer, signature })).toBe(true);
  expect(isSignature(signed.replace("6", "7"), { signer, signature })).toBe(false);
  const tree = { size: Number(size), root: Buffer.from(root, "hex") };
  const hashes = (path: string[]): Buffer[] => path.map((one) => Buffer.from(one, "hex"));

  const one = JSON.parse((await operateEvidence(["SI-2", "--format=json"], env)).text);
  const inclusion = one.proofs.inclusion as InclusionProof[];
  expect(inclusion.map(({ position, isProved }) => [position, isProved])).toEqual([
    [3, true],
    [4, true],
  ]);
  for (const { position, leaf, path } of inclusion)
    expect(includes(Buffer.from(leaf, "hex"), position - 1, tree, hashes(path))).toBe(true);
  expect((await operateEvidence(["SI-2"], env)).text).toContain(`✓ Está en el registro firmado ${text}`);

  const noted = early.split(" ").at(-1)!;
  const words = ["--verify", "--noted", noted];
  const whole = JSON.parse((await operateEvidence([...words, "--format=json"], env)).text);
  const [{ from, path }] = whole.proofs[0].consistency as [ConsistencyProof];
  const before = { size: from.position, root: Buffer.from(from.hash, "hex") };
  expect(isBeginning(before, tree, hashes(path))).toBe(true);
  expect((await operateEvidence(words, env)).text).toContain(`✓ ${noted} es el comienzo de ${text}`);
  const other = `SI:2:${"0".repeat(64)}`;
  expect(await operateEvidence(["--verify", "--noted", other], env)).toMatchObject({
    code: 1,
    text: expect.stringContaining(`✗ No se prueba que ${other} es el comienzo`),
  });
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

test("an end that is not proved is not well, whatever else is", () => {
  const end = { brand: "SI", position: 1, hash: "ab" };
  const verified = (isProved: boolean) => ({
    heads: [end],
    entries: 1,
    waiting: 0,
    found: [],
    compared: { heads: 1, places: [] },
    proofs: [
      { head: { ...end, isSigned: true }, inclusion: [], consistency: [{ from: end, path: [], isProved }] },
    ],
  });
  expect(areWhole(verified(true))).toBe(true);
  expect(areWhole(verified(false))).toBe(false);
});
