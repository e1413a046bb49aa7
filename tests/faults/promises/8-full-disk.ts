import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startServer } from "../../support/server.ts";
import { startSmtp } from "../../support/smtp.ts";
import { createDriver, type Driver, type Person, type Told } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

/** What the store holds at the end has to fit, beside the room that is taken from it. */
const forms = {
  short: { megabytes: 24, rounds: 1, people: 12 },
  long: { megabytes: 160, rounds: 10, people: 100 },
};

/** Fills a folder's disk to its last byte, and gives the file that does it. */
function fill(folder: string): string {
  const path = join(folder, "filling");
  const file = openSync(path, "w");
  try {
    for (let block = 1024 * 1024; block >= 1; block = Math.floor(block / 4)) {
      const bytes = Buffer.alloc(block);
      try {
        // A part of a block that still fits is written, and counts.
        for (;;) writeSync(file, bytes);
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
      }
    }
  } finally {
    closeSync(file);
  }
  return path;
}

const press = async (driver: Driver, person: Person): Promise<Told> => {
  const { path, body, headers } = driver.press(person);
  return await driver.ask(person, "POST", path, body, headers);
};

interface Failing {
  outcome: { failure?: boolean };
}

const isDone = (body: unknown): boolean => (body as { state?: { status?: string } }).state?.status === "done";

export const fullDisk: PromiseTrial = {
  number: 8,
  promise: "A full disk: 503, nothing half-written, works again when there is room",
  unless: () => {
    if (process.platform !== "linux" || process.getuid?.() !== 0)
      return "only root on Linux may mount a small disk";
    const folder = mkdtempSync(join(tmpdir(), "vitrina-mount-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
    if (mounted) spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
    return mounted ? undefined : "a small disk cannot be mounted here";
  },
  run: async ({ long, later }) => {
    const { megabytes, rounds, people } = long ? forms.long : forms.short;
    const disk = mkdtempSync(join(tmpdir(), "vitrina-disk-"));
    later(() => rmSync(disk, { recursive: true, force: true }));
    assert.equal(spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]).status, 0);
    later(() => spawnSync("umount", ["-l", disk]));
    const smtp = await startSmtp();
    later(() => smtp.stop());
    const dataDir = join(disk, "data");
    const server = await startServer({
      dataDir,
      env: { SMTP_URL: smtp.url, TRUST_PROXY: "loopback", SERVICES_PORT: "off" },
      files: contactAlone(),
    });
    later(() => server.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
    later(() => driver.close());
    let unavailable = 0;
    let failures = 0;
    let longestWait = 0;
    for (let round = 0; round < rounds; round += 1) {
      const persons: Person[] = [];
      for (let index = 0; index < people; index += 1) persons.push(await driver.begin());
      await driver.ask(persons[0], "GET", "/contacto");
      const filling = fill(disk);
      const refused: Person[] = [];
      for (const person of persons) {
        const { status, body } = await press(driver, person);
        if (status === 503) unavailable += 1;
        else assert.equal(status, 200, JSON.stringify(body));
        // There was room in what the store had taken before.
        if (isDone(body)) driver.accepted(person, body);
        else refused.push(person);
        if (status === 503 || isDone(body)) continue;
        // An embedded service had no room, and its caller still had: the failure page, which the next press leaves.
        assert.equal((body as Partial<Failing>).outcome?.failure, true, JSON.stringify(body));
        failures += 1;
        person.key = randomUUID();
      }
      assert.ok(refused.length > 0, "the disk was full, and nobody was told so");
      // Who is here already still sees pages; of somebody new nobody can count how often he comes, and that refuses.
      const page = await driver.ask(persons[0], "GET", "/contacto");
      assert.equal(page.status, 200, "pages are still there");
      const news = await driver.ask(undefined, "GET", "/contacto");
      assert.ok([200, 503].includes(news.status), `a clear answer, not ${news.status}`);
      rmSync(filling);
      // The same attempts, with the same keys. A run that could not even be given back is free again after 20 s.
      const began = performance.now();
      for (const person of refused) {
        const { state } = await driver.send(person);
        assert.equal(state.status, "done", "works again");
      }
      longestWait = Math.max(longestWait, performance.now() - began);
    }
    await server.stop();
    const database = new DatabaseSync(join(dataDir, "vitrina.sqlite"), { readOnly: true });
    later(() => database.close());
    assert.deepEqual(Object.values(database.prepare("pragma integrity_check").get()!), ["ok"]);
    const rows = database.prepare("select number, state from submissions").all();
    assert.ok(
      rows.every(({ state }) => state === "accepted"),
      "nothing is left half done",
    );
    assert.deepEqual(
      rows.map(({ number }) => String(number)).toSorted(),
      driver.acknowledged.map(({ number }) => number).toSorted(),
    );
    return {
      done: `A disk of ${megabytes} MB filled to its last byte, ${rounds} times, under ${count(rounds * people)} submissions`,
      figure: `${count(unavailable)} answers 503 and ${count(failures)} failure pages; all ${count(rows.length)} stored once, within ${(longestWait / 1000).toFixed(1)} s after there was room; integrity_check ok`,
    };
  },
};
