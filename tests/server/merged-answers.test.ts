/** What a request says of some answers, laid over those of the run: the same answers go as in the browser. */
import { describe, expect, it } from "vitest";
import { compileBrand, createEvaluator, prepareFlow } from "../../schemas/engine/all.ts";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import type { Answers, Sources } from "../../schemas/engine/types/index.ts";
import { mergeAnswers } from "../../server/runs/answers.ts";
import { baseSources, changed } from "../engine/broken-cases.ts";

// Of the visit: the hour resets the note, and here the note the plate.
const sources = changed(baseSources(), {
  "schemas/flows/visit/flow.json": {
    replace: '"label": "Nota",',
    by: '"label": "Nota", "resets": ["person.plate"],',
  },
});
function preparedOf(files: Sources, id: string) {
  const flow = compileBrand(readSources(files).files, "AA").public.flows[id]!;
  return prepareFlow(flow);
}
const prepared = preparedOf(sources, "visit");
const context = { today: "2026-11-22", data: {}, results: {} };
// What is asked at all: else the browser has no answer to keep.
const asked: Answers = { "subject.area": "repair", "subject.topic": "engine" };
const run: Answers = { ...asked, "subject.hour": "am", "subject.note": "ruido", "person.plate": "ABCD12" };

const inBrowser = (sent: Record<string, string | null>): Answers => {
  const evaluator = createEvaluator(prepared, run, context);
  evaluator.change(Object.fromEntries(Object.entries(sent).map(([path, one]) => [path, one ?? undefined])));
  return evaluator.answers();
};

describe("answers that are sent", () => {
  it.each<[string, Record<string, string | null>, Answers]>([
    [
      "reset what hangs on them, and what hangs on that",
      { "subject.hour": "pm" },
      { ...asked, "subject.hour": "pm" },
    ],
    ["reset it when they are taken back", { "subject.hour": null }, asked],
    ["reset nothing while they are the same", { "subject.hour": "am" }, run],
    [
      "reset nothing that is sent with them",
      { "subject.hour": "pm", "subject.note": "nada" },
      { ...asked, "subject.hour": "pm", "subject.note": "nada" },
    ],
    ["reset nothing else", { "person.plate": "XYZW99" }, { ...run, "person.plate": "XYZW99" }],
  ])("%s", (_, sent, left) => {
    expect(mergeAnswers(prepared, run, sent)).toEqual(left);
    expect(inBrowser(sent)).toEqual(left);
  });

  it("reset in the same row alone", () => {
    const inRow = changed(baseSources(), {
      "schemas/flows/family/flow.json": {
        replace: '"label": "Tipo",',
        by: '"label": "Tipo", "resets": ["row.name"],',
      },
    });
    const family = preparedOf(inRow, "family");
    const list = "members.relatives";
    const before = {
      [list]: ["r1", "r2"],
      [`${list}.r1.name`]: "Ana",
      [`${list}.r1.type`]: "dni",
      [`${list}.r2.name`]: "Luis",
      [`${list}.r2.type`]: "dni",
    };
    const sent = { [`${list}.r1.type`]: "passport" };
    const { [`${list}.r1.name`]: _gone, ...left } = { ...before, ...sent };
    expect(mergeAnswers(family, before, sent)).toEqual(left);
    const evaluator = createEvaluator(family, before, context);
    evaluator.change(sent);
    expect(evaluator.answers()).toEqual(left);
  });

  it("reset nothing for white space alone, which Continuar takes away", () => {
    const draft = { ...run, "subject.note": "ruido " };
    const sent = { "subject.note": "ruido " };
    expect(mergeAnswers(prepared, draft, sent, "subject")).toEqual(run);
  });
});
