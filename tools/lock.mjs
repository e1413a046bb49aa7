// One process at a time, by a folder on disk. Plain JavaScript without dependencies, because setup.mjs uses
// it before anything is installed, under whatever Node is outside.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

const HEARTBEAT = 2_000;
/** Without a sign of life for so long, a holder is taken for dead. */
const SILENCE = 60_000;

/**
 * Does `work` while no other process does the same under the same `folder`, and gives back its result.
 * `waiting` is told once, if another process has to be waited for.
 */
export async function withLock(folder, waiting, work) {
  let told = false;
  while (!take(folder)) {
    if (removeIfStale(folder)) continue;
    if (!told) waiting();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const heartbeat = setInterval(() => touch(folder), HEARTBEAT);
  const release = () => {
    if (isOurs(folder)) remove(folder);
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    release();
  }
}

/** The folder appears under its name with its owner's file already in it, or not at all. */
function take(folder) {
  const prepared = `${folder}.${hostname()}.${process.pid}`;
  rmSync(prepared, { recursive: true, force: true });
  mkdirSync(prepared, { recursive: true });
  writeFileSync(join(prepared, "owner.json"), JSON.stringify({ host: hostname(), pid: process.pid }));
  try {
    renameSync(prepared, folder);
    return true;
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) return false;
    throw error;
  }
}

/**
 * Two who wait may both find the same lock stale; the second of them must not remove the lock that the
 * first has taken since. So removal has a lock of its own, and looks again under it.
 */
function removeIfStale(folder) {
  if (!isStale(folder)) return false;
  const removal = `${folder}.removal`;
  try {
    mkdirSync(removal);
  } catch {
    if (age(removal) > SILENCE) rmSync(removal, { recursive: true, force: true });
    return false;
  }
  try {
    if (isStale(folder)) remove(folder);
    return true;
  } finally {
    rmSync(removal, { recursive: true, force: true });
  }
}

/** Renamed before it is emptied: an empty folder under the name could be taken half-way through. */
function remove(folder) {
  const gone = `${folder}.${hostname()}.${process.pid}.gone`;
  try {
    renameSync(folder, gone);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  rmSync(gone, { recursive: true, force: true });
}

function isStale(folder) {
  const owner = ownerOf(folder);
  const isDead = owner?.host === hostname() && !isRunning(owner.pid);
  return isDead || age(folder) > SILENCE;
}

function isOurs(folder) {
  const owner = ownerOf(folder);
  return owner?.host === hostname() && owner.pid === process.pid;
}

function ownerOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"));
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Milliseconds since the last sign of life; negative numbers count as none. */
function age(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(folder) {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
  } catch {
    // It was removed from outside. The work goes on; the next taker sees no lock.
  }
}
