/** A kind that stands for others, chosen by a fact of the brand, can be what each of them can be. */
import { expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { withDefinitions } from "../support/written-flow.ts";

const choice = (kind: string, values: string[]) => ({
  kind,
  type: "choice",
  widget: "select",
  options: { list: values.map((value) => ({ value, label: value })) },
  wording: { label: "Tipo" },
});

it.each([
  ["rut", []],
  ["dni", []],
  ["passport", []],
  ["rot", ["never-true"]],
])("a rule may ask whether a document by fact is %s", async (type, expected) => {
  const field = (id: string, more: Record<string, unknown>) => ({ [id]: { label: id, ...more } });
  const rule = { "==": [{ var: "s.type" }, type] };
  const fields = {
    ...field("type", { kind: "writtenType" }),
    ...field("shown", { kind: "text", visibleWhen: rule }),
  };
  const steps = {
    s: {
      title: "S",
      sections: { only: { fields } },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: { title: "E", ends: true },
  };
  const { sources } = await withDefinitions({
    "schemas/flows/written/flow.json": { flow: "written", title: "Written", steps },
    "schemas/kinds/written-type.json": {
      kind: "writtenType",
      byFact: { fact: "identity", kinds: { rut: "southernType", dni: "northernType" } },
    },
    "schemas/kinds/southern-type.json": choice("southernType", ["rut", "passport"]),
    "schemas/kinds/northern-type.json": choice("northernType", ["dni", "passport"]),
  });
  const told = checkSources(sources).filter(({ file }) => file.startsWith("schemas/flows/written/"));
  expect(told.map(({ code }) => code)).toEqual(expected);
});
