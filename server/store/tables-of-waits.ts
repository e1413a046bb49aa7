/** The tables of what runs wait for. */
import type { WaitOutcome } from "../../schemas/engine/serve.ts";

/**
 * A place of a program at which a run waits. `prepared` until the attempt that came there is committed, `waiting` until
 * something decides it, `decided` until the branch that follows is committed, `over` then; `stuck` where that failed for
 * too long.
 */
export interface WaitsTable {
  id: string;
  run: string;
  brand: string;
  flow: string;
  /** Hash of the run's. */
  revision: string;
  step: string;
  /** Where in the step's program it stands. */
  line: string;
  /** A type of event. */
  event: string;
  /** Where a provider brings the event: it ends with a token. */
  address: string;
  /** SHA-256 of that token. Unique. */
  token_hash: string;
  state: "prepared" | "waiting" | "decided" | "over" | "stuck";
  outcome: WaitOutcome | null;
  /** What the program goes on with: a JSON `KeptProgram` of server/waits. */
  context: string | null;
  /** Where the branch led: a JSON `Outcome` of the protocol. */
  leads: string | null;
  created_at: string;
  began_at: string | null;
  until_at: string | null;
  decided_at: string | null;
  over_at: string | null;
  /** When there is something to do: its time is over, or its branch is to be run. */
  next_at: string | null;
  /** Codes that were typed. */
  tries: number;
  /** Of its branch. */
  attempts: number;
  lease_owner: string | null;
  lease_until: string | null;
  last_error: string | null;
}

/** What came for a wait. Unique on (wait, key): the same event comes once, however often it is brought. */
export interface WaitEventsTable {
  id: string;
  wait: string;
  /** Hash of what tells it from others. */
  key: string;
  source: "provider" | "person" | "operator" | "clock";
  outcome: WaitOutcome;
  /** JSON object. */
  payload: string;
  /** What an operator says of it. */
  note: string | null;
  /** `early` came before the wait was committed, `moved` decided it, `late` came after something else had. */
  state: "early" | "moved" | "late";
  came_at: string;
  /** When an operator saw a late one. */
  seen_at: string | null;
}
