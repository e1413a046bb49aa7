/** What a signed-in person has beside their answers: files, documents of their sales, payments with receipts; and nobody else. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reviewSaleDocument } from "../../server/operators/sale-documents.ts";
import type { Payment } from "../../server/store/payments.ts";
import type { Visitor } from "../support/app.ts";
import { root } from "../support/definitions.ts";
import { cardReceipt, keepPayment } from "../support/payments.ts";
import { readPdf } from "../support/pdf-reader.ts";
import { fewBrands } from "../support/few-brands.ts";
import { listed, seen, signedIn, taken } from "./account-parts.ts";
import { proceed } from "./claim-parts.ts";
import { pdf, upload } from "./files-parts.ts";
import { pngOf } from "./hostile-files.ts";
import { openDocuments } from "./page-files-parts.ts";
import { projectReference } from "./parts.ts";
import { ana, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const eva: Person = { document: "11111111-1", email: "eva@correo.cl" };

/** A download, as a browser that follows a link asks for it. */
const get = (who: Visitor, to: unknown, headers = {}) => who.ask("GET", String(to), undefined, headers);

/** Nobody else has it: another person, the same cookie at another brand, or who is not signed in. */
async function isOwn(accounts: Accounts, owner: Visitor, to: unknown): Promise<void> {
  await accounts.send(accounts.device(), eva);
  const other = await signedIn(accounts, eva);
  expect((await get(other, to)).statusCode).toBe(404);
  const elsewhere = accounts.device("CO");
  elsewhere.cookie = owner.cookie;
  const stranger = accounts.device();
  for (const one of [elsewhere, stranger]) {
    const led = await get(one, to, { referer: "http://si.localhost:3000/mi-cuenta" });
    expect([led.statusCode, led.headers["content-disposition"]]).toEqual([303, undefined]);
    expect(led.headers.location).toMatch(/^\/\?form_login=true&redirectUrl=/);
  }
}

/** A call that a run has made, by whose key services know what it opened. */
const called = ({ app, clock }: Accounts, run: string, key: string) =>
  app.store.db
    .insertInto("calls")
    .values({
      run,
      key,
      place: `time/${key}`,
      input_hash: "",
      call: "documents.open",
      state: "answered",
      sent_at: clock.now().toISOString(),
      answered_at: clock.now().toISOString(),
      result: null,
    })
    .execute();

test("a file of a form is there for whoever sent it, as a download", async () => {
  const path = "schemas/flows/leasing/flow.json";
  const flow = JSON.parse(await readFile(join(root, path), "utf8"));
  flow.steps.request.sections.matter.fields.proof = { kind: "file", label: "Carnet", required: false };
  const accounts = await openAccounts({ copy: { ...fewBrands("CO"), [path]: JSON.stringify(flow) } });
  expect(accounts.app.definitions.diagnostics()).toEqual([]);
  const phone = accounts.device();
  const begun = await phone.ask("POST", "/api/runs", { flow: "leasing", revision: "-" });
  const run = begun.json();
  const kept = await upload(accounts.app, phone, run, pdf, { name: "carnet.pdf", field: "request.proof" });
  // Taken back before it was sent: no answer names it.
  await upload(accounts.app, phone, run, pdf, { name: "otro.pdf", field: "request.proof" });
  const sent = await proceed(phone, run, {
    "request.type": "leasing",
    "request.terms": true,
    "request.name": "Ana Díaz",
    "request.phone": "912345678",
    "request.identity": ana.document,
    "request.email": ana.email,
    "request.proof": kept.body,
  });
  expect(sent.status).toBe(200);
  const who = await signedIn(accounts, ana);
  const [file, ...more] = await listed(who, "files");
  expect(more).toEqual([]);
  expect(file).toMatchObject({
    name: "carnet.pdf",
    about: expect.stringMatching(/^Financia.*, SI-/),
    size: "1 KB",
  });
  const reply = await get(who, file!["to"]);
  expect(reply.rawPayload.equals(pdf)).toBe(true);
  expect(reply.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": "attachment; filename*=UTF-8''carnet.pdf",
    "x-content-type-options": "nosniff",
  });
  expect(String(reply.headers["content-security-policy"])).toContain("sandbox");
  await isOwn(accounts, who, file!["to"]);
  const [submission] = await listed(who, "submissions");
  const page = await seen(who, `/mi-cuenta/solicitudes/${String(submission!["id"])}`, "submission");
  expect((page.value as { files: unknown[] }).files).toEqual([
    { id: file!["id"], name: "carnet.pdf", size: "1 KB", to: file!["to"] },
  ]);
  const strange = String(file!["to"]).replace(String(file!["id"]), randomUUID());
  expect((await get(who, strange)).statusCode).toBe(404);
});

test("a document that a form offered is there as it was", async () => {
  const accounts = await openAccounts();
  const rosa: Person = { document: "45678912", email: "rosa@correo.pe" };
  const phone = accounts.device("WI");
  const example = JSON.parse(
    await readFile(join(root, "schemas/flows/complaints-book/examples/accepted.json"), "utf8"),
  );
  const { companies } = await projectReference();
  const branch = companies.find(({ companyId }) => companyId === 30)!.cities[0]!.branchOffices[0]!.uuid;
  const run = (await phone.ask("POST", "/api/runs", { flow: "complaints-book", revision: "-" })).json();
  expect((await proceed(phone, run, { ...example.answers, "sheet.branch": branch })).status).toBe(200);
  const who = await signedIn(accounts, rosa, "WI");
  const [submission] = await listed(who, "submissions");
  const page = await seen(who, `/mi-cuenta/solicitudes/${String(submission!["id"])}`, "submission");
  const [file] = (page.value as { files: Record<string, unknown>[] }).files;
  expect(file).toMatchObject({ id: "hoja", name: expect.stringContaining("reclamación"), size: "PDF" });
  const mine = await get(who, file!["to"]);
  const first = await get(phone, `/api/runs/${String(run.run)}/documents/hoja`);
  expect(mine.rawPayload.equals(first.rawPayload)).toBe(true);
  expect((await get(accounts.device("WI"), file!["to"])).statusCode).toBe(303);
  expect((await get(who, String(file!["to"]).replace("hoja", "constructor"))).statusCode).toBe(404);
});

test("documents of a sale are there with their states, and where to send what lacks as long as that opens", async () => {
  const accounts = await openAccounts();
  const { run } = await accounts.send(accounts.device(), ana);
  const key = randomUUID();
  await called(accounts, run, key);
  const { app, clock } = accounts;
  const { opportunity, items, begin, rest } = await openDocuments(app, key);
  const all = await items();
  const who = await signedIn(accounts, ana);
  const to = `/documentos/${opportunity}`;
  const sale = async () => (await listed(who, "sales"))[0];
  expect(await sale()).toMatchObject({
    subject: "Chevrolet Onix",
    came: 0,
    asked: all.length,
    state: "missing",
    to,
  });
  expect(await listed(who, "files")).toEqual([]);
  const bytes = pngOf(10, 10);
  for (const { fileId } of all) {
    const { upload: id } = await begin(fileId, "carnet.png", bytes);
    expect((await rest(id, 0, bytes)).status).toBe(200);
  }
  expect(await sale()).toMatchObject({ came: all.length, asked: all.length, state: "inReview" });
  const review = (id: string, as: "COMPLETED" | "FAILED") =>
    reviewSaleDocument(app.store, id, { as, operator: "Luis", note: "Se ve borroso." }, clock.now());
  const [first, ...others] = all.map(({ fileId }) => fileId);
  await review(first!, "FAILED");
  expect(await sale()).toMatchObject({
    came: all.length - 1,
    state: "observed",
    observed: 1,
  });
  const file = (await listed(who, "files")).find(({ id }) => id === first);
  expect(file).toMatchObject({ name: "carnet.png", state: "FAILED", note: "Se ve borroso." });
  expect((await get(who, file!["to"])).rawPayload.equals(bytes)).toBe(true);
  await isOwn(accounts, who, file!["to"]);
  const { upload: again } = await begin(first!, "otro.png", bytes);
  expect((await rest(again, 0, bytes)).status).toBe(200);
  for (const id of [first!, ...others]) await review(id, "COMPLETED");
  expect(await sale()).toMatchObject({ state: "validated" });
  // Another who is signed in sees nothing of it.
  const other = await signedIn(accounts, eva);
  expect([await listed(other, "sales"), await listed(other, "files")]).toEqual([[], []]);
  const data = (await taken(who, "portable", "/mi-cuenta/datos")).json();
  expect(data["Documentos de tus compras"]).toEqual([
    { Compra: "Chevrolet Onix", Enviados: `${all.length} de ${all.length}`, Estado: "Validados" },
  ]);
  expect(data["Archivos que enviaste"]).toHaveLength(all.length);
  // Its address opens no more; the files are still theirs.
  clock.pass(31 * 86_400);
  const later = await signedIn(accounts, ana);
  expect((await listed(later, "sales"))[0]).toEqual(expect.not.objectContaining({ to: expect.anything() }));
  expect((await get(later, file!["to"])).statusCode).toBe(200);
});

test("a payment has its state, what it was for, and a receipt where it was taken", async () => {
  const accounts = await openAccounts();
  const { run } = await accounts.send(accounts.device(), ana);
  const now = accounts.clock.now().toISOString();
  const paid = (order: string, change: Partial<Payment>) =>
    keepPayment(accounts.app.store, { brand: "SI", run, order_number: order }, change, now);
  await paid("100000000001", { state: "accepted", receipt: cardReceipt(now), refunded: 50_000 });
  await paid("100000000002", { state: "rejected" });
  const who = await signedIn(accounts, ana);
  const own = await listed(who, "payments");
  const [submission] = await listed(who, "submissions");
  const about = `${String(submission!["title"])}, ${String(submission!["number"])}`;
  expect(own.find(({ order }) => order === "100000000001")).toMatchObject({
    state: "accepted",
    amount: "$200.000",
    refunded: "$50.000",
    receipt: "100000000001",
    about,
    sent: "received",
  });
  const rejected = own.find(({ order }) => order === "100000000002");
  expect(rejected).toMatchObject({ state: "rejected" });
  expect(rejected).not.toHaveProperty("receipt");
  const page = "/mi-cuenta/pagos/100000000001";
  expect((await seen(who, page, "payment")).value).toMatchObject({
    order: "100000000001",
    about,
    amount: "$200.000",
    authorization: "1213",
    cardType: "credit",
    lastFour: "6623",
    instalments: 3,
    refunded: "$50.000",
  });
  const paper = await taken(who, "receipt", page);
  expect(paper.headers["content-type"]).toBe("application/pdf");
  const said = JSON.stringify(readPdf(paper.rawPayload).elements);
  for (const words of ["6623", "Tarjeta de crédito", "Pagado"]) expect(said).toContain(words);
  expect((await who.ask("GET", "/mi-cuenta/pagos/100000000002")).statusCode).toBe(404);
  await accounts.send(accounts.device(), eva);
  const other = await signedIn(accounts, eva);
  expect(await listed(other, "payments")).toEqual([]);
  expect((await other.ask("GET", page)).statusCode).toBe(404);
  expect((await taken(other, "receipt", page)).statusCode).toBe(404);
});
