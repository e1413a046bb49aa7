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
  { brand, body, key }: ServiceRequest,
  now: Date,
  effect: (db: Transaction<Tables>, key: string) => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  if (!key) return refusal(400, "Falta la cabecera Idempotency-Key");
  return await store.transaction(async (db) => {
    const known = await findServiceRecord(db, service, key);
    if (known) {
      const same = known.brand === brand.code && canonicalJson(known.body) === canonicalJson(body);
      return same ? (known.answer as ServiceAnswer) : refusal(409, "Esta clave ya se usó con otro contenido");
    }
    const answer = await effect(db, key);
    withCommit(db, addServiceRecord(db, { service, key, brand: brand.code, body, answer }, now));
    return answer;
  });
}
