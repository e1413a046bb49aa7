/** A disk that is soon full: a folder on a file system of its own in memory. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const run = promisify(execFile);

/** Mounts one of so many bytes; undefined where this machine does not let us. It is unmounted after the test. */
export async function smallDisk(bytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=700`, "vitrina-test", folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  onTestFinished(async () => {
    await run("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}
