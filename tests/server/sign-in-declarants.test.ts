/** Whoever has sent a declaration alone signs in with what it says of them, and sees it; who is only named in it does not. */
import { expect, test } from "vitest";
import { listed, seen, signedIn } from "./account-parts.ts";
import { proceed } from "./claim-parts.ts";
import { answersOf, centerOf } from "./declaration-parts.ts";
import { openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

/** Sends a declaration as an example answers it, with what is to be different. */
async function declare(accounts: Accounts, example: string, change: object = {}) {
  const who = accounts.device("WI");
  const run = (await who.ask("POST", "/api/runs", { flow: "declaration", revision: "-" })).json();
  const answers = { ...(await answersOf(example)), ...(await centerOf(30)), ...change };
  expect(await proceed(who, run, answers)).toMatchObject({ status: 200 });
}

const natural = "declaration.naturalPerson";
const maria: Person = { document: "45678912", email: "maria@correo.pe" };

test("a person who declared signs in with their document and e-mail, and sees their declaration alone", async () => {
  const accounts = await openAccounts();
  await declare(accounts, "natural-accepted");
  // Of others: one has the same document, one the same e-mail.
  const email = "otra@correo.pe";
  const document = "40506070";
  await declare(accounts, "natural-accepted", { [`${natural}.contactData.email`]: email });
  await declare(accounts, "natural-accepted", { [`${natural}.personalData.documentNumber`]: document });
  // Nobody has sent anything with this pair.
  expect((await accounts.ask(accounts.device("WI"), { document, email })).statusCode).toBe(200);
  expect(await accounts.mailed(email)).toEqual([]);
  const who = await signedIn(accounts, maria, "WI");
  const own = await listed(who, "submissions");
  expect(own).toEqual([
    expect.objectContaining({ title: "Declaración jurada de conocimiento del cliente", state: "received" }),
  ]);
  const page = await seen(who, `/mi-cuenta/solicitudes/${String(own[0]!["id"])}`, "submission");
  expect(page.value).toMatchObject({
    answers: expect.arrayContaining([{ name: "Número de documento", label: maria.document }]),
  });
});

test("nobody signs in with what a company's declaration says: of whoever stands in it, none has sent it alone", async () => {
  const accounts = await openAccounts();
  await declare(accounts, "legal-accepted");
  const email = "gerencia@transportes.pe";
  const device = accounts.device("WI");
  for (const document of ["20512333797", "09876543", "09876544"]) {
    expect((await accounts.ask(device, { document, email })).statusCode).toBe(200);
  }
  expect(await accounts.mailed(email)).toEqual([]);
});
