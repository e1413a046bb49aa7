import { randomUUID } from "node:crypto";
import { ApiError } from "../http/errors.ts";
import { isPlainAddress } from "../mail-address.ts";
import { countMail } from "../mail/mail-limits.ts";
import { routeOf } from "../runs/linked.ts";
import { ownRun } from "../runs/own-run.ts";
import { notMounted, stale } from "../runs/errors.ts";
import type { Answers } from "../../schemas/engine/serve.ts";
import type { RunDeps } from "../runs/runs.ts";
import type { Visitor } from "../http/sessions.ts";
import type { Limit, Limits } from "../http/limits.ts";
import { enqueueDelivery } from "../store/deliveries.ts";
import { handoffDedupe, insertHandoff } from "../store/handoffs.ts";
import { lockRun } from "../store/locks.ts";
import type { HandoffPayload } from "./mail.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

/** Mails about one run. */
const limitOfRun: Limit = { times: 5, minutes: 60 };
/** As long as an address may be that mail goes to. */
const maxAddressLength = 254;

const notOffered = (): ApiError => new ApiError("not-found.handoff");
const badAddress = (): ApiError => new ApiError("mail-address");

/** Single, plain, and of a host that others can reach by its name. */
const isAddress = (email: string): boolean =>
  email.length <= maxAddressLength && isPlainAddress(email) && /\.\p{L}{2,}$/u.test(email);

export interface HandoffDeps extends RunDeps {
  limits: Limits;
}

/**
 * Queues a mail with which a run is gone on with on another device. `origin` is where the form is, e.g.
 * `https://www.example.cl`.
 * @throws {ApiError} `no-run`, `went`, `stale`, `mail-address`, `too-many`, `unavailable`.
 */
export async function askHandoff(
  parts: HandoffDeps,
  visitor: Visitor,
  id: string,
  { email: typed, origin }: { email: string; origin: string },
): Promise<void> {
  const { store, definitions, clock, limits, wake } = parts;
  const run = await ownRun(parts, visitor, id);
  if (run.status !== "open") throw stale(run);
  const revision = await requiredRevision(definitions, run);
  if (!revision.public.flows[run.flow]?.handoff) throw notOffered();
  const route = routeOf(definitions.current(run.brand), run.flow, JSON.parse(run.answers) as Answers);
  if (route === undefined) throw notMounted();
  const to = typed.trim();
  if (!isAddress(to)) throw badAddress();
  await limits.count(`handoff of ${run.id}`, limitOfRun, "mail");
  await countMail(limits, "handoff", to);
  const now = clock();
  const handoff = randomUUID();
  const payload: HandoffPayload = {
    handoff,
    to,
    flow: run.flow,
    revision: run.revision,
    address: origin + route,
  };
  await store.transaction(async (db) => {
    const { id: of, session: from, brand, flow } = run;
    const at = now.toISOString();
    // What was mailed before is good no more, also where two ask at once.
    await lockRun(db, of);
    await insertHandoff(db, { id: handoff, run: of, session: from, brand, flow, created_at: at });
    const delivery = {
      submission: null,
      brand,
      kind: "mail" as const,
      dedupe: handoffDedupe(handoff),
      payload,
    };
    await enqueueDelivery(db, delivery, now);
  });
  wake();
}
