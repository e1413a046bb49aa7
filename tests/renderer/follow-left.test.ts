/** What the box above a step says after a press, while its fields are put right. */
import { expect, test } from "vitest";
import type { Answer } from "../../schemas/engine/evaluate.ts";
import { followLeft, hasAll } from "../../renderer/flow/follow-left.ts";
import { createFlowStore } from "../../renderer/run/store.ts";
import { preparedFlow } from "./support/small-flow.ts";

const all = ["ask.name", "ask.region", "ask.agree"];

test.each<[string, Record<string, Answer>[], string[]]>([
  ["nothing is put right", [], all],
  ["one is", [{ "ask.name": "Ana" }], ["ask.region", "ask.agree"]],
  ["an answer brings another question", [{ "ask.region": "north" }], ["ask.name", "ask.city", "ask.agree"]],
  [
    "only a question that came since is left",
    [{ "ask.region": "north" }, { "ask.name": "Ana", "ask.agree": true }],
    ["ask.city"],
  ],
])("where %s, the box lists what the page shows, in its order", (_, edits, paths) => {
  const store = createFlowStore({
    prepared: preparedFlow(),
    today: "2026-11-21",
    answers: {},
    results: {},
    ask: async () => ({ status: "ready", options: [], hash: "h" }),
  });
  const problems = store.showStep("ask");
  const { read } = followLeft(store, "ask", problems);
  for (const edit of edits) store.setMany(edit);
  const left = read();
  expect(left.map(({ path }) => path)).toEqual(paths);
  expect(left.every(({ path }) => store.leaf(path).shown)).toBe(true);
  expect(read()).toBe(left);
  expect(hasAll(left, problems)).toBe(all.every((path) => paths.includes(path)));
});
