import { describe, expect, test } from "vitest";
import type { ContinueAnswer, FileAnswer, Outcome, RunState } from "../../schemas/engine/evaluate.ts";
import type { Reply } from "../../renderer/run/send.ts";
import { complete, open, refusal, runState, settled, went } from "./support/open-run.ts";

const answered = (outcome: Outcome, state: Partial<RunState> = {}): Reply<ContinueAnswer> => ({
  kind: "answer",
  data: { state: runState({ answers: complete, ...state }), outcome },
});
const asks = answered(
  { dialog: "noPrice", title: "Sin precio", body: "No lo sabemos" },
  { results: { offer: 7 } },
);
const opened = async (...replies: Reply<ContinueAnswer>[]) => {
  const parts = open({ answers: complete, replies: [asks, ...replies] });
  parts.controller.start();
  await parts.controller.submitStep("ask");
  return parts;
};

describe("a dialog", () => {
  test("is what has to be answered next; results that were set are there, and nothing was left", async () => {
    const { controller, store, led } = await opened();
    expect(controller.view()).toMatchObject({
      busy: false,
      summary: [],
      dialog: { id: "noPrice", step: "ask", title: "Sin precio", body: "No lo sabemos" },
    });
    expect(store.results()).toEqual({ offer: 7 });
    expect(store.answers()).toEqual(complete);
    expect(led).toEqual([]);
  });

  test("is answered with the same step, under a key of its own", async () => {
    const { controller, sent, led } = await opened(went);
    await controller.answer("retry");
    const [first, second] = sent.presses;
    expect(second!.request).toEqual({ ...first!.request, dialog: { id: "noPrice", button: "retry" } });
    expect(second!.key).not.toBe(first!.key);
    expect(controller.view().dialog).toBeUndefined();
    expect(led).toEqual(["go thanks"]);
  });

  test("that was open when the page was left is asked again", async () => {
    const dialog = { id: "noPrice", step: "ask", title: "Sin precio" };
    const { controller, sent, led } = open({
      run: runState({ answers: complete, dialog }),
      answers: complete,
    });
    expect(controller.view().dialog).toEqual(dialog);
    controller.start();
    await controller.answer("retry");
    expect(sent.presses[0]!.request).toMatchObject({
      step: "ask",
      dialog: { id: "noPrice", button: "retry" },
    });
    expect(controller.view().dialog).toBeUndefined();
    expect(led).toEqual(["go thanks"]);
  });

  test("can come again, and its button then is another press", async () => {
    const { controller, sent } = await opened(asks, went);
    const before = controller.view().submitCount;
    await controller.answer("retry");
    expect(controller.view().dialog?.id).toBe("noPrice");
    expect(controller.view().submitCount).toBeGreaterThan(before);
    await controller.answer("retry");
    expect(new Set(sent.presses.map(({ key }) => key)).size).toBe(3);
  });

  test("that is closed leaves the form, without what it cleared, of which the server knows", async () => {
    const { controller, store, sent, memory } = await opened(answered({ close: ["ask.name"] }));
    await controller.answer("leave");
    expect(controller.view().dialog).toBeUndefined();
    expect(store.answers()).toEqual({ ...complete, "ask.name": undefined });
    expect(memory.unsaved()).toBeNull();
    await settled();
    expect(sent.drafts).toEqual([]);
  });

  test("saves what was cleared with its question while it was open, whatever its button does", async () => {
    const answers = { ...complete, "ask.region": "north", "ask.city": "far", "ask.reason": "Queda de paso" };
    const state = { answers };
    const { controller, store, sent, memory } = open({
      answers,
      replies: [answered({ dialog: "noPrice", title: "Sin precio" }, state), answered({ close: [] }, state)],
    });
    controller.start();
    await controller.submitStep("ask");
    store.set("ask.city", "near");
    await controller.answer("leave");
    await settled();
    expect(sent.drafts.map(({ answers }) => answers)).toEqual([{ "ask.reason": null }]);
    expect(memory.unsaved()).toBeNull();
  });

  test("stays open with what went wrong, and the button can be pressed again under the same key", async () => {
    const { controller, sent } = await opened({ kind: "lost" }, went);
    await controller.answer("retry");
    expect(controller.view()).toMatchObject({ dialog: { id: "noPrice" }, notice: { kind: "unreachable" } });
    await controller.answer("retry");
    expect(sent.presses[2]!.key).toBe(sent.presses[1]!.key);
  });

  test("gives way to what the server refuses", async () => {
    const problem = { path: "ask.name", code: "required", words: "required", values: {} };
    const { controller } = await opened(answered({ refuse: [problem] }));
    await controller.answer("retry");
    expect(controller.view()).toMatchObject({ summary: [problem] });
    expect(controller.view().dialog).toBeUndefined();
  });

  test("of a run that is gone is not answered: Continuar is pressed anew", async () => {
    const { controller, sent } = await opened(refusal(404, "no-run"), went);
    await controller.answer("retry");
    expect(sent.presses[2]!.request.dialog).toBeUndefined();
  });

  test("leads away with what the program keeps of the address", async () => {
    const { controller, led } = await opened(answered({ redirect: "/", failure: false, keep: ["utm"] }));
    await controller.answer("leave");
    expect(led).toEqual(["leave / keep"]);
  });
});

test("a run that is done leads to the one that it put in line", async () => {
  const { controller, led } = open({
    answers: complete,
    replies: [answered({ redirect: "/visita", failure: false }, { status: "done" })],
  });
  controller.start();
  await controller.submitStep("ask");
  expect(led).toEqual(["leave /visita linked"]);
});

test("a run that waits is begun without an edit, and its answers are there", async () => {
  const { controller, store, sent } = open({
    begin: () => ({
      kind: "answer",
      data: runState({ answers: { "ask.name": "Eva" }, results: { with: { of: "Ana" } } }),
    }),
  });
  controller.start();
  await controller.begin();
  expect(sent.begins).toHaveLength(1);
  expect(store.answers()).toEqual({ "ask.name": "Eva" });
  expect(store.results()).toEqual({ with: { of: "Ana" } });
  await settled();
  expect(sent.drafts).toEqual([]);
});

describe("a file", () => {
  const file = new File(["x"], "cedula.pdf", { type: "application/pdf" });
  const how = { onProgress() {}, signal: new AbortController().signal };
  const stored: FileAnswer = { id: "f1", name: "cedula.pdf", size: 1, type: "application/pdf" };

  test("is sent to a run, which begins for it", async () => {
    const { controller, sent } = open({ upload: async () => ({ kind: "answer", data: stored }) });
    controller.start();
    expect(await controller.upload("ask.name", file, how)).toEqual({ kind: "answer", data: stored });
    expect(sent.begins).toHaveLength(1);
    expect(sent.uploads).toEqual(["ask.name cedula.pdf"]);
    controller.discard("f1");
    expect(sent.discarded).toEqual(["f1"]);
  });

  test("is waited for by Continuar", async () => {
    const { promise, resolve: arrive } = Promise.withResolvers<Reply<FileAnswer>>();
    const { controller, sent } = open({
      answers: complete,
      run: runState(),
      upload: () => promise,
    });
    controller.start();
    const upload = controller.upload("ask.name", file, how);
    const press = controller.submitStep("ask");
    await settled();
    expect(controller.view().busy).toBe(true);
    expect(sent.presses).toEqual([]);
    arrive({ kind: "answer", data: stored });
    await Promise.all([upload, press]);
    expect(sent.presses).toHaveLength(1);
  });
});
