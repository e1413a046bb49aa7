import { describe, expect, test } from "vitest";
import { stepAfterChange, stepBefore, stepName, titleOfStep } from "../../renderer/run/steps.ts";
import { withPastChoices } from "../../renderer/run/past-choices.ts";
import { plainWords, type CompiledFlow, type RunState } from "../../schemas/engine/evaluate.ts";
import { runState } from "./support/open-run.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand } from "../support/definitions.ts";
import { preparedFlow } from "./support/small-flow.ts";

const flow = {
  steps: ["a", "b", "c", "d", "end"].map((id, index) => ({
    id,
    slug: index === 0 ? "" : id,
    ends: id === "end",
  })),
} as CompiledFlow;
const at = (step: string, ...done: string[]): RunState => runState({ step, done });

describe("the way back", () => {
  test.each<[string, string[], string, RunState | null, string | undefined]>([
    ["the first has none", ["a", "b"], "a", at("a"), undefined],
    ["the one before", ["a", "b", "c"], "c", at("c", "a", "b"), "b"],
    ["not one that is hidden", ["a", "c"], "c", at("c", "a", "b"), "a"],
    ["not one that was passed over", ["a", "b", "c"], "c", at("c", "a"), "a"],
    ["the first one without a run", ["a", "b"], "b", null, "a"],
  ])("%s", (_what, way, step, run, before) => {
    const steps = flow.steps.filter(({ id }) => way.includes(id));
    expect(stepBefore(flow, steps, step, run)?.id).toBe(before);
  });
});

test.each([
  ["Tus datos", "Tasa tu auto · Salazar Israel", "Tus datos · Tasa tu auto · Salazar Israel"],
  [
    "Nos pondremos en contacto contigo",
    "Agenda tu servicio técnico · Salazar Israel",
    "Nos pondremos en contacto contigo · Agenda tu servicio técnico",
  ],
  [
    "Datos de la persona jurídica",
    "Declaración jurada de conocimiento del cliente · Wigo Motors",
    "Datos de la persona jurídica",
  ],
])("the title of '%s' on '%s' is '%s', of 70 letters at most", (step, page, title) => {
  expect(titleOfStep(step, page)).toBe(title);
});

test.each(brandCodes)(
  "%s: no page has a title of more than 70 letters, nor a step of its form",
  async (brand) => {
    const { public: own } = await compiledBrand(brand);
    const long = own.brand.screens.flatMap(({ title, blocks }) => {
      const flows = blocks.flatMap(({ block, flow }) => (block === "flow" ? [own.flows[String(flow)]!] : []));
      const steps = flows.flatMap((one) => one.steps).map((step) => plainWords(stepName(step)));
      return [title, ...steps.map((step) => titleOfStep(step, title))].filter(
        // What a page shows is in the titles of others.
        (one) => one.length > 70 && !one.includes("{"),
      );
    });
    expect(long).toEqual([]);
  },
);

describe("Continuar after Cambiar", () => {
  test.each<[string, { from: string; next: string; back: string | undefined }, RunState, object]>([
    ["comes back", { from: "a", next: "b", back: "d" }, at("d", "a", "b", "c"), { step: "d" }],
    [
      "goes on where nothing was left",
      { from: "a", next: "b", back: undefined },
      at("d", "a", "b"),
      { step: "b" },
    ],
    [
      "goes first to what is not right any more, and from there comes back",
      { from: "a", next: "b", back: "d" },
      at("c", "a", "b"),
      { step: "c", back: "d" },
    ],
    ["comes back from there", { from: "c", next: "d", back: "d" }, at("d", "a", "b", "c"), { step: "d" }],
    ["goes where a dialog leads back to", { from: "c", next: "a", back: "d" }, at("a"), { step: "a" }],
    [
      "goes beyond",
      { from: "a", next: "end", back: "d" },
      runState({ step: "end", status: "done" }),
      { step: "end" },
    ],
    ["forgets a step that there is not", { from: "a", next: "b", back: "z" }, at("b", "a"), { step: "b" }],
  ])("%s", (_what, way, run, led) => {
    expect(stepAfterChange(flow, way, run)).toEqual(led);
  });
});

describe("the options of a run that is done", () => {
  const answers = { "ask.office": "w1" };
  const labels = { "ask.office": "Bilbao", "ask.region": "Norte" };
  const none = { status: "empty" as const, options: [], hash: "h" };
  const of = (answer: Parameters<typeof withPastChoices>[2]) =>
    withPastChoices(preparedFlow(), "offices", answer, { answers, labels });

  test("have what was chosen, offered to others or not", () => {
    expect(of(none)).toMatchObject({ status: "ready", options: [{ value: "w1", label: "Bilbao" }] });
    expect(of({ ...none, status: "failed" })).toMatchObject({ status: "ready" });
  });

  test("have several with the name of each, and with no other's where they cannot be told apart", () => {
    const several = (label: string) =>
      withPastChoices(preparedFlow(), "offices", none, {
        answers: { "ask.office": ["w1", "w2"] },
        labels: { "ask.office": label },
      }).options.map((option) => option.label);
    expect(several("Bilbao, Vitoria")).toEqual(["Bilbao", "Vitoria"]);
    expect(several("Bilbao, centro, Vitoria")).toEqual(["w1", "w2"]);
  });

  test("are what they are where it is still offered, and of other lists", () => {
    const offered = { ...none, status: "ready" as const, options: [{ value: "w1", label: "Nuevo" }] };
    expect(of(offered)).toBe(offered);
    expect(withPastChoices(preparedFlow(), "others", none, { answers, labels })).toBe(none);
  });
});
