/** What programs wait for, what came too late, and how an operator decides a wait. */
import { waitBranches, type CompiledEventType, type WaitOutcome } from "../../schemas/engine/serve.ts";
import { readRevision } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";
import { bringEvent, type Brought } from "../store/waits.ts";
import { waitWithEvents } from "../store/waits-operated.ts";
import { awaitAt } from "../runs/prepare-waits.ts";
import { sentenceOf, type ErrorSentences } from "../http/error-sentences.ts";
import { ApiError } from "../http/errors.ts";
import { checkPayload, eventKey } from "../waits/read-event.ts";
import { OperatorError } from "./operator-error.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

export {
  listWaits,
  markEventsSeen,
  retryWait,
  waitStates,
  type ListedWait,
  type WaitState,
} from "../store/waits-operated.ts";

/** One whole, with all that came for it; undefined where there is none. Its address is nobody's to read. */
export async function readWait({ db }: Pick<Store, "db">, id: string) {
  const found = await waitWithEvents(db, id);
  if (!found) return undefined;
  const { address: _, token_hash: __, context: ___, ...wait } = found.wait;
  const events = found.events.map((event) => ({ ...event, payload: JSON.parse(event.payload) as object }));
  return { ...wait, events };
}

/** `unknown`: there is no such wait. `not-waiting`: nothing can decide it any more. `no-branch`: it cannot end so. */
export type SettledByOperator = Brought | "unknown" | "not-waiting" | "no-branch";

/**
 * Decides a wait in the place of whoever should have brought the event; a server runs the branch right after.
 * @throws {OperatorError} for a payload that is not as the event's definition says.
 */
export async function decideWait(
  store: Store,
  id: string,
  { outcome, payload, note }: { outcome: WaitOutcome; payload: Record<string, unknown>; note: string },
  now: Date,
): Promise<SettledByOperator> {
  const found = await waitWithEvents(store.db, id);
  if (!found) return "unknown";
  const { wait } = found;
  if (wait.state !== "waiting") return "not-waiting";
  const revisions = { revision: (brand: string, hash: string) => readRevision(store, brand, hash) };
  const { programs, events = {}, errors } = (await requiredRevision(revisions, wait)).private;
  const lines = programs[wait.flow]?.onContinue[wait.step] ?? [];
  if (!awaitAt(lines, wait.line)[waitBranches[outcome]]) return "no-branch";
  const type = events[wait.event];
  if (!type) throw new Error(`revision ${wait.revision} of ${wait.brand} knows no event "${wait.event}"`);
  const checked = outcome === "came" ? payloadOf(type, payload, errors) : payload;
  const event = { source: "operator" as const, outcome, payload: JSON.stringify(checked), note };
  const key = eventKey(["operator", outcome, checked]);
  return await store.transaction((db) => bringEvent(db, id, { ...event, key }, now.toISOString()));
}

function payloadOf(
  type: CompiledEventType,
  payload: Record<string, unknown>,
  sentences: ErrorSentences | undefined,
): Record<string, unknown> {
  try {
    return checkPayload(type, payload);
  } catch (error) {
    throw error instanceof ApiError ? new OperatorError(sentenceOf(error, sentences)) : error;
  }
}
