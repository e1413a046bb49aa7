/** Who is signed in. */
import type { FastifyRequest } from "fastify";
import { isCrossOrigin } from "../http/same-origin.ts";
import { visitorOf, type SessionDeps } from "../http/sessions.ts";
import type { Sites } from "../http/brand-of-request.ts";
import type { Run } from "../store/runs.ts";
import { noteSeen, signInOf, type SignIn } from "../store/sign-ins.ts";
import type { Store } from "../store/store.ts";
import type { RunDeps } from "./runs.ts";

type PersonDeps = SessionDeps & { store: Pick<Store, "db">; definitions: Sites };

/** Id of who is signed in with a run's session. */
export async function personOfSession(
  { store, clock }: Pick<RunDeps, "store" | "clock">,
  { session, brand }: Pick<Run, "session" | "brand">,
): Promise<string | undefined> {
  return (await signInOf(store.db, { session, brand }, clock()))?.id;
}

/** Who is signed in at this brand's site; our own pages alone are told. */
export async function signedIn(parts: PersonDeps, request: FastifyRequest): Promise<SignIn | undefined> {
  if (isCrossOrigin(request)) return undefined;
  const { session, brand } = visitorOf(parts, request);
  if (session === undefined) return undefined;
  const now = parts.clock();
  const found = await signInOf(parts.store.db, { session, brand }, now);
  if (found) await noteSeen(parts.store.db, found, now);
  return found;
}

/** The same, its id. */
export const personOfRequest = async (
  parts: PersonDeps,
  request: FastifyRequest,
): Promise<string | undefined> => (await signedIn(parts, request))?.id;
