/** How long something new begins with a revision that was replaced. */
import { expect, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";

const hour = 60 * 60_000;

/** A server on which the form of contact was changed, and what goes on from then. */
async function changed() {
  let now = Date.parse("2026-11-23T12:00:00.000Z");
  const app = await openApp({ copy: contactAlone(), clock: () => new Date(now) });
  const old = app.definitions.current("SI")!.hash;
  // Nothing new for as long as it is live.
  now += 90 * 24 * hour;
  const early = await begun(app, old);
  await app.edit("schemas/flows/contact/flow.json", '"Comentario"', '"Tu mensaje"');
  await app.definitions.reload();
  const live = app.definitions.current("SI")!.hash;
  return { app, old, live, early, later: (by: number) => (now += by) };
}

async function begun(app: TestApp, revision: string) {
  const who = visitor(app, "SI");
  const run = (await who.ask("POST", "/api/runs", { flow: "contact", revision })).json<RunState>();
  return { who, run };
}

const asked = async (who: ReturnType<typeof visitor>, revision: string): Promise<number> =>
  (await who.ask("POST", "/api/data", { revision, flow: "contact", data: "cities", inputs: {} })).statusCode;

test("a run begins with the revision of its page for two hours after it was replaced", async () => {
  const { app, old, live, early, later } = await changed();
  expect(early.run.revision).toBe(old);
  later(2 * hour - 1_000);
  expect((await begun(app, old)).run.revision).toBe(old);
  later(2_000);
  expect((await begun(app, old)).run.revision).toBe(live);
  // Who has begun goes on with it.
  const same = await early.who.ask("POST", "/api/runs", { flow: "contact", revision: live });
  expect(same.json()).toMatchObject({ run: early.run.run, revision: old });
});

test("its queries are answered for a day, and after that to whoever has a run of it", async () => {
  const { app, old, live, early, later } = await changed();
  const other = visitor(app, "SI");
  later(24 * hour - 1_000);
  expect(await asked(other, old)).toBe(200);
  later(2_000);
  expect(await asked(other, old)).toBe(404);
  expect(await asked(early.who, old)).toBe(200);
  expect(await asked(other, live)).toBe(200);
});

test("one that is live again is as any live one", async () => {
  const { app, old, later } = await changed();
  await app.edit("schemas/flows/contact/flow.json", '"Tu mensaje"', '"Comentario"');
  await app.definitions.reload();
  later(48 * hour);
  expect((await begun(app, old)).run.revision).toBe(old);
  expect(await asked(visitor(app, "SI"), old)).toBe(200);
});
