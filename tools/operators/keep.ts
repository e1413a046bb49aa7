/** What `npm run operate -- consents`, `hold`, `erase` and `retention` do with the words they are given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import {
  choicesOf,
  consentsOf,
  eraseAsked,
  plannedErasure,
  retain,
  revoke,
  setHold,
} from "../../server/operators/keep.ts";
import { withStore } from "../../server/operators/store.ts";
import { UsageError } from "../authors/project.ts";
import type { Printed } from "./command.ts";
import { findOne, reasonOf, submissionOptions } from "./ask.ts";
import {
  consentText,
  erasureText,
  holdText,
  planText,
  retentionText,
  siteConsentText,
} from "./keep-words.ts";

const consentsUsage = `Uso: npm run operate -- consents list <número>
  npm run operate -- consents revoke <número> <paso.campo> --reason "…"   anota que se revocó; nada se borra
  npm run operate -- consents visitor <código>   lo que se permitió en el sitio, con el código que muestran sus preferencias`;

/** @throws {UsageError} */
export async function operateConsents(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { ...submissionOptions, reason: { type: "string" } },
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
  if (order === "visitor" && name !== undefined && path === undefined) {
    return await withStore(env, async ({ store: { db } }) => {
      const choices = await choicesOf(db, name);
      return { text: siteConsentText(choices), code: choices.length === 0 ? 1 : 0 };
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

const holdUsage = `Uso: npm run operate -- hold <número> --reason "…"             nada de ella se borra mientras esté retenida
  npm run operate -- hold <número> --release --reason "…"   quita la retención`;

/** @throws {UsageError} */
export async function operateHold(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...submissionOptions,
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

const eraseUsage = `Uso: npm run operate -- erase <número> --dry-run               qué se borraría; no cambia nada
  npm run operate -- erase <número> --reason "…"            borra todo lo personal de ella; no se puede deshacer
  npm run operate -- erase --run <id> …                     lo mismo de lo que no se envió, con el id que muestra «leads»`;

/** @throws {UsageError} */
export async function operateErase(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...submissionOptions,
      reason: { type: "string" },
      run: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { run: unsent } = values;
  if ((positionals.length === 0) === (unsent === undefined)) throw new UsageError(eraseUsage);
  const isDry = values["dry-run"];
  const reason = isDry ? "" : reasonOf(values.reason, eraseUsage);
  return await withStore(env, async (opened) => {
    const run = unsent ?? (await findOne(opened.store.db, positionals, values, eraseUsage)).run;
    const now = new Date();
    if (isDry) {
      const { plan, isFree } = await plannedErasure(opened, run, now);
      return { text: planText(plan), code: isFree ? 0 : 1 };
    }
    const erasure = await eraseAsked(opened, run, reason, now);
    return { text: erasureText(erasure), code: erasure.outcome === "erased" ? 0 : 1 };
  });
}

const retentionUsage = `Uso: npm run operate -- retention [--dry-run]   borra lo que pasó su plazo, como lo hace el servidor cada hora`;

/** What is held does not make it fail: that is as it should be. @throws {UsageError} */
export async function operateRetention(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  if (positionals.length > 0) throw new UsageError(retentionUsage);
  return await withStore(env, async (opened) => {
    const planned = await retain(opened, { isDry: values["dry-run"], now: new Date() });
    return { text: retentionText(planned), code: 0 };
  });
}
