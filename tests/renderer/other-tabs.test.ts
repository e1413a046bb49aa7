/** Two tabs of one browser at the same form, before a server that keeps what either saves. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { Answers, FileAnswer, RunState } from "../../schemas/engine/evaluate.ts";
import { tabsAt } from "../../renderer/run/other-tabs.ts";
import type { Reply } from "../../renderer/run/send.ts";
import { complete, open, refusal, runState, settled } from "./support/open-run.ts";
import { field, preparedFlow } from "./support/small-flow.ts";

/** Tabs that share a run, and what the server has of it. */
function tabsOfOneRun(answers: Answers = {}) {
  let kept: RunState = runState({ answers });
  const channel = `run:${crypto.randomUUID()}`;
  const tab = (
    run: RunState | null = kept,
    more: Partial<NonNullable<Parameters<typeof open>[0]>> = {},
  ): ReturnType<typeof open> => {
    const opened: ReturnType<typeof open> = open({
      run,
      answers: run?.answers ?? {},
      tabs: tabsAt(channel),
      begin: () => ({ kind: "answer", data: kept }),
      state: () => kept,
      draft: () => {
        const saved = { ...kept.answers };
        for (const [path, value] of Object.entries(opened.sent.drafts.at(-1)!.answers)) {
          if (value === null) delete saved[path];
          else saved[path] = value;
        }
        kept = { ...kept, answers: saved };
        return { kind: "answer", data: undefined };
      },
      ...more,
    });
    onTestFinished(opened.controller.start());
    return opened;
  };
  return { tab, server: () => kept.answers };
}

test("what is saved in one is seen in the other, and not saved once more", async () => {
  const { tab } = tabsOfOneRun({ "ask.region": "south" });
  const [one, other] = [tab(), tab()];
  one.store.set("ask.name", "Ana");
  one.store.set("ask.region", undefined);
  await expect.poll(() => other.store.answers()).toEqual({ "ask.name": "Ana" });
  await settled();
  expect(other.sent.drafts).toEqual([]);
});

test("one where nothing was begun joins the run, with what was saved there", async () => {
  const { tab } = tabsOfOneRun();
  const [one, other] = [tab(null), tab(null)];
  one.store.set("ask.name", "Ana");
  await expect.poll(() => other.store.answers()).toEqual({ "ask.name": "Ana" });
  expect(other.controller.view().run?.run).toBe("run-1");
});

test("one that comes while another has saved more than its page says is told", async () => {
  const { tab } = tabsOfOneRun();
  const one = tab();
  one.store.set("ask.name", "Ana");
  await settled();
  const late = tab(runState());
  await expect.poll(() => late.store.answers()).toEqual({ "ask.name": "Ana" });
});

test("what is typed meanwhile stays, and is what holds in both", async () => {
  const { tab, server } = tabsOfOneRun();
  const [one, other] = [tab(), tab()];
  one.store.set("ask.name", "Ana");
  await new Promise((resolve) => setTimeout(resolve, 3));
  other.store.set("ask.name", "Eva");
  await expect
    .poll(() => [server(), one.store.answers(), other.store.answers()])
    .toEqual(Array.from({ length: 3 }, () => ({ "ask.name": "Eva" })));
});

test("what is saved in one while a press in the other waits for a file is sent by it", async () => {
  const { tab } = tabsOfOneRun(complete);
  const file = Promise.withResolvers<Reply<FileAnswer>>();
  const [one, other] = [tab(), tab(undefined, { upload: () => file.promise })];
  const how = { onProgress() {}, signal: new AbortController().signal };
  void other.controller.upload("ask.paper", new File([], "paper.pdf"), how);
  const pressed = other.controller.submitStep("ask");
  one.store.set("ask.name", "Eva");
  await settled();
  file.resolve({ kind: "lost" });
  await pressed;
  expect(other.sent.presses[0]?.request.answers).toMatchObject({ "ask.name": "Eva" });
});

test("what is the same there stays as it was typed, with what the server said of it", async () => {
  const { tab } = tabsOfOneRun();
  const one = tab();
  one.store.set("ask.name", "Ana");
  await settled();
  const other = tab();
  other.store.set("ask.region", "south");
  await settled();
  one.store.refuse([{ path: "ask.name", code: "unknown", words: "unknown", values: {} }]);
  tab();
  await settled();
  expect(one.store.problem("ask.name")?.code).toBe("unknown");
});

test("a secret that was typed in one stays where another was refused with its own", async () => {
  const { tab } = tabsOfOneRun(complete);
  const flow = preparedFlow();
  const code = field("ask.code", { secret: true, required: false });
  const prepared = { ...flow, flow: { ...flow.flow, fields: { ...flow.flow.fields, "ask.code": code } } };
  const refused = { path: "ask.name", code: "unknown", words: "unknown", values: {} };
  const [one, other] = [
    tab(undefined, {
      prepared,
      replies: [
        { kind: "answer", data: { state: runState({ answers: complete }), outcome: { refuse: [refused] } } },
      ],
    }),
    tab(undefined, { prepared }),
  ];
  other.store.set("ask.code", "1234");
  await one.controller.submitStep("ask");
  await settled();
  expect(other.store.answers()["ask.code"]).toBe("1234");
});

test("a tab that is left tells nobody of what is saved after that", () => {
  const tabs = tabsAt("run:left");
  open({ run: runState(), tabs }).controller.start()();
  expect(() => tabs.tell(["ask.name"])).not.toThrow();
});

test("where the browser refuses a channel, the form works without it", () => {
  vi.stubGlobal("BroadcastChannel", function refused() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const tabs = tabsAt("run:refused");
  onTestFinished(open({ run: runState(), tabs }).controller.start());
  expect(() => tabs.tell(["ask.name"])).not.toThrow();
});

const sent = runState({
  status: "done",
  version: 1,
  step: "thanks",
  answers: { "ask.name": "Eva", "ask.region": "south", "ask.city": "end", "ask.agree": true },
});

test.each([
  ["that the server had before", "Ana", { kind: "sentElsewhere" }, null, "Ana"],
  ["that was sent there too", "Eva ", { kind: "stale" }, "run-1", "Eva"],
])("where the form was sent from another tab, an answer %s", async (_what, name, notice, run, shown) => {
  const { controller, store } = open({
    run: runState({ answers: sent.answers }),
    answers: sent.answers,
    replies: [refusal(409, "stale", sent)],
  });
  controller.start();
  store.set("ask.name", name);
  await settled();
  await controller.submitStep("ask");
  expect(controller.view().notice).toEqual(notice);
  expect(controller.view().run?.run ?? null).toBe(run);
  expect(store.answers()["ask.name"]).toBe(shown);
});

test("where another tab went on with another answer, the one that was typed here goes over it", async () => {
  const gone = runState({ version: 1, answers: { "ask.name": "Eva" } });
  const {
    controller,
    store,
    sent: calls,
  } = open({
    run: runState(),
    replies: [refusal(409, "stale", gone)],
    answers: { "ask.region": "south", "ask.city": "end", "ask.agree": true },
  });
  controller.start();
  store.set("ask.name", "Ana");
  await settled();
  await controller.submitStep("ask");
  expect([controller.view().notice, store.answers()["ask.name"]]).toEqual([{ kind: "stale" }, "Ana"]);
  store.set("ask.region", "north");
  await settled();
  expect(calls.drafts.at(-1)!.answers).toMatchObject({ "ask.name": "Ana" });
});
