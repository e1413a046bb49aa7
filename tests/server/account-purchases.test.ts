/** What somebody has bought or reserved is in their account with its way to be cancelled, as long as that is open; and nobody else's. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Payment } from "../../server/store/payments.ts";
import { cardReceipt, keepPayment } from "../support/payments.ts";
import { keepHold } from "../support/holds.ts";
import { listed, signedIn, taken } from "./account-parts.ts";
import { ana, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const eva: Person = { document: "11111111-1", email: "eva@correo.cl" };

/** A call of the service that has what is sold, at the brand. */
const called = async ({ app }: Accounts, call: string, input: Record<string, unknown>) =>
  await app.services.call({
    revision: app.definitions.current("SI")!,
    call: `reservation.${call}`,
    input,
    key: randomUUID(),
  });

/** Somebody has paid with an order, and may cancel. */
async function sold(accounts: Accounts, { email }: Person, run: string, order: string) {
  const { app, clock } = accounts;
  const now = clock.now().toISOString();
  const of = { brand: "SI", run, order_number: order };
  const taken: Partial<Payment> = {
    state: "accepted",
    receipt: cardReceipt(now),
    settled_at: now,
    told_at: now,
  };
  await keepPayment(app.store, of, taken, now);
  await keepHold(app.store, { resource: `0/${order}/unit`, order_number: order }, now);
  const opened = await called(accounts, "openCancellation", {
    transactionId: order,
    email,
    subject: "Chevrolet Onix",
  });
  return (opened.ok ? opened.data : undefined) as { token: string; until: string };
}

test("its person has the link as long as that is open, and nobody else does", async () => {
  const accounts = await openAccounts();
  const { run } = await accounts.send(accounts.device(), ana);
  await accounts.send(accounts.device(), eva);
  await accounts.send(accounts.device("CO"), ana);
  const who = await signedIn(accounts, ana);
  expect(await listed(who, "purchases")).toEqual([]);
  const { token, until } = await sold(accounts, ana, run, "100000000001");
  const [submission] = await listed(who, "submissions");
  const own = { order: "100000000001", subject: "Chevrolet Onix", until, number: submission!["number"] };
  expect(await listed(who, "purchases")).toEqual([
    { ...own, state: "open", token, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ]);
  const page = (await who.ask("GET", "/mi-cuenta")).body;
  expect(page.includes(`/cancela-tu-compra?compra=${token}`)).toBe(true);
  expect(await called(accounts, "cancellation", { token })).toMatchObject({ data: { state: "open" } });
  const other = await signedIn(accounts, eva);
  expect(await listed(other, "purchases")).toEqual([]);
  expect((await other.ask("GET", "/mi-cuenta")).body.includes(token)).toBe(false);
  const elsewhere = await signedIn(accounts, ana, "CO");
  expect(await listed(elsewhere, "purchases")).toEqual([]);

  // Its last day over, there is no link, and it says until when there was.
  accounts.clock.pass(11 * 86_400);
  const later = await signedIn(accounts, ana);
  const [late] = await listed(later, "purchases");
  expect(late).toMatchObject({ ...own, state: "late" });
  expect(late).not.toHaveProperty("token");
  expect((await later.ask("GET", "/mi-cuenta")).body.includes(token)).toBe(false);
  const { body } = await taken(later, "portable", "/mi-cuenta/datos");
  expect(body).toContain("Ya pasó el plazo para cancelarla");
  expect(body).not.toContain(token);
});

test("what was cancelled, or given back otherwise, is there without a link", async () => {
  const accounts = await openAccounts();
  const { run } = await accounts.send(accounts.device(), ana);
  const first = await sold(accounts, ana, run, "100000000001");
  await sold(accounts, ana, run, "100000000002");
  const wish = { token: first.token, email: ana.email, reason: "other" };
  expect(await called(accounts, "cancel", wish)).toMatchObject({ ok: true });
  await accounts.app.store.db
    .updateTable("payments")
    .set({ refunded: 200_000 })
    .where("order_number", "=", "100000000002")
    .execute();
  const who = await signedIn(accounts, ana);
  const own = await listed(who, "purchases");
  const named = (order: string) => own.find((one) => one["order"] === order);
  expect([named("100000000001"), named("100000000002")]).toMatchObject([
    { state: "cancelled" },
    { state: "over" },
  ]);
  for (const one of own) expect(one).not.toHaveProperty("token");
});
