/** Cars that most people look at: a visitor counts once a day, robots never, and all servers agree. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "../support/app.ts";
import { root } from "../support/definitions.ts";
import { fewBrands } from "../support/few-brands.ts";
import { openCatalogue, type ListedCar } from "./catalogue-parts.ts";
import { temporaryStore } from "./parts.ts";

async function open() {
  const { store } = await temporaryStore();
  let now = Date.parse("2026-11-23T15:00:00Z");
  const clock = (): Date => new Date(now);
  const servers = [
    await openCatalogue("SI", { store, clock }),
    await openCatalogue("SI", { store, clock }),
  ] as const;
  const { result } = await servers[0].search({ typeId: ["usado"], sort: 3 });
  return { servers, ids: result.map(({ id }) => id), pass: (days: number) => (now += days * 86_400_000) };
}

test("what people look at comes first, on every server, and each of them counts once a day", async () => {
  const { servers, ids, pass } = await open();
  const [one, two] = servers;
  const [dear, other] = ids as [number, number];
  const look = (id: number, visitor: string) =>
    one.answer<{ counted: boolean }>("opened", { id: String(id), visitor });
  expect(await look(dear, "a")).toEqual({ counted: true });
  expect(await look(dear, "a")).toEqual({ counted: false });
  expect(await two.answer("opened", { id: String(dear), visitor: "a" })).toEqual({ counted: false });
  await look(other, "a");
  await look(other, "b");
  for (const { answer } of servers) {
    const seen = (await answer<{ result: ListedCar[] }>("mostVisited", { type: "usado", limit: 6 })).result;
    expect(seen.slice(0, 2).map(({ id }) => id)).toEqual([other, dear]);
    expect([seen.length, seen.filter(({ isNew }) => isNew)]).toEqual([6, []]);
  }
  pass(1);
  expect(await look(dear, "a")).toEqual({ counted: true });
  await look(dear, "c");
  expect((await two.answer<{ result: ListedCar[] }>("mostVisited")).result[0]!.id).toBe(dear);
  // After a month nobody remembers.
  pass(31);
  expect((await two.answer<{ result: ListedCar[] }>("mostVisited")).result.map(({ id }) => id)).not.toContain(
    dear,
  );
});

test("new cars are told by model, three where nobody says how many", async () => {
  const { servers } = await open();
  const { result: cars } = await servers[0].answer<{ result: ListedCar[] }>("mostVisited", { type: "nuevo" });
  expect(cars.map(({ isNew }) => isNew)).toEqual([true, true, true]);
  expect(new Set(cars.map(({ carModelType }) => carModelType.slug)).size).toBe(3);
  expect(await servers[0].call("opened", { id: "1", visitor: "a" })).toMatchObject({ failure: "empty" });
});

const chrome = (version: number): string =>
  `Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;

test.each<[who: string, agents: string[], counted: number]>([
  ["a visitor who comes back counts once", [chrome(140), chrome(140)], 1],
  ["another browser is another visitor", [chrome(140), chrome(141)], 2],
  [
    "robots do not count",
    ["Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5.0", "HeadlessChrome/140", ""],
    0,
  ],
])("a page that counts who looks at it: %s", async (_, agents, counted) => {
  const { ids } = await open();
  const file = "schemas/screens/terms.json";
  const terms = JSON.parse(readFileSync(join(root, file), "utf8")) as object;
  const opened = {
    call: "catalog.opened",
    with: { id: String(ids[0]), visitor: { var: "visitor.id" } },
  };
  const app = await openApp({ copy: { ...fewBrands(), [file]: JSON.stringify({ ...terms, opened }) } });
  const { hash: revision } = app.definitions.current("SI")!;
  const tell = (screen: string, agent: string) =>
    app.server.inject({
      method: "POST",
      url: "/api/opened",
      headers: { host: "si.localhost", "user-agent": agent, "sec-fetch-site": "same-origin" },
      payload: { revision, screen, params: {} },
    });
  for (const agent of agents) {
    expect((await tell("terms", agent)).statusCode).toBe(204);
  }
  const rows = () => app.store.db.selectFrom("openings").selectAll().execute();
  await expect.poll(async () => (await rows()).length).toBe(counted);
  // Nothing in it leads back to anybody.
  expect(JSON.stringify(await rows())).not.toContain("127.0.0.1");
  expect((await tell("home", chrome(140))).statusCode).toBe(404);
});
