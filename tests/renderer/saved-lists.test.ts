/** Saved lists in a browser: what one tab puts in, all others have, also when they do so at once. */
import { expect, test } from "vitest";
import { openSavedLists, type CookieJar, type SavedLists } from "../../renderer/page/saved-lists.ts";
import type { CompiledSavedList } from "../../schemas/engine/evaluate.ts";

const lists: Record<string, CompiledSavedList> = {
  kept: { cookie: "kept", days: 7, max: 3, full: "refuse", words: {} },
  seen: { cookie: "seen", days: 1, max: 2, full: "dropOldest", words: {} },
};

/** A browser: its cookies, and as many tabs as are opened, which take turns as browsers' locks have them. */
function browser({ keeps = true } = {}) {
  const cookies = new Map<string, string>();
  const ages = new Map<string, number>();
  const tabs: (() => void)[] = [];
  let last = Promise.resolve();
  let now = 0;
  const jar = (): CookieJar => {
    let own: () => void = () => {};
    return {
      read: (name) => cookies.get(name),
      write(name, text, seconds) {
        if (!keeps) return;
        ages.set(name, seconds);
        if (text === "") cookies.delete(name);
        else cookies.set(name, text);
      },
      inTurn: (work) => (last = last.then(work)),
      tell: () => tabs.filter((tab) => tab !== own).forEach((tab) => tab()),
      listen(changed) {
        own = changed;
        tabs.push(changed);
      },
      now: () => (now += 1_000),
    };
  };
  return { cookies, ages, open: (): SavedLists => openSavedLists(lists, {}, jar()) };
}

test("what is put in stands first, in this tab and in the next, and lives as long as the list says", async () => {
  const { open, ages } = browser();
  const [one, other] = [open(), open()];
  let told = 0;
  other.subscribe(() => told++);
  expect(await one.add("kept", "7")).toBe(true);
  expect(await one.add("kept", "9")).toBe(true);
  expect(one.ids()["kept"]).toEqual(["9", "7"]);
  expect(other.ids()["kept"]).toEqual(["9", "7"]);
  expect(told).toBe(2);
  expect(ages.get("kept")).toBe(604_800);
  await other.remove("kept", ["7"]);
  expect(one.ids()["kept"]).toEqual(["9"]);
});

test("two tabs that change a list at once lose nothing of each other", async () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  await one.add("kept", "1");
  await Promise.all([one.add("kept", "2"), other.add("kept", "3"), other.remove("kept", ["1"])]);
  expect(one.ids()["kept"]?.toSorted()).toEqual(["2", "3"]);
  expect(other.ids()).toEqual(one.ids());
});

test("a full list says so, another lets the oldest go", async () => {
  const lists = browser().open();
  for (const id of ["1", "2", "3"]) await lists.add("kept", id);
  expect(await lists.add("kept", "4")).toBe(false);
  expect(lists.ids()["kept"]).toEqual(["3", "2", "1"]);
  for (const id of ["1", "2", "3"]) expect(await lists.add("seen", id)).toBe(true);
  expect(lists.ids()["seen"]).toEqual(["3", "2"]);
});

test("whatever stands in a cookie, what can be read of it counts", async () => {
  const { open, cookies } = browser();
  cookies.set("kept", "<script>~7.1~7.1~%%%~9.1");
  const one = open();
  expect(one.ids()["kept"]).toEqual(["7", "9"]);
  await one.add("kept", "8");
  expect(one.ids()["kept"]).toEqual(["8", "7", "9"]);
});

test("where the browser keeps no cookies, the page remembers", async () => {
  const one = browser({ keeps: false }).open();
  expect(await one.add("kept", "7")).toBe(true);
  expect(one.ids()["kept"]).toEqual(["7"]);
  await one.remove("kept", ["7"]);
  expect(one.ids()["kept"]).toEqual([]);
});

test("a list that there is not holds nothing; on a server there are those that the page was drawn with", async () => {
  const one = browser().open();
  expect(await one.add("other", "7")).toBe(false);
  const server = openSavedLists(lists, { kept: ["7"] });
  expect(server.drawn()).toEqual({ kept: ["7"] });
  expect(await server.add("kept", "9")).toBe(false);
});

test("what does not change is the same object, so that nothing is drawn again", async () => {
  const one = browser().open();
  await one.add("kept", "7");
  const { kept } = one.ids();
  await one.add("seen", "1");
  expect(one.ids()["kept"]).toBe(kept);
});
