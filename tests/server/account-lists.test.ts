/** Saved lists in an account: joined with those of each device, of their person alone, and gone when they are to be. */
import { describe, expect, it } from "vitest";
import type { AccountListsAnswer, SavedChange } from "../../schemas/engine/all.ts";
import { eraseRun } from "../../server/evidence/erase.ts";
import { accountListsOf } from "../../server/store/account-lists.ts";
import { personText } from "../../server/store/identifiers.ts";
import { removeOldSignIns } from "../../server/store/sign-ins.ts";
import type { Visitor } from "../support/app.ts";
import { act, signedIn, taken } from "./account-parts.ts";
import { ana, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const eva: Person = { document: "11111111-1", email: "eva@correo.cl" };
const path = "/api/account/saved-lists";

const added = (...ids: string[]): SavedChange => ({
  add: ids.map((id) => ({ id, at: Number(id) })),
  remove: [],
});

/** What a device is told that tells its changes. */
async function told(
  who: Visitor,
  favorites: SavedChange = added(),
  of?: string,
): Promise<AccountListsAnswer> {
  const reply = await who.ask("POST", path, { ...(of === undefined ? {} : { of }), lists: { favorites } });
  expect([reply.statusCode, reply.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  return reply.json();
}

const idsOf = ({ lists }: AccountListsAnswer) => lists?.["favorites"]?.map(({ id }) => id);

const rowsOf = ({ app, clock }: Accounts, { document, email }: Person, brand = "SI") =>
  accountListsOf(app.store, { brand, person: personText(document, email) }, clock.now());

describe("saved lists of an account", () => {
  it("are what all devices of a person had, and what they change since", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const phone = await signedIn(accounts, ana);
    const desktop = await signedIn(accounts, ana);
    const first = await told(phone, added("10", "30"));
    expect(idsOf(first)).toEqual(["30", "10"]);
    expect(idsOf(await told(desktop, added("20", "10")))).toEqual(["30", "20", "10"]);
    expect(idsOf(await told(phone, { add: [{ id: "40", at: 40 }], remove: ["10"] }, first.of))).toEqual([
      "40",
      "30",
      "20",
    ]);
    expect(idsOf(await told(desktop))).toEqual(["40", "30", "20"]);
    // Told again, since its answer was lost: nothing changes.
    expect(idsOf(await told(phone, { add: [{ id: "40", at: 40 }], remove: ["10"] }, first.of))).toHaveLength(
      3,
    );
    const rows = await rowsOf(accounts, ana);
    expect(rows.map(({ list, entries }) => [list, entries])).toEqual([["favorites", "40.14~30.u~20.k"]]);
  });

  it("lose nothing where several devices change them at once", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    const ids = Array.from({ length: 20 }, (_, at) => String(100 + at));
    await Promise.all(ids.map((id) => told(who, added(id))));
    expect(idsOf(await told(who))?.toSorted()).toEqual(ids);
  });

  it("are of nobody else: not of another person, brand, or whoever is not signed in", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    await accounts.send(accounts.device("CO"), ana);
    const first = await told(await signedIn(accounts, ana), added("10"));
    expect(idsOf(await told(await signedIn(accounts, eva)))).toEqual([]);
    expect(idsOf(await told(await signedIn(accounts, ana, "CO")))).toEqual([]);
    expect(await told(accounts.device(), added("50"))).toEqual({});
    // What changed since somebody else was signed in is none of this person's.
    const other = await signedIn(accounts, eva);
    const answer = await told(other, added("60"), first.of);
    expect([answer.of === undefined, answer.of === first.of, answer.lists]).toEqual([
      false,
      false,
      undefined,
    ]);
    expect(idsOf(await told(other))).toEqual([]);
  });

  it("hold what the list may hold, and no list that accounts do not keep", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    const many = Array.from({ length: 60 }, (_, at) => String(at + 1));
    expect(idsOf(await told(who, added(...many)))).toHaveLength(40);
    const foreign = [
      { id: "x~y", at: 1 },
      { id: "abc", at: 1 },
      { id: "7", at: 9_999_999_999_999 },
    ];
    const answer = await told(who, { add: foreign, remove: many });
    expect(idsOf(answer)).toEqual(["7"]);
    const seconds = Math.floor(accounts.clock.now().getTime() / 1000);
    expect(answer.lists!["favorites"]![0]!.at).toBeLessThanOrEqual(seconds);
    const reply = await who.ask("POST", path, { lists: { compare: added("1"), recent: added("1") } });
    expect(Object.keys(reply.json().lists)).toEqual(["favorites"]);
    for (const body of [{}, { lists: { favorites: { add: "1", remove: [] } } }, { lists: [], of: "../x" }]) {
      expect((await who.ask("POST", path, body)).statusCode).toBe(400);
    }
  });

  it("are taken along with the rest", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    await told(who, { add: [{ id: "10", at: 1_764_000_000 }], remove: [] });
    const data = (await taken(who, "portable", "/mi-cuenta/datos")).json();
    expect(data["Lo que guardas en tu cuenta"]).toEqual([
      { Lista: "Tus favoritos", "Número del auto": "10", Guardado: "24/11/2025" },
    ]);
  });

  it("go with whoever erases all, with the last submission that is erased, and when their time is over", async () => {
    const accounts = await openAccounts();
    const { store } = accounts.app;
    const first = await accounts.send(accounts.device(), ana);
    const second = await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    const erase = (run: string) =>
      eraseRun(store, run, { by: "request", reason: "lo pidió" }, accounts.clock.now());
    await told(await signedIn(accounts, ana), added("10"));
    const other = await signedIn(accounts, eva);
    await told(other, added("10"));
    await erase(first.run);
    expect(await rowsOf(accounts, ana)).toHaveLength(1);
    await erase(second.run);
    expect(await rowsOf(accounts, ana)).toEqual([]);
    expect(await rowsOf(accounts, eva)).toHaveLength(1);
    const sure = { "confirm.sure": true };
    expect((await act(other, "/mi-cuenta/borrar", "account-erasure", sure)).status).toBe(200);
    expect(await rowsOf(accounts, eva)).toEqual([]);

    await accounts.send(accounts.device(), ana);
    await told(await signedIn(accounts, ana), added("10"));
    const later = (days: number) => new Date(accounts.clock.now().getTime() + days * 86_400_000);
    await removeOldSignIns(store.db, later(364));
    expect(await rowsOf(accounts, ana)).toHaveLength(1);
    await removeOldSignIns(store.db, later(366));
    expect(await rowsOf(accounts, ana)).toEqual([]);
  });
});
