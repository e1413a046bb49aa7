import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { testDataKey } from "../../support/data-keys.ts";
import { processEnv } from "../../support/process-env.ts";
import { startServer } from "../../support/server.ts";
import { startSmtp } from "../../support/smtp.ts";
import { createDriver } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const root = join(import.meta.dirname, "../../..");

/** One of the operators' commands, as they call it. Throws with what it printed where it does not end well. */
const command = async (name: "backup" | "restore", folder: string, dataDir: string): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(root, "tools/operate.ts"), name, folder], {
    cwd: root,
    env: { ...processEnv(), DATA_DIR: dataDir, DATA_KEY: testDataKey },
  });
};

const numbersIn = (dataDir: string): string[] => {
  const database = new DatabaseSync(join(dataDir, "vitrina.sqlite"), { readOnly: true });
  try {
    assert.deepEqual(Object.values(database.prepare("pragma integrity_check").get()!), ["ok"]);
    const rows = database.prepare("select number from submissions where state = 'accepted'").all();
    return rows.map(({ number }) => String(number));
  } finally {
    database.close();
  }
};

export const backup: PromiseTrial = {
  number: 15,
  promise: "A backup taken while running restores with everything acknowledged before it",
  run: async ({ long, later }) => {
    const { backups, first } = long ? { backups: 10, first: 1000 } : { backups: 1, first: 30 };
    const folder = mkdtempSync(join(tmpdir(), "vitrina-backup-"));
    later(() => rmSync(folder, { recursive: true, force: true }));
    const smtp = await startSmtp();
    later(() => smtp.stop());
    const env = { DATA_KEY: testDataKey, SMTP_URL: smtp.url, TRUST_PROXY: "loopback", SERVICES_PORT: "off" };
    const server = await startServer({ env, files: contactAlone() });
    later(() => server.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}`, connections: 8 });
    later(() => driver.close());
    await driver.submitAll(first, 8);

    let ended = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!ended) await driver.submit();
      }),
    );
    const before: { path: string; acknowledged: string[] }[] = [];
    try {
      for (let index = 0; index < backups; index += 1) {
        const path = join(folder, `backup-${index}`);
        const acknowledged = driver.acknowledged.map(({ number }) => number);
        await command("backup", path, server.dataDir);
        before.push({ path, acknowledged });
      }
    } finally {
      ended = true;
    }
    await load;
    const meanwhile = driver.acknowledged.length - first;
    assert.ok(meanwhile > 0, "submissions went on meanwhile");

    let restored = 0;
    for (const [index, { path, acknowledged }] of before.entries()) {
      const dataDir = join(folder, `restored-${index}`);
      await command("restore", path, dataDir);
      const numbers = new Set(numbersIn(dataDir));
      assert.deepEqual(
        acknowledged.filter((number) => !numbers.has(number)),
        [],
        "everything acknowledged before the backup is in it",
      );
      restored += numbers.size;
    }
    // And the product runs on it.
    const again = await startServer({ env, files: contactAlone(), dataDir: join(folder, "restored-0") });
    later(() => again.close());
    const next = createDriver({ origin: () => `http://127.0.0.1:${again.port}` });
    later(() => next.close());
    await next.submit();
    const told = before.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    return {
      done: `${backups} backups with \`npm run operate -- backup\` under load, ${count(meanwhile)} submissions meanwhile; each restored into an empty folder`,
      figure: `${count(told)} acknowledged before them, 0 missing of ${count(restored)} restored, integrity_check ok; the server starts on one and takes submissions`,
    };
  },
};
