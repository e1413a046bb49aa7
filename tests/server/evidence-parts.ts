/** A store with accepted submissions and their evidence, written as the server writes them. */
import type { Revision } from "../../schemas/engine/all.ts";
import { recordAccepted } from "../../server/evidence/record.ts";
import { hashOf } from "../../server/hash-chain.ts";
import { keepLists } from "../../server/store/evidence.ts";
import { keepRevision } from "../../server/store/revisions.ts";
import type { Store } from "../../server/store/store.ts";
import { decideSubmission, keepSubmission } from "../../server/store/submissions.ts";

export const began = "2026-11-21T12:00:00.000Z";

/** As far as evidence reads one. */
export const smallRevision = (
  brand: string,
  flows: Record<string, { years: number } | null> = {},
): Revision =>
  ({
    hash: `revision-${brand}`,
    brand,
    public: { brand: { brand }, flows: {} },
    private: {
      programs: Object.fromEntries(
        Object.entries(flows).map(([flow, retention]) => [flow, retention === null ? {} : { retention }]),
      ),
    },
  }) as unknown as Revision;

export const list = { hash: hashOf('{"options":["a"]}'), content: '{"options":["a"]}' };

export interface Sent {
  brand?: string;
  flow?: string;
  at?: string;
  /** Stands in all that is personal. */
  word?: string;
  /** The run that it is of; one of its own where it is left out. */
  run?: string;
  step?: string;
  state?: "accepted" | "failed";
}

/** Stores a submission with one consent, accepted unless said otherwise. Gives its id. */
export async function send(store: Store, id: string, sent: Sent = {}): Promise<string> {
  const { brand = "SI", flow = "f", at = began, word = "Ana", step = "s", state = "accepted" } = sent;
  const run = sent.run ?? `run-${id}`;
  const revision = smallRevision(brand);
  await keepRevision(store, revision, "engine-1", new Date(began));
  await store.transaction(async (db) => {
    const session = `session-${run}`;
    await db
      .insertInto("sessions")
      .values({ id: session, brand, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto("runs")
      .values({
        id: run,
        session,
        brand,
        flow,
        revision: revision.hash,
        step,
        version: 1,
        answers: JSON.stringify({ "s.name": word }),
        results: JSON.stringify({ with: { name: word } }),
        done: "[]",
        status: "done",
        failure: null,
        failure_says: JSON.stringify(word),
        dialog: JSON.stringify({ title: word }),
        busy_key: null,
        busy_until: null,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await keepLists(db, [list]);
    await keepSubmission(db, {
      id,
      run,
      step,
      brand,
      flow,
      revision: revision.hash,
      answers: JSON.stringify({ "s.name": word, "s.terms": true }),
      labels: JSON.stringify({ "s.name": word }),
      context: JSON.stringify({ today: at.slice(0, 10), results: {}, data: { people: { value: word } } }),
      state: "pending",
      created_at: at,
      decided_at: null,
      attempt: null,
    });
    const documents = { sheet: { title: word } };
    const kept = await decideSubmission(db, id, state, at, state === "accepted" ? documents : {});
    if (state !== "accepted") return;
    const text = `Yo, ${word}, acepto.`;
    recordAccepted(db, kept!, revision, [
      {
        path: "s.terms",
        purpose: `Condiciones de ${word}`,
        text,
        text_hash: hashOf(text),
        wording: `flows.${flow}.s.terms.text`,
        revision: revision.hash,
        channel: "web",
      },
    ]);
  });
  await store.placeEntries();
  return id;
}
