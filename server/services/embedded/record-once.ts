/** One effect for one idempotency key. */
import type { Transaction } from "kysely";
import { withCommit } from "../../store/compiled.ts";
import { addServiceRecord, findServiceRecord } from "../../store/service-records.ts";
import type { Store } from "../../store/store.ts";
import type { Tables } from "../../store/tables.ts";
import { canonicalJson } from "../../canonical-json.ts";
import { refusal, type ServiceAnswer, type ServiceRequest } from "./service.ts";

/**
 * Keeps the request and does `effect` in the same transaction. A repeat with the same key gets the kept answer and
 * has no effect; the same key with another body is a 409, a request without a key a 400.
 */
export async function recordOnce(
  store: Store,
  service: string,
  { brand, body, key, keyState = { isNew: false, isKept: false } }: ServiceRequest,
  now: Date,
  effect: (db: Transaction<Tables>, key: string) => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  if (!key) return refusal(400, "Falta la cabecera Idempotency-Key");
  const answer = await store.transaction(async (db) => {
    // Of a new key nothing is to be found; where there is something, its record cannot be added, and it is found then.
    const known = keyState.isNew ? undefined : await findServiceRecord(db, service, key);
    keyState.isNew = false;
    if (known) {
      const same = known.brand === brand.code && canonicalJson(known.body) === canonicalJson(body);
      return same ? (known.answer as ServiceAnswer) : refusal(409, "Esta clave ya se usó con otro contenido");
    }
    const given = await effect(db, key);
    withCommit(db, addServiceRecord(db, { service, key, brand: brand.code, body, answer: given }, now));
    return given;
  });
  keyState.isKept = true;
  return answer;
}
