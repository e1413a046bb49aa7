/** Linked runs: what a program begins for another person or matter, which the same visitor fills in afterwards. */
import {
  boundAddress,
  type Answers,
  type CompiledScreen,
  type Revision,
  type Tracking,
} from "../../schemas/engine/serve.ts";
import type { Definitions } from "../definitions/definitions.ts";
import {
  isLinked,
  lineTouched,
  markBegun,
  openInLine,
  waitingRuns,
  type LinkedRun,
} from "../store/linked-runs.ts";
import {
  anySessionsRun,
  changeFreeRun,
  findRun,
  insertRun,
  openRun,
  runResults,
  type Run,
} from "../store/runs.ts";
import { lockLine } from "../store/locks.ts";
import { newRowId, newToken } from "../random.ts";
import type { Queries } from "../store/store.ts";
import { startingAnswers } from "./answers.ts";
import { isAbandoned } from "./abandon.ts";

/**
 * Address of the screen that mounts a flow, with what the answers of a run say of it. One with other parameters is none:
 * nothing says what they would be.
 */
export function routeOf(
  revision: Revision | undefined,
  flow: string,
  answers: Answers = {},
  isMeant: (screen: CompiledScreen) => boolean = () => true,
): string | undefined {
  if (!revision || !Object.hasOwn(revision.public.flows, flow)) return undefined;
  return revision.public.brand.screens
    .filter((screen) => screen.flow === flow && isMeant(screen))
    .map((screen) => boundAddress(screen, answers, { path: screen.route, search: "" }, {}).path)
    .find((path) => !path.includes("/:"));
}

/** A run at its beginning. */
export function newRun(
  revision: Revision,
  { session, flow, subject = "", now }: { session: string; flow: string; subject?: string; now: string },
  begunWith: { answers?: Answers; parameters?: Record<string, unknown>; tracking?: Tracking } = {},
): Run {
  const { answers = {}, parameters = {}, tracking } = begunWith;
  return {
    id: newRowId(),
    session,
    brand: revision.brand,
    flow,
    subject,
    revision: revision.hash,
    step: revision.public.flows[flow]!.steps[0]!.id,
    version: 0,
    answers: JSON.stringify(answers),
    results: JSON.stringify({
      with: parameters,
      run: { token: newToken() },
      ...(tracking ? { tracking } : {}),
    }),
    done: "[]",
    status: "open",
    failure: null,
    failure_says: null,
    dialog: null,
    wait: null,
    settled: null,
    busy_key: null,
    busy_until: null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Begins what waits in a session and whose turn has come: whoever put it in line has ended, and no other run of that
 * flow is open. A run of the same flow that the visitor had begun by himself becomes the linked one, with what is in it.
 */
export async function beginWaiting(
  definitions: Definitions,
  db: Queries,
  session: string,
  brand: string,
  now: string,
): Promise<void> {
  const revision = definitions.current(brand);
  // Of two that have ended at once, one begins what follows.
  await lockLine(db, session);
  for (const linked of await waitingRuns(db, session, brand)) {
    const { flow } = linked;
    // Its page is gone, maybe for a while.
    if (!revision || routeOf(revision, flow) === undefined) continue;
    const touched = await lineTouched(db, linked.family);
    if (isAbandoned(definitions, { brand, flow, updated_at: touched }, now)) continue;
    const answers = startingAnswers(definitions.prepared(revision, flow), JSON.parse(linked.answers));
    const open = await openRun(db, session, { brand, flow, subject: "" });
    if (open) {
      await adopt(db, open, linked, answers, now);
      continue;
    }
    // It is the same visit.
    const { tracking } = runResults(await anySessionsRun(db, linked.begun_by)) as { tracking: Tracking };
    const parameters = JSON.parse(linked.parameters) as Record<string, unknown>;
    const run = newRun(revision, { session, flow, now }, { answers, parameters, tracking });
    await insertRun(db, run);
    if (await findRun(db, session, run.id)) await markBegun(db, linked.id, run.id);
  }
}

/** Only a run that nobody else put in line and that no attempt is at work on; else the linked one waits on. */
async function adopt(db: Queries, open: Run, linked: LinkedRun, begun: Answers, now: string): Promise<void> {
  if (await isLinked(db, open.id)) return;
  // What was done so far was done for somebody else.
  const [first = open.step] = JSON.parse(open.done) as string[];
  const changed = await changeFreeRun(db, open.id, {
    step: first,
    done: "[]",
    answers: JSON.stringify({ ...(JSON.parse(open.answers) as Answers), ...begun }),
    results: JSON.stringify({ ...runResults(open), with: JSON.parse(linked.parameters) }),
    updated_at: now,
  });
  if (changed) await markBegun(db, linked.id, open.id);
}

/** Where the person goes on after a run has ended: the page of the first in its line that is not done. */
export async function nextInLine(
  definitions: Definitions,
  db: Queries,
  run: Pick<Run, "id" | "brand">,
): Promise<string | undefined> {
  const revision = definitions.current(run.brand);
  const flows = await openInLine(db, run.id);
  return flows.map((flow) => routeOf(revision, flow)).find((route) => route !== undefined);
}
