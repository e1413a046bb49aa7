/** Lists of a device and of an account: joined where somebody signs in, the same from then on, and apart again afterwards. */
import { describe, expect, it } from "vitest";
import { agreeWithAccount, type AccountListsDeps } from "../../renderer/page/account-lists.ts";
import { mergedSaved, type CompiledSavedList, type SavedEntry } from "../../schemas/engine/evaluate.ts";

const list: CompiledSavedList = {
  cookie: "kept",
  days: 7,
  max: 5,
  full: "dropOldest",
  account: { days: 100 },
  words: {},
};
const lists = {
  kept: list,
  own: { ...list, cookie: "own", account: undefined } as unknown as CompiledSavedList,
};

/** What an account holds, as the server keeps it. */
interface Account {
  of: string;
  entries: SavedEntry[];
  /** Requests that were answered. */
  asked: number;
}
const accountOf = (of: string): Account => ({ of, entries: [], asked: 0 });

/** A device, with whoever is signed in on it. */
function device(own: string[] = []) {
  let entries: SavedEntry[] = own.map((id) => ({ id, at: Number(id) }));
  let stored: string | null = null;
  const state = {
    account: undefined as Account | undefined,
    isNoted: false,
    isLost: false,
    days: 0,
    /** Done while an answer is on its way. */
    meanwhile: () => {},
  };
  const deps: AccountListsDeps = {
    lists,
    isSignedIn: () => state.isNoted,
    read: ({ cookie }) => (cookie === "kept" ? entries : []),
    change: async (_, to) => void (entries = to(entries)),
    agreement: { read: () => stored, write: (text) => void (stored = text) },
    async ask({ of, lists: changes }) {
      const { account } = state;
      expect(Object.keys(changes)).toEqual(["kept"]);
      let answer;
      if (!account) answer = {};
      else if (of !== undefined && of !== account.of) answer = { of: account.of };
      else {
        account.asked += 1;
        account.entries = mergedSaved(account.entries, changes["kept"]!, list);
        answer = { of: account.of, lists: { kept: account.entries } };
      }
      state.meanwhile();
      state.meanwhile = () => {};
      return state.isLost ? undefined : answer;
    },
    now: () => state.days * 86_400_000,
  };
  return {
    state,
    ids: () => entries.map(({ id }) => id),
    add: (id: string) => void (entries = [{ id, at: Number(id) }, ...entries]),
    remove: (id: string) => void (entries = entries.filter((one) => one.id !== id)),
    empty: () => void (entries = []),
    agree: (isAsked?: boolean) => agreeWithAccount(deps, isAsked),
    async signIn(account: Account) {
      state.account = account;
      state.isNoted = true;
      await agreeWithAccount(deps);
    },
    async signOut() {
      state.account = undefined;
      state.isNoted = false;
      await agreeWithAccount(deps);
    },
  };
}

const idsOf = ({ entries }: Account): string[] => entries.map(({ id }) => id);

describe("lists of a device and of an account", () => {
  it("are joined where somebody signs in, and the same on all of their devices from then on", async () => {
    const account = accountOf("ana");
    const [phone, desktop] = [device(["1", "3"]), device(["2", "3"])];
    await phone.signIn(account);
    await desktop.signIn(account);
    expect(desktop.ids()).toEqual(["3", "2", "1"]);
    await phone.agree();
    expect(phone.ids()).toEqual(["3", "2", "1"]);
    phone.remove("3");
    phone.add("9");
    await phone.agree();
    await desktop.agree();
    expect([idsOf(account), desktop.ids()]).toEqual([
      ["9", "2", "1"],
      ["9", "2", "1"],
    ]);
  });

  it("are apart again afterwards: what was put in here stays, what came of the account goes with its person", async () => {
    const account = accountOf("ana");
    account.entries = [{ id: "8", at: 8 }];
    const phone = device(["1"]);
    await phone.signIn(account);
    phone.add("9");
    await phone.agree();
    expect(phone.ids()).toEqual(["9", "8", "1"]);
    await phone.signOut();
    expect(phone.ids()).toEqual(["9", "1"]);
    phone.remove("9");
    await phone.agree();
    expect(idsOf(account)).toEqual(["9", "8", "1"]);
  });

  it("are apart too where the session was ended elsewhere, or is over", async () => {
    const account = accountOf("ana");
    account.entries = [{ id: "8", at: 8 }];
    const phone = device(["1"]);
    await phone.signIn(account);
    phone.state.account = undefined;
    await phone.agree();
    expect(phone.ids()).toEqual(["1"]);
  });

  it("are of whoever signs in next with what is of this device alone", async () => {
    const [ana, eva] = [accountOf("ana"), accountOf("eva")];
    ana.entries = [{ id: "8", at: 8 }];
    const phone = device(["1"]);
    await phone.signIn(ana);
    // Nobody signed out in between.
    await phone.signIn(eva);
    expect([phone.ids(), idsOf(eva), idsOf(ana)]).toEqual([["1"], ["1"], ["8", "1"]]);
  });

  it("change nothing by an answer that is lost: it is told the next time, once", async () => {
    const account = accountOf("ana");
    account.entries = [{ id: "8", at: 8 }];
    const phone = device(["1"]);
    await phone.signIn(account);
    phone.state.isLost = true;
    phone.remove("8");
    await phone.agree();
    account.entries = mergedSaved(account.entries, { add: [{ id: "5", at: 5 }], remove: [] }, list);
    phone.state.isLost = false;
    await phone.agree();
    expect([phone.ids(), idsOf(account)]).toEqual([
      ["5", "1"],
      ["5", "1"],
    ]);
  });

  it("keep what changes here while an answer is on its way", async () => {
    const account = accountOf("ana");
    const phone = device(["1", "2"]);
    phone.state.meanwhile = () => {
      phone.add("9");
      phone.remove("2");
    };
    await phone.signIn(account);
    expect([phone.ids(), idsOf(account)]).toEqual([
      ["9", "1"],
      ["2", "1"],
    ]);
    await phone.agree(false);
    expect(idsOf(account)).toEqual(["9", "1"]);
    // Nothing changed since: it is not asked after each drawing.
    await phone.agree(false);
    expect(account.asked).toBe(2);
  });

  it("lose nothing where the cookie has had its time", async () => {
    const account = accountOf("ana");
    const phone = device(["1"]);
    await phone.signIn(account);
    phone.empty();
    phone.state.days = 7;
    await phone.agree();
    expect([phone.ids(), idsOf(account)]).toEqual([["1"], ["1"]]);
    phone.empty();
    phone.state.days = 8;
    await phone.agree();
    expect(idsOf(account)).toEqual([]);
  });
});
