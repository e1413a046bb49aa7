/** Attempts whose captcha was verified: a token is good once, an attempt may be sent again. */
import type { Queries } from "./store.ts";

export interface CaptchaAttempt {
  run: string;
  key: string;
  bodyHash: string;
}

export async function hasPassed(db: Queries, { run, key, bodyHash }: CaptchaAttempt): Promise<boolean> {
  const row = await db
    .selectFrom("captcha_passes")
    .select("body_hash")
    .where("run", "=", run)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.body_hash === bodyHash;
}

export const keepPass = (
  db: Queries,
  { run, key, bodyHash }: CaptchaAttempt,
  now: string,
): Promise<unknown> =>
  db
    .insertInto("captcha_passes")
    .values({ run, key, body_hash: bodyHash, passed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["run", "key"]).doUpdateSet({ body_hash: bodyHash, passed_at: now }),
    )
    .execute();
