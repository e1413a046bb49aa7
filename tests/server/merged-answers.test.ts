/** What a request says of some answers, laid over those of the run: the same answers go as in the browser. */
import { describe, expect, it } from "vitest";
import { compileBrand, compileValidators, createEvaluator, prepare } from "../../schemas/engine/all.ts";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import type { Answers } from "../../schemas/engine/types/index.ts";
import { mergeAnswers } from "../../server/runs/answers.ts";
import { baseSources, changed } from "../engine/broken-cases.ts";

// Of the visit: the hour resets the note, and here the note the plate.
const sources = changed(baseSources(), {
  "schemas/flows/visit/flow.json": {
    replace: '"label": "Nota",',
    by: '"label": "Nota", "resets": ["person.plate"],',
  },
});
const flow = compileBrand(readSources(sources).files, "AA").public.flows["visit"]!;
const prepared = prepare(flow, compileValidators(flow));
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

  it("reset nothing for white space alone, which Continuar takes away", () => {
    const draft = { ...run, "subject.note": "ruido " };
    const sent = { "subject.note": "ruido " };
    expect(mergeAnswers(prepared, draft, sent, "subject")).toEqual(run);
  });
});
