/** A browser in which somebody has signed in, without the mail and the form that it takes. */
import { hash, randomBytes, randomUUID } from "node:crypto";
import { insertSession } from "../../server/store/sessions.ts";
import type { TestApp } from "./app.ts";

const person = "1 alguien@correo.cl";

/** Writes a session and its sign-in down as they would be at a moment, and gives the cookie. */
export async function signedInCookie({ store }: TestApp, brand: string, now: Date): Promise<string> {
  const began = Math.floor(now.getTime() / 1000).toString(36);
  const token = `${began}.${randomBytes(32).toString("base64url")}`;
  const session = hash("sha256", token);
  const at = now.toISOString();
  await insertSession(store.db, { id: session, brand, created_at: at });
  await store.db
    .insertInto("sign_ins")
    .values({
      id: randomUUID(),
      brand,
      person,
      person_key: store.seals.id,
      person_hash: store.seals.hashes(person)[0],
      granted_by: randomUUID(),
      session,
      device: "computer",
      id_token: null,
      created_at: at,
      seen_at: at,
      expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    })
    .execute();
  return `vitrina=${token}`;
}
