/** What a program may do after a dialog, and where a dialog's button may lead. */
import { expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { baseSources, changed } from "./broken-cases.ts";

const base = baseSources();
const family = "schemas/flows/family/flow.json";
const asked = '"dialog": "far", "when": { "==": [{ "var": "house.home.area" }, "south"] }';
const resume = '"onPress": [{ "set": { "warned": true } }, { "resume": true }]';

const codes = (text: string): string[] => checkSources({ ...base, [family]: text }).map(({ code }) => code);
const text = (from: string, replace: string, by: string): string =>
  changed({ [family]: from }, { [family]: { replace, by } })[family]!;

it("a program goes on after a dialog that a button passes", () => {
  expect(codes(text(base[family]!, asked, '"dialog": "far"'))).toEqual([]);
});

it("and not after one that none passes", () => {
  const closed = text(base[family]!, resume, '"onPress": [{ "close": true }]');
  expect(codes(closed)).toEqual([]);
  expect(codes(text(closed, asked, '"dialog": "far"'))).toEqual(["unreachable-instruction"]);
});

it("a button may lead back, and nowhere else than to a step", () => {
  expect(codes(text(base[family]!, resume, '"onPress": [{ "go": "house" }]'))).toEqual([]);
  expect(codes(text(base[family]!, resume, '"onPress": [{ "go": "hause" }]'))).toEqual(["unknown-step"]);
});
