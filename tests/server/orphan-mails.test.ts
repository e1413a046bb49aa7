/** Mails in files that no delivery names: what an erasure elsewhere, or a crash, left of somebody. */
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeOrphanMails } from "../../server/mail/remove-orphans.ts";
import { writeMailFile } from "../../server/mail/files.ts";
import { newRowId } from "../../server/random.ts";
import { enqueueDelivery } from "../../server/store/deliveries.ts";
import { testSeals } from "../support/data-keys.ts";
import { temporaryStore } from "./parts.ts";

test("go when they are a day old, with what each try wrote; those of deliveries stay, and what is no mail", async () => {
  const { store, config } = await temporaryStore();
  const { dataDir } = config;
  const now = new Date();
  const before = new Date(now.getTime() - 86_400_000);
  const mail = { submission: null, brand: "SI", kind: "mail", dedupe: "x", payload: {} } as const;
  await enqueueDelivery(store.db, mail, now);
  const { id: named } = await store.db.selectFrom("deliveries").select("id").executeTakeFirstOrThrow();
  const [orphan, fresh] = [newRowId(), newRowId()];
  const folder = { dataDir, seals: testSeals };
  for (const id of [named, orphan, `${orphan}-1`, fresh]) await writeMailFile(folder, id, Buffer.from("Ana"));
  await writeFile(join(dataDir, "mail", `${orphan}-2.eml.part`), "Ana");
  await writeFile(join(dataDir, "mail", "note.txt"), "");
  const old = new Date(before.getTime() - 1000);
  for (const name of await readdir(join(dataDir, "mail")))
    if (!name.startsWith(fresh)) await utimes(join(dataDir, "mail", name), old, old);
  expect(await removeOrphanMails(store.db, dataDir, before)).toBe(1);
  const left = [`${named}.eml`, `${fresh}.eml`, "note.txt"];
  expect((await readdir(join(dataDir, "mail"))).toSorted()).toEqual(left.toSorted());
  expect(await removeOrphanMails(store.db, "/nowhere", before)).toBe(0);
});
