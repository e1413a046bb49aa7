/** Ends of the chains of evidence, noted by mail or in an object store: in trouble too, and compared with. */
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { openExternalChainHeads } from "../../server/evidence/external-chain-heads.ts";
import { logChainHeads } from "../../server/evidence/log-chain-heads.ts";
import { headsOf } from "../../server/store/evidence.ts";
import { headText, chainHeadLogFile } from "../../server/store/chain-head-log.ts";
import { operateEvidence } from "../../tools/operators/evidence.ts";
import { openApp } from "../support/app.ts";
import { startBucket } from "../support/bucket.ts";
import { startSmtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { send } from "./evidence-parts.ts";
import { keptLog, setClock, temporaryStore } from "./parts.ts";
import { askRaw } from "./raw-database.ts";

async function withBucket() {
  const bucket = await startBucket("heads/");
  const { store, config } = await temporaryStore();
  const log = keptLog();
  const elsewhere = await openExternalChainHeads({
    config: { ...config, evidenceHeads: bucket.config },
    store,
    clock: setClock().now,
    revision: () => undefined,
    queued: () => {},
  });
  onTestFinished(() => elsewhere!.close());
  const { bucket: name, endpoint, region, accessKeyId, secretAccessKey } = bucket.config;
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    EVIDENCE_HEADS: `s3://${name}/heads`,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const verify = () => operateEvidence(["--verify"], env);
  return { bucket, store, config, log, note: logChainHeads(store, log, elsewhere), verify };
}

test("an end that the object store does not take is said, and is there when it has come back", async () => {
  const { bucket, store, log, note } = await withBucket();
  await send(store, "SI-1");
  bucket.trouble = () => ({ status: 503, code: "SlowDown" });
  await note();
  const [head] = await headsOf(store.db);
  expect(log.text()).toContain("could not be noted elsewhere");
  expect(log.text()).toContain(headText(head!));
  expect(bucket.objects.size).toBe(0);
  bucket.trouble = () => undefined;
  await note();
  await send(store, "SI-2");
  await note();
  const [last] = await headsOf(store.db);
  const keys = [head!, last!].map(
    ({ brand, position, hash }) => `heads/${brand}/${String(position).padStart(9, "0")}-${hash}`,
  );
  expect([...bucket.objects.keys()]).toEqual(keys);
  expect(bucket.objects.get(keys[1]!)!.bytes.toString()).toBe(`${headText(last!)}\n`);
  // A chain that has not grown is not noted again.
  const before = bucket.requests.length;
  await note();
  expect(bucket.requests.length).toBe(before);
});

test("a tail that is cut off together with its head and with the file is found by what the object store has", async () => {
  const { bucket, store, config, note, verify } = await withBucket();
  expect(await verify()).toMatchObject({ code: 1, text: expect.stringContaining("heads/: no se pudo leer") });
  for (const id of ["SI-1", "SI-2", "SI-3"]) await send(store, id);
  await note();
  expect(await verify()).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /Comparadas con \d+ puntas anotadas en \S+ y en s3:\/\/vitrina-test\/heads\/\./,
    ),
  });
  const ask = (query: string) => askRaw(config, query);
  for (const table of ["consents", "evidence"]) await ask(`delete from ${table} where submission = 'SI-3'`);
  await ask("delete from submissions where id = 'SI-3'");
  await ask(
    "update evidence_heads set position = 4, hash = (select hash from evidence where brand = 'SI' and position = 4) where brand = 'SI'",
  );
  await rm(chainHeadLogFile(config.dataDir));
  expect(await verify()).toMatchObject({
    code: 1,
    text: expect.stringContaining("✗ SI, n.º 6: la entrada que se anotó aparte no está, o es otra."),
  });
  // Silence proves nothing.
  bucket.trouble = () => ({ status: 403, code: "AccessDenied" });
  expect(await verify()).toMatchObject({ code: 1, text: expect.stringContaining("403 AccessDenied") });
});

test("by mail each end comes once, from the brand, and in the end though the mail server was away", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  const mailto = "auditoria@autos.example";
  const app = await openApp({ env: { SMTP_URL: smtp.url, EVIDENCE_HEADS: `mailto:${mailto}` } });
  await send(app.store, "SI-1");
  const [head] = await headsOf(app.store.db);
  smtp.refuse(450);
  await app.housekeeping.once();
  await until(
    () => smtp.attempts() > 0,
    () => "nothing was tried",
  );
  smtp.accept();
  const [mail] = await smtp.waitFor(1);
  const { mailSender } = app.definitions.current("SI")!.private.facts;
  expect([mail!.from, mail!.to]).toEqual([mailSender, [mailto]]);
  expect(mail!.email.text).toContain(`--noted ${headText(head!)}`);
  // A server that starts knows of none.
  const other = await openExternalChainHeads({
    config: { dataDir: app.dataDir, evidenceHeads: { mailto } },
    store: app.store,
    clock: () => new Date(),
    revision: app.definitions.current,
    queued: () => {},
  });
  await logChainHeads(app.store, keptLog(), other)();
  const queued = await app.store.db.selectFrom("deliveries").select("dedupe").execute();
  expect(queued).toEqual([{ dedupe: `evidence-head/${headText(head!)}` }]);
});
