/** Words that stand apart belong to somebody who reads one file from its beginning to its end, and finds all of them there. */
import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/all.ts";
import { flowTexts, isApart } from "../../schemas/engine/2-check/wording/flow-texts.ts";
import { openProject } from "../../schemas/engine/2-check/project/project.ts";
import { newReport } from "../../schemas/engine/2-check/report/report.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { root } from "../support/definitions.ts";

const project = openProject(readSources(await loadSources(root)).files, newReport());
const flows = [...new Set(project.flows.values())].filter(isApart);

it("is so for the flow whose words are compliance's", () => {
  expect(flows.map(({ id }) => id)).toContain("declaration");
});

describe.each(flows.map((flow) => [flow.id, flow] as const))("the words of %s", (_, flow) => {
  const texts = flowTexts(flow);
  const keys = Object.keys(flow.wording!.value as object).filter((key) => key !== "$schema");

  /** Where a key is read. What is wrong with an answer is read after all else that belongs to the question. */
  const place = (key: string): number => {
    const index = texts.findIndex((text) => text.key === key);
    if (index >= 0) return index;
    const field = `${key.slice(0, key.indexOf(".problems."))}.`;
    return texts.findLastIndex((text) => text.key.startsWith(field)) + 0.5;
  };

  it("stand in the order in which they are read", () => {
    expect(keys).toEqual(keys.toSorted((a, b) => place(a) - place(b)));
  });

  it("are all there: what a fragment would say too, and what every question is called", () => {
    const elsewhere = texts.filter(({ inPlace }) => inPlace !== undefined).map(({ key }) => key);
    const display = new Set(["documentDownload", "summary", "notice", "answers"]);
    const questions = [...flow.fields.values()].filter(({ value }) => !display.has(String(value["kind"])));
    const wanted = [...elsewhere, ...questions.map(({ path }) => `${path}.label`)];
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([]);
  });
});
