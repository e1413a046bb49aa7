import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withLock } from "../../tools/lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "vitrina-lock-"));
const module = join(import.meta.dirname, "../../tools/lock.mjs");
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that takes the lock again and again and writes when it comes in and goes out. */
async function contender(lock: string, log: string, dies: boolean): Promise<void> {
  const script = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(module)};
    const write = (word) => appendFileSync(${JSON.stringify(log)}, word + " " + process.pid + "\\n");
    for (let round = 0; round < 8; round += 1) {
      await withLock(${JSON.stringify(lock)}, () => {}, async () => {
        write("in");
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (${dies} && round === 3) process.kill(process.pid, "SIGKILL");
        write("out");
      });
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  await once(child, "exit");
}

test("one at a time, and the lock of a process that died is taken over", async () => {
  const lock = join(folder, "shared.lock");
  const log = join(folder, "log");
  await Promise.all([false, false, true].map((dies) => contender(lock, log, dies)));
  const lines = readFileSync(log, "utf8").trim().split("\n");
  const interrupted = lines.filter(
    (line, at) => line.startsWith("in") && lines[at + 1] !== line.replace("in", "out"),
  );
  // Only the one that was killed went in without coming out.
  expect(interrupted).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("out"))).toHaveLength(8 + 8 + 3);
  // If that one was the last, its lock is still there, and still to be had.
  expect(
    await withLock(
      lock,
      () => {},
      () => "taken",
    ),
  ).toBe("taken");
  expect(existsSync(lock)).toBe(false);
});

test("the lock of another machine is respected until it is silent for a minute", async () => {
  const lock = join(folder, "elsewhere.lock");
  mkdirSync(lock);
  writeFileSync(join(lock, "owner.json"), JSON.stringify({ host: "elsewhere", pid: 1 }));
  let waited = 0;
  const work = withLock(
    lock,
    () => {
      waited += 1;
      const old = new Date(Date.now() - 61_000);
      utimesSync(lock, old, old);
    },
    () => "done",
  );
  expect(await work).toBe("done");
  expect(waited).toBe(1);
});

test("it is given back when the work fails", async () => {
  const lock = join(folder, "failing.lock");
  const failing = withLock(
    lock,
    () => {},
    () => {
      throw new Error("broken");
    },
  );
  await expect(failing).rejects.toThrow("broken");
  expect(existsSync(lock)).toBe(false);
});
