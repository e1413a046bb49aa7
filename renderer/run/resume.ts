import type { Answer, ContinueRequest, RunState } from "../../schemas/engine/evaluate.ts";
import { knownTo, withEdits } from "./answers.ts";
import type { Attempts, AttemptDeps } from "./attempts.ts";
import type { AttemptMemory } from "./memory.ts";

type Given = Record<string, Answer | undefined>;

/** The parts of a run that are needed to go on where a page was left. */
export interface ResumeDeps extends Pick<
  AttemptDeps,
  "store" | "transport" | "memory" | "edits" | "view" | "inTurn" | "accepted"
> {
  follow: Attempts["follow"];
  /** Paths were edited: they are remembered, and saved soon. */
  onEdit(paths: string[]): void;
}

/**
 * Goes on where the page was left: with what was not saved, with `given` by its address and `typed` before it was alive,
 * and with an attempt whose answer never came.
 */
export function resumeRun(parts: ResumeDeps, typed: Given, given: Given): void {
  const { store, memory, edits } = parts;
  const { run } = parts.view();
  const kept = memory.unsaved();
  const unanswered = run ? null : memory.attempt();
  const same = kept && (kept.run === (run?.run ?? null) || kept.run === null) && run?.status !== "done";
  if (kept && !same) memory.forget();
  if (same) {
    const known = knownTo(store, kept.answers);
    store.replace(withEdits(store.answers(), known));
    parts.onEdit(Object.keys(known));
  }
  const [addressed, adopted] = [knownTo(store, given), knownTo(store, typed)];
  const before = edits.size();
  if (Object.keys(addressed).length > 0) store.setMany(addressed);
  // What the path says stands there from the beginning: the run has to learn of it all the same.
  if (run?.status === "open") edits.add(Object.keys(addressed));
  // What the address gives, nobody typed.
  const untyped = edits.size() - before;
  if (Object.keys(adopted).length > 0) store.setMany(adopted);
  store.start();
  if (unanswered) void askFor(parts, unanswered, untyped);
  else if (run) tellOfUnanswered(parts, run);
}

/** An attempt was never answered, and the run that the page came with says that it was accepted. */
function tellOfUnanswered({ memory, accepted }: ResumeDeps, state: RunState): void {
  const { run, step } = JSON.parse(memory.attempt()?.body ?? "{}") as Partial<
    ContinueRequest & { run: string }
  >;
  if (run === state.run && step !== undefined && state.done.includes(step)) accepted?.(step, state);
}

/**
 * An attempt was never answered, and its run is not open any more: the same request again only tells how it ended. Who
 * has begun to type since then is left where they are.
 */
async function askFor(
  { transport, memory, edits, inTurn, follow }: ResumeDeps,
  { key, body }: AttemptMemory,
  untyped: number,
): Promise<void> {
  const { run, ...request } = JSON.parse(body) as ContinueRequest & { run: string };
  const reply = await inTurn(() => transport.proceed(run, request, key));
  if (reply.kind === "lost") return;
  memory.forgetAttempt();
  if (reply.kind === "answer" && edits.size() === untyped) follow(reply.data, request);
}
