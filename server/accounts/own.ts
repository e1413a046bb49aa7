/** What a person sees of their own: what was sent with their document and e-mail to this brand, and what hangs on it. */
import { plainWords, type Revision } from "../../schemas/engine/serve.ts";
import { dayIn, timeIn, type Clock } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { reEvaluate } from "../evidence/re-evaluate.ts";
import { questionsAndAnswers } from "../runs/submission.ts";
import type { Consent } from "../store/evidence.ts";
import { submissionsOfPerson, type ListedSubmission } from "../store/identifiers.ts";
import { appointmentsOfRuns, callsUnderWay, consentsOfSubmissions, runsOfSubmissions } from "../store/own.ts";
import { signInsOf, type SignIn } from "../store/sign-ins.ts";
import type { Store } from "../store/store.ts";
import { submissionsById } from "../store/submissions.ts";

export interface OwnDeps {
  store: Store;
  clock: Clock;
  definitions: Pick<Definitions, "current" | "revision">;
}

/** Whose things are read, and the brand's words for them. */
export interface Owner {
  who: SignIn;
  revision: Revision;
}

/** One of their submissions, as lists show it. */
export interface OwnSubmission {
  id: string;
  number: string;
  title: string;
  state: SubmissionState;
  day: string;
  time: string;
}

/** What was received goes on to the services that work on it; what one of them refused, people look at. */
const workedOn = { open: "underWay", dead: "withUs" } as const;
export type SubmissionState = "received" | (typeof workedOn)[keyof typeof workedOn];

/** When something was, on the brand's clock. */
export const momentOf = ({ public: { brand } }: Revision, at: string): { day: string; time: string } => {
  const moment = new Date(at);
  return { day: dayIn(brand.timeZone, moment), time: timeIn(brand.timeZone, moment) };
};

/** What a flow is called: as it is now, or was when something was sent with it. */
export async function titleOf(
  { definitions }: Pick<OwnDeps, "definitions">,
  { revision }: Owner,
  sent: Pick<ListedSubmission, "flow" | "revision">,
): Promise<string> {
  const named =
    revision.public.flows[sent.flow] ??
    (await definitions.revision(revision.brand, sent.revision))?.public.flows[sent.flow];
  return named ? plainWords(named.title) : "";
}

/** Their submissions, as the store lists them. */
export const sentBy = ({ store }: Pick<OwnDeps, "store">, { who }: Owner): Promise<ListedSubmission[]> =>
  submissionsOfPerson(store, who.brand, who.person);

/** All that they sent, the newest first. */
export async function ownSubmissions(deps: OwnDeps, owner: Owner): Promise<OwnSubmission[]> {
  const sent = await sentBy(deps, owner);
  const ids = sent.map(({ id }) => id);
  const underWay = await callsUnderWay(deps.store.db, ids);
  return await Promise.all(
    sent.map(async (one): Promise<OwnSubmission> => ({
      id: one.id,
      number: one.number,
      title: await titleOf(deps, owner, one),
      state: underWay.has(one.id) ? workedOn[underWay.get(one.id)!] : "received",
      ...momentOf(owner.revision, one.created_at),
    })),
  );
}

/** One of them with what was asked and answered; undefined where it is none of theirs. */
export async function ownSubmission(deps: OwnDeps, owner: Owner, id: string) {
  const one = (await ownSubmissions(deps, owner)).find((sent) => sent.id === id);
  if (!one) return undefined;
  const consents = await ownConsents(deps, owner, [one]);
  return { ...one, answers: await answersOf(deps, id), consents };
}

/** Questions and answers as they were read then; none where nobody can read them any more. */
export async function answersOf(
  { store }: Pick<OwnDeps, "store">,
  id: string,
): Promise<{ name: string; label: string }[]> {
  const [whole] = (await submissionsById(store.db, [id])).rows;
  const again = whole && (await reEvaluate(store.db, whole).catch(() => undefined));
  if (!again) return [];
  return questionsAndAnswers(again.values).flatMap(({ rows }) =>
    rows.map(({ label, value }) => ({ name: label, label: value })),
  );
}

const consentId = ({ submission, path }: Pick<Consent, "submission" | "path">): string =>
  `${submission}:${path}`;

/** What they agreed to, word by word, the last first. */
export async function ownConsents(deps: OwnDeps, owner: Owner, of?: OwnSubmission[]) {
  const sent = of ?? (await ownSubmissions(deps, owner));
  const rows = await consentsOfSubmissions(
    deps.store.db,
    sent.map(({ id }) => id),
  );
  return rows.map((consent) => {
    const { number, title } = sent.find(({ id }) => id === consent.submission)!;
    const { revoked_at: revoked } = consent;
    return {
      id: consentId(consent),
      purpose: consent.purpose ?? "",
      text: consent.text ?? "",
      number,
      title,
      day: momentOf(owner.revision, consent.given_at).day,
      isHeld: revoked === null,
      ...(revoked === null ? {} : { revoked: momentOf(owner.revision, revoked).day }),
    };
  });
}

/** Runs of what they sent. */
async function ownRuns(deps: OwnDeps, owner: Owner): Promise<string[]> {
  const ids = (await sentBy(deps, owner)).map(({ id }) => id);
  return [...new Set((await runsOfSubmissions(deps.store.db, ids)).values())];
}

/** By what whoever has it moves or cancels an hour: the link of their mail has it too. */
function tokenIn(details: string): { token?: string } {
  const { token } = JSON.parse(details) as { token?: string };
  return token === undefined ? {} : { token };
}

/** Their hours at a workshop, the last first. */
export async function ownAppointments(deps: OwnDeps, owner: Owner) {
  const runs = await ownRuns(deps, owner);
  const rows = await appointmentsOfRuns(deps.store.db, owner.who.brand, runs);
  const today = dayIn(owner.revision.public.brand.timeZone, deps.clock());
  return rows.map(({ id, day, time, state, details }) => ({
    id,
    state,
    // On the day itself the workshop is called.
    ...(state === "booked" && day !== null && day > today ? tokenIn(details) : {}),
    ...(day === null ? {} : { day }),
    ...(time === null ? {} : { time }),
  }));
}

/** Where they are signed in: the device that asks first. */
export async function ownSessions(deps: OwnDeps, { who, revision }: Owner) {
  const rows = await signInsOf(deps.store, who, deps.clock());
  return rows
    .toSorted((one, two) => Number(two.id === who.id) - Number(one.id === who.id))
    .map((one) => ({
      id: one.id,
      device: one.device === "phone" ? "phone" : "computer",
      place: one.id === who.id ? "here" : "elsewhere",
      began: momentOf(revision, one.created_at).day,
      seen: momentOf(revision, one.seen_at).day,
    }));
}
