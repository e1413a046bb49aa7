/** What is still being moved where a step or its page is left, or sent: it is the answer all the same. */
import { expect, test } from "vitest";
import { settleOnLeaving } from "../../renderer/run/unsettled.ts";
import { complete, open, runState, settled } from "./support/open-run.ts";

const lefts: [string, (run: ReturnType<typeof open>, stop: () => void) => unknown][] = [
  ["Continuar is pressed", ({ controller }) => controller.submitStep("ask")],
  ["its tab is closed", ({ controller }) => controller.saveNow()],
  ["its page is left", (_, stop) => stop()],
];

test.each(lefts)("what is moved is the answer where %s", async (_when, leave) => {
  const run = open({ run: runState({ answers: complete }), answers: complete });
  const stop = run.controller.start();
  const forget = settleOnLeaving(() => run.store.set("ask.name", "Eva"));
  await leave(run, stop);
  await settled();
  const sent = [...run.sent.drafts, ...run.sent.presses.map(({ request }) => request)];
  expect(sent.map(({ answers }) => answers["ask.name"])).toEqual(["Eva"]);
  forget();
  run.store.set("ask.name", "Ana");
  run.controller.saveNow();
  expect(run.store.answers()["ask.name"]).toBe("Ana");
});
