/** How far people came with a form, and how those are reached who did not end it and agreed to that. */
import { plainWords, type Answers, type CompiledFlow, type Revision } from "../../schemas/engine/serve.ts";
import { findLead, listLeads, type Lead, type LeadsQuery } from "../store/leads.ts";
import { readRevision } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";
import { reachOf, type Reach } from "./reach.ts";

export interface ListedLead extends Lead {
  /** Which step of how many they came to; undefined where the form's definition is gone. */
  place: { step: number; of: number } | undefined;
  farthest: string;
}

/** Steps that ask, in order, with their names. */
const stepsOf = (flow: CompiledFlow | undefined): { id: string; name: string }[] =>
  (flow?.steps ?? [])
    .filter(({ ends }) => !ends)
    .map(({ id, name, title }) => ({ id, name: plainWords(name ?? title) }));

/** Revisions of one brand by hash: many runs began with the same. */
function revisionsOf(store: Store): (brand: string, hash: string) => Promise<Revision | undefined> {
  const known = new Map<string, Promise<Revision | undefined>>();
  return (brand, hash) => {
    const name = `${brand}/${hash}`;
    const found = known.get(name) ?? readRevision(store, brand, hash);
    known.set(name, found);
    return found;
  };
}

/** The newest first, with nothing personal. */
export async function leadsOf(store: Store, query: LeadsQuery): Promise<ListedLead[]> {
  const revision = revisionsOf(store);
  const rows: ListedLead[] = [];
  for (const lead of await listLeads(store.db, query)) {
    const steps = stepsOf((await revision(lead.brand, lead.revision))?.public.flows[lead.flow]);
    // The last step asks nothing: whoever got there had got past all the others.
    const position = Math.min(lead.position, Math.max(steps.length - 1, 0));
    const place = steps.length > 0 ? { step: position + 1, of: steps.length } : undefined;
    rows.push({ ...lead, place, farthest: steps[position]?.name ?? lead.step });
  }
  return rows;
}

type Found = NonNullable<Awaited<ReturnType<typeof findLead>>>;

export interface ReadLead extends Pick<Found, "run" | "steps"> {
  /** Names of the steps that ask, by id. */
  names: Map<string, string>;
  reach: Reach;
}

/** One, with its steps and how its person is reached; undefined where there is none. */
export async function readLead(store: Store, id: string): Promise<ReadLead | undefined> {
  const found = await findLead(store.db, id);
  if (!found) return undefined;
  const { run, steps, isRevoked } = found;
  const flow = (await readRevision(store, run.brand, run.revision))?.public.flows[run.flow];
  const answers = JSON.parse(run.answers) as Answers;
  return {
    run,
    steps,
    names: new Map(stepsOf(flow).map((step) => [step.id, step.name])),
    reach: reachOf(flow, answers, JSON.parse(run.done) as string[], isRevoked),
  };
}
