/** A thread that tries its share of mutations: try-mutations.ts starts it, and is told what each came to. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { loadSources } from "../../../server/definitions/load.ts";
import { mutatorOf } from "./mutated-definitions.ts";
import { problemsOf } from "./try-mutation.ts";

/** Numbers of mutations: from the first one on, so many apart. */
export interface Share {
  first: number;
  apart: number;
  last: number;
}

export type Tried = ReturnType<typeof problemsOf>;

const { first, apart, last } = workerData as Share;
const { mutate } = mutatorOf(await loadSources(join(import.meta.dirname, "../../..")));
for (let number = first; number <= last; number += apart) {
  parentPort!.postMessage(problemsOf(mutate(number)), []);
}
