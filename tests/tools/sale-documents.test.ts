/** `npm run operate -- documents`: a review is noted, told by mail, and made once. */
import { expect, test } from "vitest";
import { addOpportunity } from "../../server/store/opportunities.ts";
import { operateDocuments } from "../../tools/operators/documents.ts";
import { allDeliveries, temporaryStore } from "../server/parts.ts";
import { queuedMail } from "../support/queued-mail.ts";

test("a document that waits is observed once, with a note, and its person is mailed", async () => {
  const { store, config } = await temporaryStore();
  const at = "2026-11-26T12:00:00.000Z";
  const from = { name: "Marca", address: "no-responder@marca.example" };
  const brand = { name: "Marca", colour: "#112233", address: "https://marca.example" };
  const person = { token: "T", name: "Ana", email: "ana@correo.cl", subject: "Onix", from, brand };
  const opportunity = {
    id: "o",
    brand: "SI",
    call_key: "k",
    token_hash: "h",
    details: JSON.stringify(person),
  };
  const file = JSON.stringify({ name: "carnet.pdf", type: "application/pdf" });
  const asked = {
    opportunity: "o",
    position: 0,
    caption: "Carnet",
    formats: ".pdf",
    state: "PENDING" as const,
  };
  await addOpportunity(store.db, { ...opportunity, created_at: at, expires_at: at }, [
    { id: "SI-1", ...asked, file, note: null, size: 9, stored: null, changed_at: at },
  ]);
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  const run = (...words: string[]) => operateDocuments(words, env);
  expect((await run("list")).text).toContain("En revisión");
  await expect(run("observe", "SI-1", "--by", "Luis")).rejects.toThrow("--note");
  await expect(run("approve", "SI-1")).rejects.toThrow("--by");
  await run("observe", "SI-1", "--by", "Luis", "--note", "Se ve borroso");
  await expect(run("approve", "SI-1", "--by", "Luis")).rejects.toThrow("no está en revisión");
  expect((await run("show", "SI-1")).text).toContain("Luis: Con observación Se ve borroso");
  const mails = (await allDeliveries(store.db)).map(({ payload }) => queuedMail(payload));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain("https://marca.example/documentos/T");
});
