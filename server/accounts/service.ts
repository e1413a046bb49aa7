/** Accounts as flows and pages call them: an embedded service of our own, for whoever sent something to a brand. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sessionDays } from "../http/sessions.ts";
import { networkOf } from "../http/client-network.ts";
import { ApiError } from "../http/errors.ts";
import type { Limits } from "../http/limits.ts";
import {
  callerByCode,
  refusal,
  type EmbeddedService,
  type ServiceAnswer,
  type ServiceRequest,
} from "../services/embedded/service.ts";
import { readTexts, type TextRule } from "../services/embedded/texts.ts";
import { enqueueDelivery } from "../store/deliveries.ts";
import { identifierText, personText } from "../store/identifiers.ts";
import { grantedBy, grantSignIn, isCodeOf, openCodes, signInDedupe, takeTry } from "../store/sign-ins.ts";
import { isPlainAddress } from "../mail-address.ts";
import { countMail } from "../mail/mail-limits.ts";
import { plainCode, sameText } from "./codes.ts";
import type { ActDeps } from "./act.ts";
import type { CodePayload } from "./mail.ts";
import { ownRoutes } from "./own-routes.ts";

export const accountServiceName = "account";

export interface AccountDeps extends ActDeps {
  limits: Pick<Limits, "count">;
  /** Tells the deliveries' worker that there is work. */
  wake(): void;
}

const codeRules: Record<string, TextRule> = {
  document: { max: 20 },
  email: { max: 254, fits: isPlainAddress, says: "debe ser un correo" },
};

const signInRules: Record<string, TextRule> = { document: { max: 20 }, password: { max: 40 } };

/** What whoever asks for a password is told, whether one goes out or not. */
const taken: ServiceAnswer = { status: 202, body: { sent: true } };

/** Queues the question whether a password is to be mailed: the same work and answer for everybody. */
async function askCode(
  { store, clock, limits, wake }: AccountDeps,
  { brand, body }: ServiceRequest,
): Promise<ServiceAnswer> {
  const read = readTexts(body, codeRules);
  if ("fault" in read) return refusal(400, read.fault);
  const { document = "", email = "" } = read.texts;
  try {
    // For the pair: whoever knows an e-mail or a document alone keeps nobody from asking.
    await countMail(limits, "sign-in mail", email, ` of ${brand.code} for ${identifierText(document)}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 429)
      return refusal(429, "Demasiados correos a esa dirección");
    throw error;
  }
  const payload: CodePayload = { signIn: { person: personText(document, email) } };
  const dedupe = signInDedupe(randomUUID());
  const delivery = { submission: null, brand: brand.code, kind: "mail" as const, dedupe, payload };
  await store.transaction((db) => enqueueDelivery(db, delivery, clock()));
  wake();
  return taken;
}

/** It has been asked and has answered: nobody. */
const wrong: ServiceAnswer = { status: 200, body: {} };
/**
 * Milliseconds after which whoever is wrong hears it: a try that was counted is written down, which takes longer than finding
 * nothing, and would tell that a password was mailed to the pair that was asked for.
 */
const wrongAfterMs = 50;
/** What a password is compared with where none was mailed: the same work. */
const nobody = { id: "", code_hash: "0".repeat(64) };

/**
 * Tries at one password from one Internet address. Counted so, and not for all who try: whoever knows a document spends
 * their own tries, and not those of whoever reads the mail. With `maxTries` for all together, a password of eight digits is
 * found once in a hundred thousand times, and no more than five an hour are mailed to a pair.
 */
const triesOfAddress = { times: 5, minutes: 60 };

/** Those of what was mailed at which this address may still try. */
async function allowedTries(
  { limits }: AccountDeps,
  open: readonly { id: string }[],
  from: string,
): Promise<string[]> {
  const allowed = open.map(async ({ id }) => {
    try {
      await limits.count(`sign-in tries at ${id} from ${from}`, triesOfAddress);
      return [id];
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) return [];
      throw error;
    }
  });
  return (await Promise.all(allowed)).flat();
}

/** Signs somebody in by a document and the password that was mailed for it. */
async function signIn(deps: AccountDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const began = performance.now();
  const answer = await trySignIn(deps, request);
  if (answer === wrong) await wait(Math.max(0, began + wrongAfterMs - performance.now()));
  return answer;
}

async function trySignIn(
  deps: AccountDeps,
  { brand, body, key, headers }: ServiceRequest,
): Promise<ServiceAnswer> {
  const { store, clock } = deps;
  const read = readTexts(body, signInRules);
  if ("fault" in read) return refusal(400, read.fault);
  if (key === undefined) return refusal(400, "Falta Idempotency-Key");
  const before = await grantedBy(store.db, key);
  if (before) return { status: 200, body: { person: before.id } };
  const now = clock();
  const code = plainCode(read.texts["password"]!);
  const document = identifierText(read.texts["document"]!);
  const at = now.toISOString();
  const open = await openCodes(store, { brand: brand.code, document, now: at });
  const tried = open.length > 0 ? open : [{ id: `nothing for ${document}` }];
  const ids = await allowedTries(deps, tried, networkOf(headers["x-forwarded-for"]));
  const found = await takeTry(store.db, { ids: ids.length > 0 ? ids : [nobody.id], now: at });
  const right = (found.length > 0 ? found : [nobody]).map((one) => isCodeOf(store, one, code, sameText));
  const row = found[right.indexOf(true)];
  if (!row) return wrong;
  const expires = new Date(now.getTime() + sessionDays * 86_400_000);
  const granted = await grantSignIn(store, row, { key, now, expires });
  return granted ? { status: 200, body: { person: granted.id } } : wrong;
}

export const accountService = (parts: AccountDeps): EmbeddedService => ({
  service: accountServiceName,
  caller: callerByCode,
  routes: [
    { method: "POST", path: "/account/codes", handle: (request) => askCode(parts, request) },
    { method: "POST", path: "/account/sign-ins", handle: (request) => signIn(parts, request) },
    ...ownRoutes(parts),
  ],
});
