/** What a brand, or a use of a fragment, never asks: nothing that hangs on it is asked either. */
import { describe, expect, it } from "vitest";
import { evaluate } from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const context = { today: "2026-11-21", data: {}, results: {} };
const text = { kind: "text", label: "T" };

describe("a field that is never asked", () => {
  const elsewhere = { ...text, onlyFor: { country: "PE" } };

  it("takes with it what is shown for one of its answers, and what hangs on that", async () => {
    const fields = {
      area: elsewhere,
      town: { ...text, visibleWhen: { "==": [{ var: "s.area" }, "Lima"] } },
      street: { ...text, visibleWhen: { "!!": { var: "s.town" } } },
      box: {
        kind: "group",
        label: "G",
        visibleWhen: { "==": [{ var: "s.area" }, "Lima"] },
        fields: { inside: text },
      },
      always: { ...text, required: false, visibleWhen: { "!": { var: "s.town" } } },
    };
    const flow = await writtenFlow({ steps: { s: { title: "S", sections: { only: { fields } } } } });
    expect(Object.keys(flow.flow.fields)).toEqual(["s.always"]);
    expect(flow.flow.steps[0]!.sections[0]!.fields).toEqual(["s.always"]);
    const found = evaluate(flow, { "s.area": "Lima", "s.town": "Miraflores" }, context);
    expect([found.values, found.problems]).toEqual([{}, []]);
  });

  it("takes with it the choices under its options", async () => {
    const places = { options: { lima: { label: "Lima", options: { a: { label: "A" } } } } };
    const fields = {
      area: { kind: "choice", label: "T", options: { tree: "places" }, onlyFor: { country: "PE" } },
      town: { kind: "choice", label: "T", options: { tree: "places", under: "s.area" } },
      street: { kind: "choice", label: "T", options: { tree: "places", under: "s.town" } },
      always: text,
    };
    const flow = await writtenFlow(
      { steps: { s: { title: "S", sections: { only: { fields } } } } },
      { "schemas/flows/written/options/places.json": places },
    );
    expect(Object.keys(flow.flow.fields)).toEqual(["s.always"]);
  });

  it("takes with it what is shown for one of its answers in a fragment", async () => {
    const fragment = {
      fragment: "owned",
      parameters: { shared: { description: "Whether it may have two owners", default: false } },
      fields: {
        owners: { ...text, visibleWhen: { var: "with.shared" } },
        other: { ...text, visibleWhen: { "==": [{ var: "group.owners" }, "two"] } },
      },
    };
    const fields = {
      alone: { kind: "group", label: "G", use: "owned" },
      shared: { kind: "group", label: "G", use: "owned", with: { shared: true } },
    };
    const flow = await writtenFlow(
      { steps: { s: { title: "S", sections: { only: { fields } } } } },
      { "schemas/fragments/owned.json": fragment },
    );
    expect(Object.keys(flow.flow.fields)).toEqual([
      "s.alone",
      "s.shared",
      "s.shared.owners",
      "s.shared.other",
    ]);
  });
});
