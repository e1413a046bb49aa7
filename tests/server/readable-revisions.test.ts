import { expect, onTestFinished, test } from "vitest";
import { keepRevision, newestRevisions } from "../../server/store/revisions.ts";
import { openStore } from "../../server/store/store.ts";
import { smallRevision } from "./evidence-parts.ts";
import { temporaryFolder } from "./parts.ts";
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
    (await newestRevisions(store, { engine, own })).map(({ hash }) => hash);
  expect(await read("now", [])).toEqual(["second"]);
  expect(await read("now", ["first"])).toEqual(["first"]);
  expect(await read("before", [])).toEqual(["first"]);
  expect(await read("other", [])).toEqual([]);
});
