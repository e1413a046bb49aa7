/** What `check` has found right before, by hashes: what did not change is not tried again. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { engineCodeHash } from "../../server/definitions/engine-code.ts";
import { project } from "./project.ts";

const file = join(project, "node_modules/.cache/vitrina/proven.json");
const runners = [
  "examples.ts",
  "compiled-flows.ts",
  "proof-keys.ts",
  "run-examples.ts",
  "run-program.ts",
  "unasked-answers.ts",
  // What runs their programs.
  "../../server/runs/program.ts",
  "../../server/runs/call-once.ts",
  "../../server/evaluation/program-scope.ts",
  "../../server/evaluation/json-logic.ts",
  "../../server/evaluation/second-evaluation.ts",
  "../../server/services/prepared-call.ts",
  "../../server/services/read-answer.ts",
  "../../server/waits/read-event.ts",
];

/** Some projects' worth of examples; the oldest are forgotten. */
const most = 5_000;

export interface Proven {
  has(key: string): boolean;
  add(key: string): void;
  /** Writes down what was added. */
  keep(): Promise<void>;
}

/** By the code that proved it: under other code nothing is proven yet. */
export async function openProven(): Promise<Proven> {
  const hash = createHash("sha256").update(await engineCodeHash());
  for (const name of runners) hash.update(await readFile(join(import.meta.dirname, name)));
  const code = hash.digest("hex");
  const known = await readProven(code);
  const added = new Set<string>();
  return {
    has: (key) => known.has(key),
    add: (key) => {
      known.add(key);
      added.add(key);
    },
    keep: async () => {
      if (added.size === 0) return;
      // Another check may have written meanwhile.
      const all = [...new Set([...(await readProven(code)), ...added])].slice(-most);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.${process.pid}`, JSON.stringify({ code, keys: all }));
      await rename(`${file}.${process.pid}`, file);
    },
  };
}

async function readProven(code: string): Promise<Set<string>> {
  try {
    const kept = JSON.parse(await readFile(file, "utf8")) as { code: string; keys: string[] };
    return new Set(kept.code === code ? kept.keys : []);
  } catch {
    return new Set();
  }
}

/** Names all files as they are. */
export const nameOfAll = (sources: object): string =>
  createHash("sha256").update(JSON.stringify(sources)).digest("hex");
