/** What a signed-in person does with their own: consents taken back, sessions ended, all of it erased. */
import { randomUUID } from "node:crypto";
import { eraseRun } from "../evidence/erase.ts";
import { yearsBefore } from "../evidence/retention.ts";
import { revoke } from "../evidence/revoke.ts";
import type { ExternalCopies } from "../store/erasure.ts";
import { erasureHoldOn } from "../store/evidence.ts";
import { insertIdentityRequest } from "../store/identity-requests.ts";
import { runsOfSubmissions } from "../store/own.ts";
import { personOf, submissionsOfPerson } from "../store/identifiers.ts";
import { unsentRunsIn, unsentRunsNaming } from "../store/unsent-runs.ts";
import { endSignIn, forgetPerson, signInsOf, type SignIn } from "../store/sign-ins.ts";
import { isOfAccount } from "./open-runs.ts";
import { ownConsents, titleOf, momentOf, type OwnDeps, type Owner } from "./own.ts";

export interface ActDeps extends OwnDeps {
  /** Removes what an erasure names outside of the database. */
  removeElsewhere(copies: ExternalCopies): Promise<void>;
}

const asked = "la persona, en su cuenta";

/** Takes back one that still holds. Tells whether there was one of theirs. */
export async function revokeOwn(deps: ActDeps, owner: Owner, id: string): Promise<boolean> {
  const own = (await ownConsents(deps, owner)).find((consent) => consent.id === id && consent.isHeld);
  if (!own) return false;
  const [submission = "", path = ""] = splitAt(own.id, own.id.indexOf(":"));
  const run = (await runsOfSubmissions(deps.store.db, [submission])).get(submission);
  if (run === undefined) return false;
  return await revoke(deps.store, { run, brand: owner.who.brand }, path, asked, deps.clock());
}

const splitAt = (text: string, at: number): string[] => [text.slice(0, at), text.slice(at + 1)];

/** Ends some of their sessions, and tells how many. */
export async function endOwn({ store, clock }: ActDeps, { who }: Owner, ids: string[]): Promise<number> {
  const own = await signInsOf(store, who, clock());
  let ended = 0;
  for (const { id } of own) if (ids.includes(id) && (await endSignIn(store.db, id))) ended++;
  return ended;
}

/** Minutes in which somebody who has signed out here goes on to be signed out where they had signed in. */
const endMinutes = 10;

/** Ends this session. Whoever an identity provider had signed in is to be signed out there too. */
export async function signOut(
  { store, clock }: Pick<ActDeps, "store" | "clock">,
  who: SignIn,
): Promise<boolean> {
  const expires = new Date(clock().getTime() + endMinutes * 60_000);
  return await store.transaction(async (db) => {
    if (who.id_token !== null && who.session !== null)
      await insertIdentityRequest(db, {
        id: randomUUID(),
        kind: "end",
        brand: who.brand,
        session: who.session,
        details: JSON.stringify({ idToken: who.id_token }),
        expires_at: expires.toISOString(),
      });
    return await endSignIn(db, who.id);
  });
}

/** One of their submissions, and what becomes of it when they ask for all to be erased. */
export interface ErasableSubmission {
  id: string;
  number: string;
  title: string;
  day: string;
  isKept: boolean;
  /** That it goes, or why it is kept: a law says it, or it is part of something open. */
  fate: "erased" | "law" | "held";
  /** Until which day a law keeps it, and which. */
  until?: string;
  law?: string;
}

/** What an erasure would take. What the flow says that a law keeps, stays until then; so does what is held. */
export async function erasable(deps: OwnDeps, owner: Owner): Promise<ErasableSubmission[]> {
  const { store, clock } = deps;
  const { revision, who } = owner;
  const sent = await submissionsOfPerson(store, who.brand, who.person);
  return await Promise.all(
    sent.map(async (one): Promise<ErasableSubmission> => {
      const retention = revision.private.programs[one.flow]?.retention;
      const isOver = retention && one.created_at < yearsBefore(clock(), retention.years);
      const law = isOver ? undefined : retention?.basis;
      const isHeld = (await erasureHoldOn(store.db, one.id)) !== undefined;
      const kept =
        law === undefined
          ? { fate: isHeld ? ("held" as const) : ("erased" as const) }
          : {
              fate: "law" as const,
              until: momentOf(revision, yearsAfter(one.created_at, retention!.years)).day,
              law,
            };
      return {
        id: one.id,
        number: one.number,
        title: await titleOf(deps, owner, one),
        day: momentOf(revision, one.created_at).day,
        isKept: law !== undefined || isHeld,
        ...kept,
      };
    }),
  );
}

const yearsAfter = (at: string, years: number): string => yearsBefore(new Date(at), -years);

/**
 * What they began and did not send: on the devices where they are signed in, and wherever both their document and their
 * e-mail were typed.
 */
async function unsentOf({ store, clock }: OwnDeps, { who }: Owner) {
  const signIns = await signInsOf(store, who, clock());
  const sessions = signIns.flatMap(({ session }) => session ?? []);
  const { document, email } = personOf(who.person);
  const here = await unsentRunsIn(store.db, { brand: who.brand, sessions });
  const elsewhere = await unsentRunsNaming(store.db, [document, email], who.brand);
  return [...new Map([...here, ...elsewhere].map((run) => [run.id, run])).values()];
}

/**
 * Erases all that nothing keeps, also what was begun and not sent, and ends all of their sessions. Tells how many submissions
 * went, stayed, or were under way: of those nothing is erased, and their person stays signed in to ask again, as they do
 * where a form that they began is at work.
 */
export async function eraseOwn(deps: ActDeps, owner: Owner) {
  const { store, clock, removeElsewhere } = deps;
  const all = await erasable(deps, owner);
  const runs = await runsOfSubmissions(
    store.db,
    all.map(({ id }) => id),
  );
  const keptRuns = new Set(all.flatMap(({ id, isKept }) => (isKept ? (runs.get(id) ?? []) : [])));
  const counts = { erased: 0, kept: 0, underWay: 0 };
  for (const run of new Set(runs.values())) {
    const sent = all.filter(({ id }) => runs.get(id) === run).length;
    if (keptRuns.has(run)) {
      counts.kept += sent;
      continue;
    }
    const erasure = await eraseRun(store, run, { by: "request", reason: asked }, clock());
    if (erasure.outcome === "erased") await removeElsewhere(erasure.elsewhere);
    counts[outcomeOf[erasure.outcome]] += sent;
  }
  for (const { id, flow } of await unsentOf(deps, owner)) {
    const erasure = await eraseRun(store, id, { by: "request", reason: asked }, clock());
    if (erasure.outcome === "erased") await removeElsewhere(erasure.elsewhere);
    // The form of the account asks for this, and is at work because of it: it holds nothing but that.
    if (erasure.outcome === "at-work" && !isOfAccount(owner.revision, flow)) counts.underWay++;
  }
  if (counts.underWay === 0) await store.transaction((db) => forgetPerson(db, store, owner.who));
  return counts;
}

const outcomeOf = { erased: "erased", done: "erased", held: "kept", "at-work": "underWay" } as const;
