import { expect, onTestFinished, test } from "vitest";
import { keepRevision, newestRevisions } from "../../server/store/revisions.ts";
import { openStore } from "../../server/store/store.ts";
import { smallRevision } from "./evidence-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testDataKeys } from "../support/data-keys.ts";

test("a process reads the newest revision that its own code compiled, or that it made itself", async () => {
  const store = await openStore({ dataDir: await temporaryFolder(), dataKeys: testDataKeys });
  onTestFinished(() => store.close());
  const published: [hash: string, engine: string][] = [
    ["first", "before"],
    ["second", "now"],
    // The change is taken back: the first one is the newest again, and keeps who compiled it.
    ["first", "now"],
  ];
  for (const [hash, engine] of published)
    await keepRevision(store, { ...smallRevision("SI"), hash }, engine, new Date());
  const read = async (engine: string, own: string[]): Promise<string[]> =>
    (await newestRevisions(store, { readable: { engine, own } })).map(({ hash }) => hash);
  expect(await read("now", [])).toEqual(["second"]);
  expect(await read("now", ["first"])).toEqual(["first"]);
  expect(await read("before", [])).toEqual(["first"]);
  expect(await read("other", [])).toEqual([]);
});

test("what is at hand is not read again; what is newer than that is", async () => {
  const store = await openStore({ dataDir: await temporaryFolder(), dataKeys: testDataKeys });
  onTestFinished(() => store.close());
  const atHand = { ...smallRevision("SI"), hash: "at hand" };
  const known = (hash: string) => (hash === atHand.hash ? atHand : undefined);
  await keepRevision(store, atHand, "now", new Date());
  await keepRevision(store, { ...smallRevision("WI"), hash: "elsewhere" }, "now", new Date());
  const read = await newestRevisions(store, { known });
  expect(read.map(({ hash }) => hash).toSorted()).toEqual(["at hand", "elsewhere"]);
  expect(read).toContain(atHand);
  await keepRevision(store, { ...smallRevision("SI"), hash: "newer" }, "now", new Date());
  const newest = await newestRevisions(store, { known });
  expect(newest.map(({ hash }) => hash).toSorted()).toEqual(["elsewhere", "newer"]);
});
