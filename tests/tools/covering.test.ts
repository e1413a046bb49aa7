import { expect, onTestFinished, test } from "vitest";
import { anyOf, covering, everyCase } from "../support/covering.ts";

/** Before and after, so that this is so in the run of every case as well. */
function inTheShortForm(): void {
  const given = process.env[everyCase];
  delete process.env[everyCase];
  onTestFinished(() => {
    if (given === undefined) delete process.env[everyCase];
    else process.env[everyCase] = given;
  });
}

const brands = ["A", "B", "C"];
const cases = ["one", "two"].flatMap((flow) => brands.map((brand): [string, string] => [flow, brand]));

test("few cases have everything that is named, in their order", () => {
  inTheShortForm();
  const chosen = covering(cases, (words) => words);
  expect(chosen).toEqual([
    ["one", "A"],
    ["one", "C"],
    ["two", "B"],
  ]);
  expect(covering(cases, ([flow, brand]) => [flow + brand])).toEqual(cases);
  expect(covering(cases, () => [])).toEqual([]);
  expect(covering([], () => [])).toEqual([]);
  expect(anyOf(cases)).toEqual([["one", "A"]]);
  expect(anyOf([])).toEqual([]);
});

test("all are taken where every case is asked for", () => {
  inTheShortForm();
  process.env[everyCase] = "";
  expect(covering(cases, () => [])).toEqual(cases);
  expect(anyOf(cases)).toEqual(cases);
});
