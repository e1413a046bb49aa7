import { describe, expect, test } from "vitest";
import { activeAmong, fold, listed, matching } from "../../renderer/widgets/matching.ts";
import fc from "../support/properties.ts";

const options = (...labels: string[]) => listed(labels.map((label) => ({ value: label, label })));
const found = (labels: string[], typed: string): string[] =>
  matching(options(...labels), typed).map(({ label }) => label);

const countries = ["Chile", "Emiratos Árabes Unidos", "Túnez", "Perú", "Reino Unido", "Unión de Sur"];

describe("what is searched in a list", () => {
  test.each<[typed: string, labels: string[]]>([
    ["peru", ["Perú"]],
    ["PERÚ", ["Perú"]],
    ["tunez", ["Túnez"]],
    // Names that begin so, then words that do, then what holds it.
    ["uni", ["Unión de Sur", "Emiratos Árabes Unidos", "Reino Unido"]],
    ["ile", ["Chile"]],
    ["arabes unidos", ["Emiratos Árabes Unidos"]],
    ["zzz", []],
    ["  ", countries],
    ["", countries],
  ])("%j finds %j", (typed, labels) => {
    expect(found(countries, typed)).toEqual(labels);
  });

  test("stays in the order of the list where nothing tells them apart", () => {
    expect(found(["San Juan", "San Ana", "El San"], "san")).toEqual(["San Juan", "San Ana", "El San"]);
  });

  test("marks between words are no letters", () => {
    expect(found(["Libertador General Bernardo O'Higgins", "Aysén (del sur)"], "bernardo o higgins")).toEqual(
      ["Libertador General Bernardo O'Higgins"],
    );
    expect(found(["Aysén (del sur)"], "aysen del")).toEqual(["Aysén (del sur)"]);
  });

  test("whatever a name is, its own text finds it first or beside its equals", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), fc.nat(), (labels, pick) => {
        const label = labels[pick % labels.length]!;
        const first = matching(options(...labels), label)[0]!;
        expect(first.folded.startsWith(fold(label)) || fold(label) === "").toBe(true);
      }),
    );
  });
});

describe("the active one, where other options come while the list is open,", () => {
  test.each<[what: string, moved: string | undefined, labels: string[], active: string | undefined]>([
    ["stays, wherever it stands now", "Perú", ["Chile", "Ecuador", "Perú"], "Perú"],
    ["stays where there are fewer", "Perú", ["Perú"], "Perú"],
    ["is none where it is not offered any more", "Perú", ["Chile", "Ecuador"], undefined],
    ["is none where nobody moved to one", "", ["Chile", "Perú"], undefined],
    ["is the first that fits what was typed before there was any", undefined, ["Chile", "Perú"], "Chile"],
    ["is none where none fits", undefined, [], undefined],
  ])("%s", (_what, moved, labels, active) => {
    const shown = options(...labels);
    expect(shown[activeAmong(shown, moved)]?.label).toBe(active);
  });
});
