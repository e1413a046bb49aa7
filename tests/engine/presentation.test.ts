/** What definitions say of the look alone: it reaches the renderer, and stands only where it has a meaning. */
import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/all.ts";
import { withDefinitions } from "../support/written-flow.ts";

const flowOf = (fields: Record<string, unknown>) =>
  withDefinitions({
    "schemas/flows/written/flow.json": {
      $schema: "../../language/flow.schema.json",
      flow: "written",
      title: "Escrito",
      steps: {
        one: {
          title: "Uno",
          sections: { all: { fields } },
          onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
        },
        end: { title: "Fin", ends: true },
      },
    },
  });

const list = {
  kind: "list",
  label: "Autos",
  fields: { plate: { kind: "plate" } },
};
const options = {
  list: [
    { value: "paint", label: "Pintura", description: "En un día.", icon: "paint" },
    { value: "other", label: "Otro" },
  ],
};

describe("what is said of the look", () => {
  it("reaches the renderer", async () => {
    const { sources, revision } = await flowOf({
      cars: { ...list, ordered: true },
      others: list,
      good: { kind: "notice", tone: "success", text: "Bien." },
      sum: { kind: "money", label: "Total", computed: { var: "brand.reservationAmount" }, total: true },
      plain: { kind: "notice", text: "Bien." },
      service: { kind: "choice", label: "Servicio", widget: "cards", options },
      paper: { kind: "file", accepts: ["pdf", "jpg", "jpeg"] },
      smoked: { kind: "checkbox", label: "Se ha fumado en él", required: false },
    });
    expect(checkSources(sources)).toEqual([]);
    const { fields } = revision.public.flows["written"]!;
    expect([fields["one.cars"]!.ordered, fields["one.others"]!.ordered]).toEqual([true, undefined]);
    expect([fields["one.good"]!.tone, fields["one.plain"]!.tone]).toEqual(["success", undefined]);
    expect(fields["one.sum"]!.total).toBe(true);
    expect(fields["one.service"]!.options).toEqual(options);
    expect(fields["one.paper"]!.accepts).toEqual(["pdf", "jpg", "jpeg"]);
    expect(fields["one.smoked"]).toMatchObject({ widget: "checkbox", required: false });
    expect(fields["one.smoked"]!.text).toBeUndefined();
  });

  it.each<[what: string, field: Record<string, unknown>, code: string]>([
    ["rows in order, of a text", { kind: "text", label: "Nombre", ordered: true }, "key-does-not-fit"],
    ["a tone, of a question", { kind: "text", label: "Nombre", tone: "info" }, "key-does-not-fit"],
    ["a total, of a text", { kind: "text", label: "Nombre", total: true }, "key-does-not-fit"],
    ["a tone that there is not", { kind: "notice", text: "Bien.", tone: "danger" }, "unknown-value"],
    [
      "a drawing that there is not",
      { kind: "choice", label: "Servicio", options: { list: [{ value: "a", label: "A", icon: "cat" }] } },
      "unknown-value",
    ],
    ["what has to be ticked, without saying what", { kind: "checkbox", label: "Sí" }, "missing-wording"],
  ])("refuses %s", async (_, field, code) => {
    const { sources } = await withBroken(field);
    expect(checkSources(sources).map((one) => one.code)).toEqual([code]);
  });
});

/** Only checked, because what is broken is not compiled. */
async function withBroken(field: Record<string, unknown>) {
  const { sources } = await flowOf({ name: { kind: "text", label: "Nombre" } });
  const path = "schemas/flows/written/flow.json";
  const flow = JSON.parse(sources[path]!);
  flow.steps.one.sections.all.fields = { name: field };
  return { sources: { ...sources, [path]: JSON.stringify(flow, null, 2) } };
}
