import { describe, expect, test } from "vitest";
import type { ContinueAnswer, ContinueRequest, DataAnswer } from "../../schemas/engine/evaluate.ts";
import { memoryOf } from "../../renderer/run/memory.ts";
import { continueWithRetry } from "../../renderer/run/continue-with-retry.ts";
import { stepEvents } from "../../renderer/run/step-events.ts";
import type { Reply } from "../../renderer/run/send.ts";
import type { Transport } from "../../renderer/run/transport.ts";
import { complete, open, refusal, runState, settled, storage, went } from "./support/open-run.ts";

test("what decides that something is asked is looked up again where it is asked no more", async () => {
  let asked = 0;
  const refused = refusal(422, "hidden-value");
  if (refused.kind === "refusal") refused.problem.queries = ["offices"];
  const { controller } = open({
    run: runState({ answers: complete }),
    answers: complete,
    replies: [refused],
    ask: async () => ((asked += 1), { status: "ready", options: [], hash: "h" }),
  });
  controller.start();
  await settled();
  const before = asked;
  await controller.submitStep("ask");
  await settled();
  expect([asked - before, controller.view().notice]).toMatchObject([1, { kind: "refused" }]);
});

test.each([
  ["a program says no to nothing in particular", "", 1],
  ["an answer is wrong", "ask.name", 0],
])("where %s, what was chosen from is asked for again %s%i times", async (_, path, times) => {
  let asked = 0;
  const answers = { ...complete, "ask.region": "north", "ask.city": "near", "ask.office": "a" };
  const refused: Reply<ContinueAnswer> = {
    kind: "answer",
    data: {
      state: runState({ answers }),
      outcome: { refuse: [{ path, code: "Ya no está", words: "Ya no está", values: {} }] },
    },
  };
  const { controller } = open({
    run: runState({ answers }),
    answers,
    replies: [refused],
    ask: async () => ((asked += 1), { status: "ready", options: [{ value: "a", label: "A" }], hash: "h" }),
  });
  controller.start();
  await settled();
  const before = asked;
  await controller.submitStep("ask");
  await settled();
  expect(asked - before).toBe(times);
});

describe("drafts", () => {
  test("the run begins with the first edit, and edits are saved together", async () => {
    const { store, controller, sent } = open();
    controller.start();
    await settled();
    expect(sent.begins).toEqual([]);
    store.set("ask.name", "A");
    store.set("ask.name", "An");
    store.set("ask.region", "north");
    await settled();
    expect(sent.begins).toEqual([{ flow: "visit", revision: "rev1" }]);
    expect(sent.drafts).toEqual([{ version: 0, answers: { "ask.name": "An", "ask.region": "north" } }]);
  });

  test("what was cleared is removed from the draft too", async () => {
    const run = runState({ answers: { "ask.region": "north", "ask.city": "near" } });
    const { store, controller, sent } = open({ run, answers: run.answers });
    controller.start();
    store.set("ask.region", "south");
    await settled();
    expect(sent.drafts[0]!.answers).toEqual({ "ask.region": "south", "ask.city": null });
  });

  test("edits that did not arrive come back after a refresh, and are saved then", async () => {
    const kept = storage();
    const first = open({ kept, draft: () => ({ kind: "lost" }) });
    first.controller.start();
    first.store.set("ask.name", "Ana");
    await settled();
    const second = open({ kept, run: runState() });
    second.controller.start();
    expect(second.store.answers()["ask.name"]).toBe("Ana");
    await settled();
    expect(second.sent.drafts[0]!.answers).toEqual({ "ask.name": "Ana" });
    expect([...kept.kept]).toEqual([]);
  });

  test("edits of another run are not mixed into this one", () => {
    const kept = storage();
    memoryOf({ flow: "visit" }, () => kept).keepUnsaved({
      run: "run-0",
      revision: "rev1",
      answers: { "ask.name": "Eva" },
    });
    const { store, controller } = open({ kept, run: runState() });
    controller.start();
    expect(store.answers()).toEqual({});
    expect([...kept.kept]).toEqual([]);
  });

  test("a run of another revision draws the page anew, and the edits stay", async () => {
    const { store, controller, led, memory } = open({
      begin: () => ({ kind: "answer", data: runState({ revision: "rev0" }) }),
    });
    controller.start();
    store.set("ask.name", "Ana");
    await settled();
    expect(led).toEqual(["reload"]);
    expect(memory.unsaved()).toMatchObject({ run: "run-1", answers: { "ask.name": "Ana" } });
  });

  test("where the run was begun in another tab, what is typed here goes over it", async () => {
    const { store, controller } = open({
      begin: () => ({
        kind: "answer",
        data: runState({ answers: { "ask.name": "Eva", "ask.region": "south" } }),
      }),
    });
    controller.start();
    store.set("ask.name", "Ana");
    await settled();
    expect(store.answers()).toEqual({ "ask.name": "Ana", "ask.region": "south" });
  });
});

describe("while a list is on its way", () => {
  test("Continuar waits for it, and need not be pressed again; what else is wrong is said at once", async () => {
    const offices = Promise.withResolvers<DataAnswer>();
    const answers = { ...complete, "ask.office": "o-1" };
    const { controller, store, led } = open({ answers, ask: () => offices.promise });
    controller.start();
    store.set("ask.name", undefined);
    await controller.submitStep("ask");
    expect(controller.view()).toMatchObject({ busy: false, submitCount: 1 });
    expect(controller.view().summary.map(({ code }) => code)).toEqual(["required", "optionsLoading"]);
    store.set("ask.name", "Ana");
    const pressed = controller.submitStep("ask");
    expect([controller.view().busy, led]).toEqual([true, []]);
    // A second press while it waits is none.
    await controller.submitStep("ask");
    offices.resolve({ status: "ready", options: [{ value: "o-1", label: "Sur" }], hash: "h" });
    await pressed;
    expect(led).toEqual(["go thanks"]);
  });

  test("what the list does not have is told when it is there", async () => {
    const offices = Promise.withResolvers<DataAnswer>();
    const answers = { ...complete, "ask.office": "o-1" };
    const { controller, led } = open({ answers, ask: () => offices.promise });
    controller.start();
    const pressed = controller.submitStep("ask");
    offices.resolve({ status: "failed", options: [], hash: "h" });
    await pressed;
    expect(controller.view().summary.map(({ code }) => code)).toEqual(["optionsFailed"]);
    expect(led).toEqual([]);
  });

  test("what is typed meanwhile is saved, though nothing is sent then", async () => {
    const offices = Promise.withResolvers<DataAnswer>();
    const answers = { ...complete, "ask.office": "o-1" };
    const { controller, store, sent } = open({ run: runState(), answers, ask: () => offices.promise });
    controller.start();
    const pressed = controller.submitStep("ask");
    store.set("ask.name", "Eva");
    await settled();
    offices.resolve({ status: "failed", options: [], hash: "h" });
    await pressed;
    await settled();
    expect(sent.presses).toEqual([]);
    expect(sent.drafts.map(({ answers }) => answers)).toEqual([{ "ask.name": "Eva" }]);
  });
});

describe("without a network", () => {
  test("Continuar says so at once and sends nothing; with one, it goes on", async () => {
    let offline = true;
    const { controller, store, sent, led } = open({ answers: complete, offline: () => offline });
    controller.start();
    await controller.submitStep("ask");
    expect(controller.view()).toMatchObject({ notice: { kind: "offline" }, busy: false, submitCount: 1 });
    expect([sent.begins, sent.presses]).toEqual([[], []]);
    expect(store.answers()).toEqual(complete);
    offline = false;
    await controller.submitStep("ask");
    expect(controller.view().notice).toBeUndefined();
    expect(led).toEqual(["go thanks"]);
  });

  test("what could not be saved is saved as soon as it can", async () => {
    const lost: Reply<never> = { kind: "lost" };
    const drafts: Reply<undefined>[] = [lost, { kind: "answer", data: undefined }];
    const { controller, store, sent, memory } = open({ run: runState(), draft: () => drafts.shift()! });
    controller.start();
    store.set("ask.name", "Ana");
    await settled();
    expect(memory.unsaved()).toMatchObject({ answers: { "ask.name": "Ana" } });
    controller.saveSoon();
    await settled();
    expect(sent.drafts.map(({ answers }) => answers)).toEqual([{ "ask.name": "Ana" }, { "ask.name": "Ana" }]);
    expect(memory.unsaved()).toBeNull();
    controller.saveSoon();
    await settled();
    expect(sent.drafts).toHaveLength(2);
  });
});

describe("Continuar", () => {
  test("with problems nothing is sent, and the summary has them", async () => {
    const { controller, sent } = open();
    controller.start();
    await controller.submitStep("ask");
    expect(sent.presses).toEqual([]);
    expect(controller.view().summary.map(({ path }) => path)).toEqual([
      "ask.name",
      "ask.region",
      "ask.agree",
    ]);
    expect(controller.view().submitCount).toBe(1);
  });

  test("what it came to is said on its own step alone", async () => {
    const { controller } = open();
    controller.start();
    controller.showsStep("ask");
    await controller.submitStep("ask");
    controller.showsStep("ask");
    expect(controller.view().summary).toHaveLength(3);
    controller.showsStep("before");
    expect(controller.view().summary).toEqual([]);
    controller.showsStep("ask");
    expect(controller.view().summary).toEqual([]);
  });

  test("a refusal that comes when another step is on screen is not said there", async () => {
    const problem = { path: "ask.name", code: "invalid", words: "invalid", values: {} };
    const refused: Reply<ContinueAnswer> = {
      kind: "answer",
      data: { state: runState(), outcome: { refuse: [problem] } },
    };
    const { controller, store } = open({ answers: complete, replies: [refused] });
    controller.start();
    controller.showsStep("ask");
    const press = controller.submitStep("ask");
    controller.showsStep("before");
    await press;
    expect(controller.view().summary).toEqual([]);
    expect(store.leaf("ask.name").shown?.code).toBe("invalid");
  });

  test.each([
    ["unreachable", undefined],
    ["stale", { kind: "stale" }],
  ])("of another step, that it was %s is told as %o", async (kind, told) => {
    const replies: Reply<ContinueAnswer>[] =
      kind === "stale" ? [refusal(409, "stale", runState({ answers: complete }))] : [{ kind: "lost" }];
    const { controller } = open({ answers: complete, run: runState(), replies });
    controller.start();
    controller.showsStep("ask");
    await controller.submitStep("ask");
    controller.showsStep("before");
    expect(controller.view().notice).toEqual(told);
  });

  test("sends all visible answers of the step, once, and goes where the outcome says", async () => {
    const { controller, sent, led, kept } = open({ answers: complete });
    controller.start();
    const first = controller.submitStep("ask");
    expect(controller.view().busy).toBe(true);
    await Promise.all([first, controller.submitStep("ask"), controller.submitStep("ask")]);
    expect(sent.presses).toHaveLength(1);
    expect(sent.presses[0]!.request).toEqual({
      step: "ask",
      version: 0,
      answers: { ...complete, "ask.code": null, "ask.phone": null, "ask.office": null },
    });
    expect(led).toEqual(["go thanks"]);
    expect(controller.view().busy).toBe(false);
    expect([...kept.kept]).toEqual([]);
  });

  test("a lost answer keeps the key for the same body; an edited one takes a new key", async () => {
    const lost: Reply<never> = { kind: "lost" };
    const { store, controller, sent } = open({ answers: complete, replies: [lost, lost] });
    controller.start();
    await controller.submitStep("ask");
    expect(controller.view().notice).toEqual({ kind: "unreachable" });
    expect(store.answers()).toEqual(complete);
    await controller.submitStep("ask");
    store.set("ask.name", "Eva");
    await controller.submitStep("ask");
    const keys = sent.presses.map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test("the key outlives the page", async () => {
    const kept = storage();
    const run = runState();
    const first = open({ kept, run, answers: complete, replies: [{ kind: "lost" }] });
    first.controller.start();
    await first.controller.submitStep("ask");
    const second = open({ kept, run, answers: complete });
    second.controller.start();
    await second.controller.submitStep("ask");
    expect(second.sent.presses[0]!.key).toBe(first.sent.presses[0]!.key);
  });

  test("an answer takes a new key for the next press", async () => {
    const refused: Reply<ContinueAnswer> = {
      kind: "answer",
      data: {
        state: runState(),
        outcome: { refuse: [{ path: "ask.name", code: "invalid", words: "invalid", values: {} }] },
      },
    };
    const { controller, store, sent } = open({ answers: complete, replies: [refused] });
    controller.start();
    await controller.submitStep("ask");
    expect(store.leaf("ask.name").shown?.code).toBe("invalid");
    expect(controller.view().summary).toHaveLength(1);
    await controller.submitStep("ask");
    expect(sent.presses[1]!.key).not.toBe(sent.presses[0]!.key);
  });

  test("a failure leads to its page", async () => {
    const failed: Reply<ContinueAnswer> = {
      kind: "answer",
      data: {
        state: runState({ version: 1, answers: complete, failure: "/306" }),
        outcome: { redirect: "/306", failure: true },
      },
    };
    const { controller, led } = open({ answers: complete, replies: [failed] });
    controller.start();
    await controller.submitStep("ask");
    expect(led).toEqual(["leave /306"]);
  });

  test("a stale version takes the server's state over, and says so", async () => {
    const newer = runState({
      version: 3,
      step: "thanks",
      status: "done",
      answers: { ...complete, "ask.name": "Eva" },
    });
    const { controller, store, led } = open({ answers: complete, replies: [refusal(409, "stale", newer)] });
    controller.start();
    await controller.submitStep("ask");
    expect(controller.view().notice).toEqual({ kind: "stale" });
    expect(store.answers()["ask.name"]).toBe("Eva");
    expect(led).toEqual(["go thanks"]);
  });

  describe("in a tab whose answers were sent from another one", () => {
    const sentThere = runState({ version: 3, step: "thanks", status: "done", answers: complete });
    const overtaken = (draft: () => Promise<Reply<never>> | Reply<never>) => {
      const opened = open({ run: runState({ answers: complete }), answers: complete, draft });
      opened.controller.start();
      opened.store.set("ask.name", "Eva");
      return opened;
    };

    test("a draft that learns of it waits for the next press to say so, and the one after sends", async () => {
      const { controller, sent } = overtaken(() => refusal(409, "stale", sentThere));
      await settled();
      expect(controller.view().run).toBeNull();
      expect(controller.view().notice).toBeUndefined();
      await controller.submitStep("ask");
      expect(controller.view().notice).toEqual({ kind: "sentElsewhere" });
      expect(sent.presses).toEqual([]);
      await controller.submitStep("ask");
      expect(sent.presses[0]!.request.answers).toMatchObject({ "ask.name": "Eva" });
    });

    test.each([
      ["sent", sentThere, { kind: "sentElsewhere" }],
      [
        "edited",
        runState({ version: 3, answers: { ...complete, "ask.region": "south" } }),
        { kind: "stale" },
      ],
    ])("a press beside a draft under way that finds them %s sends nothing", async (_how, state, notice) => {
      const draft = Promise.withResolvers<Reply<never>>();
      const { controller, sent } = overtaken(() => draft.promise);
      await settled();
      expect(sent.drafts).toHaveLength(1);
      const pressed = controller.submitStep("ask");
      draft.resolve(refusal(409, "stale", state));
      await pressed;
      expect(controller.view().notice).toEqual(notice);
      expect(sent.presses).toEqual([]);
    });
  });

  test("what was done with answers that changed leads back to it, in words of its own", async () => {
    const state = runState({ answers: { "ask.name": "Ana" } });
    const { controller, store, led } = open({
      run: runState({ step: "thanks", done: ["ask"] }),
      answers: complete,
      replies: [refusal(409, "stale", state, "changed")],
    });
    controller.start();
    await controller.submitStep("thanks");
    expect(controller.view()).toMatchObject({ notice: { kind: "changed" }, run: { step: "ask" } });
    expect(store.answers()).toEqual({ "ask.name": "Ana" });
    expect(led).toEqual(["go ask"]);
  });

  test("a draft that closes steps says so to whoever goes on to one of them", async () => {
    const { controller, store } = open({
      run: runState({ step: "thanks", done: ["ask"] }),
      answers: complete,
      draft: () => ({ kind: "answer", data: { state: runState({ answers: complete }) } }),
    });
    controller.start();
    controller.sentBack();
    expect(controller.view().notice).toBeUndefined();
    store.set("ask.name", "Eva");
    await settled();
    expect(controller.view()).toMatchObject({ run: { step: "ask", done: [] } });
    expect(controller.view().notice).toBeUndefined();
    expect(store.answers()["ask.name"]).toBe("Eva");
    controller.sentBack();
    expect(controller.view().notice).toEqual({ kind: "changed" });
  });

  test("what was typed on another step is saved before", async () => {
    const { controller, store, sent } = open({
      run: runState({ step: "thanks", done: ["ask"] }),
      answers: complete,
    });
    controller.start();
    store.set("ask.name", "Eva");
    await controller.submitStep("thanks");
    expect(sent.drafts).toEqual([{ version: 0, answers: { "ask.name": "Eva" } }]);
    expect(sent.presses[0]!.request).toMatchObject({ step: "thanks", answers: {} });
  });

  test.each<[string, Reply<never>, number]>([
    ["does not arrive", { kind: "lost" }, 0],
    ["is stale", refusal(409, "stale", runState(), "changed"), 0],
    ["is not taken", refusal(422, "unknown-key"), 1],
  ])("where that draft %s, Continuar goes by what it says", async (_name, reply, presses) => {
    const { controller, store, sent } = open({
      run: runState({ step: "thanks", done: ["ask"] }),
      answers: complete,
      draft: () => reply,
    });
    controller.start();
    store.set("ask.name", "Eva");
    await controller.submitStep("thanks");
    expect(sent.presses).toHaveLength(presses);
  });

  const ends = (outcome: ContinueAnswer["outcome"]): Reply<ContinueAnswer> => ({
    kind: "answer",
    data: { state: runState({ version: 1, answers: complete }), outcome },
  });
  test.each<[string, Reply<ContinueAnswer>, number]>([
    ["is refused", ends({ refuse: [] }), 1],
    ["opens a dialog", ends({ dialog: "noPrice", title: "Sin precio" }), 1],
    ["closes one", ends({ close: ["ask.city"] }), 1],
    ["goes on", ends({ go: "thanks" }), 1],
    ["leads to a failure's page", ends({ redirect: "/306", failure: true }), 1],
    ["gets no answer", { kind: "lost" }, 0],
  ])(
    "what was typed while an attempt was under way that %s is saved once, after it",
    async (_how, reply, version) => {
      const parts = open({
        run: runState({ answers: complete }),
        answers: complete,
        replies: [reply],
        async token() {
          parts.store.set("ask.name", "Eva");
          await settled();
          return undefined;
        },
      });
      parts.controller.start();
      await parts.controller.submitStep("ask");
      await settled();
      expect(parts.sent.drafts).toEqual([{ version, answers: { "ask.name": "Eva" } }]);
      expect(parts.memory.unsaved()).toBeNull();
      expect(parts.store.answers()["ask.name"]).toBe("Eva");
    },
  );

  test("a run that is gone is begun anew with the answers", async () => {
    const { controller, sent, led } = open({
      run: runState({ run: "run-0" }),
      answers: complete,
      replies: [refusal(404, "no-run")],
    });
    controller.start();
    await controller.submitStep("ask");
    expect(sent.begins).toHaveLength(1);
    expect(sent.presses).toHaveLength(2);
    expect(led).toEqual(["go thanks"]);
  });

  test("what the server says of itself is shown with the request's id", async () => {
    const { controller, memory } = open({ answers: complete, replies: [refusal(503, "unavailable")] });
    controller.start();
    await controller.submitStep("ask");
    expect(controller.view().notice).toEqual({
      kind: "refused",
      message: "Mensaje de unavailable",
      requestId: "request-9",
    });
    expect(memory.attempt()).not.toBeNull();
  });

  test("each press brings a token of its own, and one without goes all the same", async () => {
    const tokens = ["first", undefined, "third"];
    const { controller, sent } = open({
      answers: complete,
      replies: [refusal(403, "captcha"), refusal(403, "captcha")],
      token: async () => tokens.shift(),
    });
    controller.start();
    await controller.submitStep("ask");
    expect(controller.view()).toMatchObject({
      busy: false,
      notice: { kind: "refused", message: "Mensaje de captcha" },
    });
    await controller.submitStep("ask");
    await controller.submitStep("ask");
    expect(sent.presses.map(({ captcha }) => captcha)).toEqual(["first", undefined, "third"]);
    // Refused, an attempt is over: the next one is another.
    expect(new Set(sent.presses.map(({ key }) => key)).size).toBe(3);
    expect(controller.view().run?.status).toBe("done");
  });

  test("an attempt that is still at work is asked for again with its key", async () => {
    const [keys, tokens]: [string[], unknown[]] = [[], []];
    const replies = [refusal(409, "busy"), refusal(409, "busy"), went];
    const transport = {
      proceed: async (_run: string, _request: ContinueRequest, key: string, token?: string) => (
        keys.push(key),
        tokens.push(token),
        replies.shift()!
      ),
    } as unknown as Transport;
    const memory = memoryOf({ flow: "visit" }, storage);
    const request = { step: "ask", version: 0, answers: {} };
    let given = 0;
    const token = async () => `token-${++given}`;
    const reply = await continueWithRetry(transport, memory, "run-1", request, { wait: 1, token });
    expect(reply).toBe(went);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    // One press is one proof of a person.
    expect(tokens).toEqual(["token-1", "token-1", "token-1"]);
  });
});

describe("what did not go through", () => {
  const answered = (outcome: ContinueAnswer["outcome"]): Reply<ContinueAnswer> => ({
    kind: "answer",
    data: { state: runState({ answers: complete }), outcome },
  });
  const of = { flow: "visit", step: "ask" };
  const problem = (path: string) => ({ path, code: "wrong", words: "Mal", values: {} });

  test.each<[string, ContinueAnswer["outcome"], object]>([
    [
      "answers, by the names of their questions",
      { refuse: [problem("ask.name"), problem("ask.city"), problem("ask.name")] },
      { event: "step_refused", ...of, fields: "ask.name,ask.city" },
    ],
    ["no answer in particular", { refuse: [problem("")] }, { event: "step_refused", ...of, fields: "" }],
    [
      "a row, by its list",
      { refuse: [problem("ask.pets.r1.name")] },
      { event: "step_refused", ...of, fields: "ask.pets" },
    ],
    [
      "a page of failures, without its query",
      { redirect: "/302?run=1#a", failure: true },
      { event: "step_failed", ...of, failure_path: "/302" },
    ],
  ])("is told to analytics: %s", async (_name, outcome, event) => {
    const told: unknown[] = [];
    const { controller } = open({
      answers: complete,
      replies: [answered(outcome)],
      tellEvent: (one) => void told.push(one),
    });
    controller.start();
    await controller.submitStep("ask");
    expect(told).toEqual([event]);
  });

  test("what the browser refuses is told too, without what was answered", async () => {
    const told: unknown[] = [];
    const { ["ask.name"]: _, ...without } = complete;
    const { controller } = open({ answers: without, tellEvent: (one) => void told.push(one) });
    controller.start();
    await controller.submitStep("ask");
    expect(told).toEqual([{ event: "step_refused", ...of, fields: "ask.name" }]);
  });
});

describe("steps that were accepted", () => {
  const went1 = (outcome: ContinueAnswer["outcome"], more = {}): Reply<ContinueAnswer> => ({
    kind: "answer",
    data: { state: runState({ version: 1, answers: complete, ...more }), outcome },
  });

  test("are told once: not when they were left, nor when they were done before", async () => {
    const told: string[] = [];
    const accepted = (step: string) => void told.push(step);
    const replies = [
      went1({ redirect: "/", failure: false }),
      went1({ go: "thanks" }, { done: ["ask"] }),
      went1({ go: "thanks" }, { done: ["ask"], version: 2 }),
    ];
    const { controller } = open({ answers: complete, replies, accepted });
    controller.start();
    await controller.submitStep("ask");
    expect(told).toEqual([]);
    await controller.submitStep("ask");
    expect(told).toEqual(["ask"]);
    await controller.submitStep("ask");
    expect(told).toEqual(["ask"]);
  });

  test("are told after a refresh where the answer was lost, and once for each run", async () => {
    const told: string[] = [];
    const kept = storage();
    const memory = memoryOf({ flow: "visit" }, () => kept);
    memory.keepAttempt({ key: "k", body: JSON.stringify({ run: "run-1", step: "ask", answers: {} }) });
    const accepted = (step: string) => void told.push(step);
    const run = runState({ step: "thanks", done: ["ask"], answers: complete });
    open({ kept, run: { ...run, run: "run-2" }, accepted }).controller.start();
    expect(told).toEqual([]);
    open({ kept, run, accepted }).controller.start();
    expect(told).toEqual(["ask"]);

    const { store } = open({ kept, run, answers: complete });
    const analytics = { event: "asked", with: { region: { var: "labels.ask.region" } } };
    const flow = { ...store.prepared.flow };
    flow.steps = flow.steps.map((step) => (step.id === "ask" ? { ...step, analytics } : step));
    const events: unknown[] = [];
    const tell = stepEvents({ flow, store, memory, tell: (event) => void events.push(event) });
    for (const one of ["run-1", "run-1", "run-2"]) tell("ask", { ...run, run: one });
    const { label } = store.leaf("ask.region").options!.find(({ value }) => value === "south")!;
    const ofRun = [
      { event: "step_accepted", flow: "visit", step: "ask" },
      { event: "asked", region: label },
    ];
    expect(events).toEqual([...ofRun, ...ofRun]);
  });
});
