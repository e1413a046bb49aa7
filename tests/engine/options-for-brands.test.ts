/** Options that only some brands have: of a field's list, a kind's and a tree. */
import { expect, it } from "vitest";
import { writtenFlow } from "../support/written-flow.ts";

const chile = { country: "CL" };

const others = {
  "schemas/flows/written/options/area.json": {
    options: {
      north: {
        label: "Norte",
        options: { arica: { label: "Arica", onlyFor: chile }, tacna: { label: "Tacna" } },
      },
      south: { label: "Sur", onlyFor: chile, options: { osorno: { label: "Osorno" } } },
    },
  },
};

const field = (more: Record<string, unknown>) => ({ kind: "choice", label: "C", ...more });

const flow = {
  steps: {
    s: {
      title: "S",
      sections: {
        only: {
          fields: {
            own: field({
              options: {
                list: [
                  { value: "a", label: "A", onlyFor: chile },
                  { value: "b", label: "B" },
                ],
              },
            }),
            ofKind: { kind: "documentType" },
            area: field({ options: { tree: "area" } }),
            town: field({ options: { tree: "area", under: "s.area" } }),
          },
        },
      },
    },
    end: { title: "E", ends: true },
  },
};

it.each([
  ["SI", ["a", "b"], ["rut", "passport", "other"], { north: ["arica", "tacna"], south: ["osorno"] }],
  ["WI", ["b"], ["dni", "immigrationCard", "passport", "other"], { north: ["tacna"] }],
])("%s has its own", async (brand, own, ofKind, tree) => {
  const { flow: compiled } = await writtenFlow(flow, others, brand);
  const listed = (path: string): string[] => {
    const { options } = compiled.fields[path]!;
    return options && "list" in options ? options.list.map(({ value }) => value) : [];
  };
  expect(listed("s.own")).toEqual(own);
  expect(listed("s.ofKind")).toEqual(ofKind);
  const inTree = compiled.trees["area"]!.map(({ value, options = [] }) => [
    value,
    options.map((one) => one.value),
  ]);
  expect(Object.fromEntries(inTree)).toEqual(tree);
});
