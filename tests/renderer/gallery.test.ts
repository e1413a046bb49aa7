/** The examples of all widgets: that there is one of each state, and that the server can draw them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test, vi } from "vitest";
import { compileValidators, type Page } from "../../schemas/engine/all.ts";
import { render } from "../../renderer/entry-server.tsx";
import { listNames } from "../../renderer/widgets/lists.ts";
import { widgetNames, widgetOf } from "../../renderer/widgets/registry.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { widgetFiles, type WidgetExample, type WidgetFile } from "../../server/gallery/files.ts";
import { galleryForms } from "../../server/gallery/forms.ts";
import { root } from "../support/definitions.ts";

const files = await widgetFiles();
const forms = galleryForms(await loadSources(root), "SI", files);
const schema = JSON.parse(
  readFileSync(join(root, "renderer/widgets/descriptors/widget.schema.json"), "utf8"),
) as object;

const asks = ["empty", "filled", "hint", "problem", "disabled", "optional"];
const offers = ["loading", "noOptions", "failed"];
/** Where a widget is not like the others. */
const exceptions: Record<string, string[]> = {
  // Whether ticked or not, it is answered: it can be neither wrong nor left out.
  button: ["empty", "filled", "hint", "disabled"],
  submitButton: ["empty", "disabled"],
  checkbox: ["empty", "filled", "hint", "disabled"],
  group: ["empty", "filled", "hint"],
  range: ["empty", "filled", "hint"],
  list: asks,
  jsonForm: ["empty", "filled", "hint", "problem"],
};

/** The states that a widget can have. */
function statesOf({ widget, examples }: WidgetFile): string[] {
  if (exceptions[widget]) return exceptions[widget];
  if (widgetOf({ widget }).label === "none") return [];
  return examples.some(({ data }) => data) ? [...asks, ...offers] : asks;
}

function isIn(
  state: string,
  { field = {}, step, answer, answers, data, touched, expect: seen }: WidgetExample,
) {
  const isFilled = answer !== undefined || answers !== undefined;
  switch (state) {
    case "empty":
      return !isFilled && !touched && !data && !seen.disabled;
    case "filled":
      return isFilled && !touched;
    case "hint":
      return seen.hint !== undefined && ("hint" in field || step?.["ui"] !== undefined);
    case "problem":
      return touched && seen.problem !== undefined;
    case "disabled":
      return seen.disabled === true;
    case "optional":
      return field["required"] === false && seen.label?.includes("(opcional)");
    default:
      return data?.status === (state === "noOptions" ? "empty" : state);
  }
}

/** The states that no example shows. */
const lacking = (file: WidgetFile): string[] =>
  statesOf(file).filter((state) => !file.examples.some((example) => isIn(state, example)));

test("every widget has examples, and there are none of others", () => {
  expect(files.map(({ widget }) => widget).toSorted()).toEqual([...widgetNames, ...listNames].toSorted());
});

test("they are written as their schema says", () => {
  const isValid = new Ajv({ allErrors: true, strict: false }).compile(schema);
  for (const file of files)
    expect([file.widget, isValid(file) ? [] : isValid.errors]).toEqual([file.widget, []]);
  expect(isValid({ ...files[0], examples: [{ describe: "x", field: {}, step: {} }] })).toBe(false);
});

test.each(files)("$widget is shown in each of its states, by its own fields", (file) => {
  expect(lacking(file)).toEqual([]);
  for (const form of forms.get(file.widget)!) {
    for (const { path } of form.examples) expect(form.flow.fields[path]?.widget).toBe(file.widget);
  }
  const asked = statesOf(file);
  if (asked.length > 0)
    expect(lacking({ ...file, examples: [] })).toEqual(statesOf({ ...file, examples: [] }));
});

test("where options come from data, all that can come of it is shown", () => {
  const offering = files.filter(({ examples }) => examples.some(({ field }) => field && "options" in field));
  expect(offering.length).toBeGreaterThan(5);
  for (const file of offering) {
    expect([file.widget, statesOf(file)]).toEqual([file.widget, expect.arrayContaining(offers)]);
  }
});

test.each(files)("$widget is drawn by the server without a word against it", ({ widget }) => {
  for (const form of forms.get(widget)!) {
    const { brand, flow, today, answers, id, examples } = form;
    const screen = brand.screens.find((one) => one.flow === id)!;
    const run = {
      run: "run-1",
      flow: id,
      revision: "rev",
      step: "all",
      version: 1,
      answers,
      results: {},
      status: "open" as const,
      done: flow.steps.filter((step) => step.id === "before").map((step) => step.id),
    };
    const slug = flow.steps.length > 2 ? "/ejemplos" : "";
    const page: Page = {
      revision: "rev",
      path: screen.route + slug,
      brand,
      screen,
      params: {},
      today,
      requestId: "r",
      flow: { id, revision: "rev", run },
    };
    const warnings = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
    const { html } = render(page, { flow, validators: compileValidators(flow) }, "n");
    const said = warnings.flatMap(({ mock }) => mock.calls);
    vi.restoreAllMocks();
    expect(said).toEqual([]);
    const text = html.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, "");
    for (const { field, describe, expect: seen } of examples) {
      const words = seen.label === undefined ? (seen.text ?? []) : [String(field?.["label"] ?? seen.label)];
      for (const one of words) expect([describe, text]).toEqual([describe, expect.stringContaining(one)]);
    }
  }
});
