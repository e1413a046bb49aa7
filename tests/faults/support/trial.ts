/** How a promise is tried: in a short form by the tests, in a long one by `npm run faults`. */
export interface Trial {
  /** Whether it is the form whose numbers go into the table. */
  long: boolean;
  /** Runs when the trial has ended, however it did; the last one first. */
  later(cleanUp: () => unknown): void;
  /** A line about how it goes, for whoever waits for a long one. */
  say(line: string): void;
}

/** What was done and found, as the table of docs/promises.md says it. */
export interface Shown {
  done: string;
  figure: string;
}

export interface PromiseTrial {
  /** As in the table of promises. */
  number: number;
  promise: string;
  /** Why it cannot be tried here; undefined where it can. */
  unless?(): Promise<string | undefined> | string | undefined;
  /** Throws where the promise is broken. */
  run(trial: Trial): Promise<Shown>;
}

/** Runs one, and cleans up after it. */
export async function runTrial(
  { run }: PromiseTrial,
  { long, say }: Pick<Trial, "long" | "say">,
): Promise<Shown> {
  const cleanUps: (() => unknown)[] = [];
  try {
    return await run({ long, say, later: (cleanUp) => void cleanUps.push(cleanUp) });
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

/** A count as people read it. */
export const count = (value: number): string => Math.round(value).toLocaleString("en-US");
