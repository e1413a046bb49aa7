/** Whatever comes for a wait, in whatever order and at once: one thing decides it, and what follows is done once. */
import { expect, it, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import fc, { propertyRuns } from "../support/properties.ts";
import { startStandIn } from "../support/stand-in.ts";
import { good, written } from "../support/wait-definitions.ts";
import { setClock } from "./parts.ts";
import { definitionsFolder, productOf, type Product } from "./program-parts.ts";

type Action = "paid" | "paid again" | "refused" | "given up" | "cancel" | "deadline";

const query: Partial<Record<Action, Record<string, string>>> = {
  paid: { token_ws: "a" },
  "paid again": { token_ws: "a" },
  refused: { token_ws: "b", status: "rejected" },
  "given up": { TBK_TOKEN: "c" },
};

/** Groups of what happens at the same time, one group after the other. */
const story = fc.array(
  fc.array(fc.constantFrom<Action>("paid", "paid again", "refused", "given up", "cancel", "deadline"), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 3 },
);

it("is decided once by whatever comes first, and everything is kept", async () => {
  const clock = setClock();
  const upstream = await startStandIn(good);
  onTestFinished(() => upstream.stop());
  const copy = await definitionsFolder(written);
  let app: TestApp = await openApp({ env: { UPSTREAM_PAYMENTS: upstream.url }, copy, clock: clock.now });
  let stories = 0;

  const bring = (path: string, given: Record<string, string>) =>
    app.server.inject({
      url: `${path}?${new URLSearchParams(given)}`,
      headers: { host: "si.localhost:3000" },
    });

  await fc.assert(
    fc.asyncProperty(story, fc.boolean(), async (groups, restarts) => {
      stories += 1;
      upstream.forget();
      const who = visitor(app, "SI");
      const product: Product = productOf(app, upstream, who);
      const begun = await product.begin("order");
      const waiting = (await product.proceed(begun, { "buyer.name": "Ana" })).answer.state;
      const { body } = upstream.requests.find(({ path }) => path === "/payments/create")!;
      const { pathname } = new URL((body as { address: string }).address);

      const act = async (action: Action): Promise<void> => {
        if (action === "deadline") clock.pass(15 * 60);
        else if (action === "cancel")
          await who.ask("POST", `/api/runs/${waiting.run}/cancel-wait`, { wait: waiting.wait!.id });
        else expect((await bring(pathname, query[action]!)).statusCode).toBe(200);
      };
      for (const group of groups) await Promise.all(group.map(act));
      // Every fifth, as a restart takes its time.
      if (restarts && stories % 5 === 0) {
        app = await app.reopen();
        who.ask = visitor(app, "SI", who.cookie).ask;
      }
      clock.pass(15 * 60);
      const stateNow = async (): Promise<RunState> =>
        (await who.ask("GET", `/api/runs/${waiting.run}`)).json().state;
      // Time goes on meanwhile: a branch that found its run busy is tried again by the clock.
      const settled = async () => {
        clock.pass(1);
        return (await stateNow()).settled?.wait;
      };
      await expect.poll(settled).toBe(waiting.wait!.id);

      const state = await stateNow();
      const { db } = app.store;
      const waits = await db.selectFrom("waits").selectAll().where("run", "=", waiting.run).execute();
      expect(waits.map(({ state: is }) => is)).toEqual(["over"]);
      const [wait] = waits as [(typeof waits)[number]];
      const events = await db.selectFrom("wait_events").selectAll().where("wait", "=", wait.id).execute();
      const moved = events.filter((event) => event.state === "moved");
      expect(moved.map(({ outcome }) => outcome)).toEqual([wait.outcome]);
      // What was brought is there, once.
      const flat = new Set(groups.flat());
      const kept = (["paid", "refused", "given up"] as const).filter(
        (action) => flat.has(action) || (action === "paid" && flat.has("paid again")),
      );
      expect(events.filter(({ source }) => source === "provider")).toHaveLength(kept.length);
      // What follows is done once, and only what belongs to it.
      const isPaid = wait.outcome === "came";
      const submissions = await db
        .selectFrom("submissions")
        .selectAll()
        .where("run", "=", waiting.run)
        .execute();
      expect(submissions.map((one) => one.state)).toEqual([isPaid ? "accepted" : "failed"]);
      const mails = await db
        .selectFrom("deliveries")
        .selectAll()
        .where("submission", "=", submissions[0]!.id)
        .execute();
      expect(mails).toHaveLength(isPaid ? 1 : 0);
      expect(upstream.requests.filter(({ path }) => path === "/payments/commit")).toHaveLength(
        isPaid ? 1 : 0,
      );
      expect([state.status, state.step, state.version]).toEqual(
        isPaid ? ["done", "end", 2] : ["open", "buyer", 1],
      );
    }),
    { numRuns: propertyRuns(25) },
  );
});
