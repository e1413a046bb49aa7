/** What the first step of a form offers comes with its document, to whoever has not begun. */
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../schemas/engine/all.ts";
import { openApp, visitor, type Visitor } from "../support/app.ts";
import { pageIn } from "../support/page-in.ts";
import type { Behaviour } from "../support/stand-in.ts";
import { startOffices } from "./office-parts.ts";
import { setClock } from "./parts.ts";

const { upstream, options } = await startOffices();
const list = (...names: string[]) => ({ body: names.map((value) => ({ value })) });
const form = "/visita";

beforeEach(() => {
  upstream.forget();
  upstream.set("GET /cities", list("Talca", "Curicó"));
});

/** Of a server of his own, which keeps no list. */
const newGuest = async (): Promise<Visitor> => visitor(await openApp(options), "AA");
const asked = (): number => upstream.requests.filter(({ path }) => path === "/cities").length;
const offeredIn = (body: string): string[] | undefined =>
  pageIn(body).flow?.offered?.["cities"]?.options?.map(({ value }) => value);

/** What is not there in time is there the next time. */
async function offers(guest: Visitor, names: string[]): Promise<void> {
  await expect.poll(async () => offeredIn((await guest.ask("GET", form)).body)).toEqual(names);
}

it.each([
  ["comes", ["Talca", "Linares"]],
  ["is empty", []],
])("a list that %s is drawn with the page", async (_, names) => {
  upstream.set("GET /cities", list(...names));
  const guest = await newGuest();
  await offers(guest, names);
  const { body } = await guest.ask("GET", form);
  const drawn = ["Talca", "Linares"].filter((name) => body.includes(`<option value="${name}">`));
  expect(drawn).toEqual(names);
});

it.each<[string, Behaviour]>([
  ["is late", { ...list("Talca"), delay: 2_000 }],
  ["fails", { status: 500 }],
])("a list that %s is left to the browser", async (_, behaviour) => {
  upstream.set("GET /cities", behaviour);
  const { statusCode, body } = await (await newGuest()).ask("GET", form);
  expect([statusCode, offeredIn(body)]).toEqual([200, undefined]);
});

it("a list that changes draws the page anew", async () => {
  const clock = setClock();
  const guest = visitor(await openApp({ ...options, clock: clock.now }), "AA");
  await offers(guest, ["Talca", "Curicó"]);
  upstream.set("GET /cities", list("Linares"));
  const before = asked();
  expect(offeredIn((await guest.ask("GET", form)).body)).toEqual(["Talca", "Curicó"]);
  expect(asked()).toBe(before);
  clock.pass(61);
  await offers(guest, ["Linares"]);
});

it("is left to the page where that is there already, and to whoever has begun", async () => {
  const guest = await newGuest();
  const page = (await guest.ask("GET", `/api/page?path=${encodeURIComponent(form)}`)).json<Page>();
  expect(page.flow).not.toHaveProperty("offered");
  await guest.ask("POST", "/api/runs", { flow: "visit", revision: page.revision });
  const { body } = await guest.ask("GET", form);
  expect([pageIn(body).flow?.run?.status, offeredIn(body), asked()]).toEqual(["open", undefined, 0]);
});
