/** What `npm run consents`, `hold`, `erase` and `retention` do with the words they are given. */
import { parseArgs } from "node:util";
import type { Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { removeExternalCopies } from "../../server/evidence/external-cleanup.ts";
import { eraseRun, planErasure, setHold } from "../../server/evidence/erase.ts";
import { applyRetention, retainedFlows, planRetention } from "../../server/evidence/retention.ts";
import { revoke } from "../../server/evidence/revoke.ts";
import { openStorage } from "../../server/storage/storage.ts";
import type { ExternalCopies } from "../../server/store/erasure.ts";
import { consentsOf } from "../../server/store/evidence.ts";
import { newestRevisions } from "../../server/store/revisions.ts";
import { UsageError } from "../authors/project.ts";
import { withStore, type Done } from "../operators/command.ts";
import { askedOptions, findOne, reasonOf } from "./find.ts";
import { consentText, erasureText, holdText, planText, retentionText } from "./keep-words.ts";

/** Removes what an erasure names outside of the database; what cannot be removed stops the command. */
async function withRemoval<T>(
  config: Config,
  work: (remove: (elsewhere: ExternalCopies) => Promise<void>) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(config);
  try {
    const discard = async (names: string[]): Promise<void> => {
      for (const name of names) await storage.remove(name);
    };
    return await work(removeExternalCopies(config.dataDir, discard));
  } finally {
    await storage.close();
  }
}

const consentsUsage = `Uso: npm run consents -- list <número>
  npm run consents -- revoke <número> <paso.campo> --reason "…"   anota que se revocó; nada se borra`;

/** @throws {UsageError} */
export async function operateConsents(words: string[], env: Env): Promise<Done> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { ...askedOptions, reason: { type: "string" } },
  });
  const [order, name, path, ...rest] = positionals;
  const names = name === undefined ? [] : [name];
  if (rest.length > 0) throw new UsageError(consentsUsage);
  if (order === "list" && path === undefined) {
    return await withStore(env, async ({ store: { db } }) => {
      const { id } = await findOne(db, names, values, consentsUsage);
      return { text: consentText(await consentsOf(db, id)), code: 0 };
    });
  }
  if (order !== "revoke" || path === undefined) throw new UsageError(consentsUsage);
  const reason = reasonOf(values.reason, consentsUsage);
  return await withStore(env, async ({ store }) => {
    const submission = await findOne(store.db, names, values, consentsUsage);
    const isDone = await revoke(store, submission, path, reason, new Date());
    return isDone
      ? { text: `${submission.number}: el consentimiento «${path}» quedó revocado.`, code: 0 }
      : { text: `${submission.number}: no hay un consentimiento vigente «${path}».`, code: 1 };
  });
}

const holdUsage = `Uso: npm run hold -- <número> --reason "…"             nada de ella se borra mientras esté retenida
  npm run hold -- <número> --release --reason "…"   quita la retención`;

/** @throws {UsageError} */
export async function operateHold(words: string[], env: Env): Promise<Done> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...askedOptions,
      reason: { type: "string" },
      release: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new UsageError(holdUsage);
  const reason = reasonOf(values.reason, holdUsage);
  return await withStore(env, async ({ store }) => {
    const submission = await findOne(store.db, positionals, values, holdUsage);
    const kind = values.release ? "release" : "hold";
    const outcome = await setHold(store, submission, kind, reason, new Date());
    return { text: holdText(submission.number, kind, outcome), code: outcome === "done" ? 0 : 1 };
  });
}

const eraseUsage = `Uso: npm run erase -- <número> --dry-run               qué se borraría; no cambia nada
  npm run erase -- <número> --reason "…"            borra todo lo personal de ella; no se puede deshacer`;

/** @throws {UsageError} */
export async function operateErase(words: string[], env: Env): Promise<Done> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...askedOptions,
      reason: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new UsageError(eraseUsage);
  const isDry = values["dry-run"];
  const reason = isDry ? "" : reasonOf(values.reason, eraseUsage);
  return await withStore(env, async ({ store, config }) => {
    const { run } = await findOne(store.db, positionals, values, eraseUsage);
    const now = new Date();
    if (isDry) {
      const plan = await planErasure(store.db, run, now);
      const isFree = plan.holds.length === 0 && !plan.atWork && !plan.done;
      return { text: planText(plan), code: isFree ? 0 : 1 };
    }
    return await withRemoval(config, async (remove) => {
      const erasure = await eraseRun(store, run, { by: "request", reason }, now);
      if (erasure.outcome === "erased") await remove(erasure.elsewhere);
      return { text: erasureText(erasure), code: erasure.outcome === "erased" ? 0 : 1 };
    });
  });
}

const retentionUsage = `Uso: npm run retention -- [--dry-run]   borra lo que pasó su plazo, como lo hace el servidor cada hora`;

/** What is held does not make it fail: that is as it should be. @throws {UsageError} */
export async function operateRetention(words: string[], env: Env): Promise<Done> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  if (positionals.length > 0) throw new UsageError(retentionUsage);
  return await withStore(env, async ({ store, config }) => {
    const now = new Date();
    const live = new Map((await newestRevisions(store)).map((revision) => [revision.brand, revision]));
    const flows = await retainedFlows(store.db, (brand) => live.get(brand), now);
    if (values["dry-run"]) return { text: retentionText(await planRetention(store.db, flows, now)), code: 0 };
    return await withRemoval(config, async (remove) => {
      const done = await applyRetention(store, flows, now, remove);
      const planned = flows.map((kept) => ({
        kept,
        erasures: done.filter((one) => one.kept === kept).map(({ erasure }) => erasure),
      }));
      return { text: retentionText(planned), code: 0 };
    });
  });
}
