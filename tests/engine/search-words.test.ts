import { expect, it } from "vitest";
import { compileBrand, readSources } from "../../schemas/engine/all.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { baseSources, changed } from "./broken-cases.ts";

const family = "schemas/flows/family/flow.json";
const searched = '"label": "Patente", "required": false, "looksUp": "vehicle"';
const worded = `${searched}, "problems": { "searchEmpty": "No está", "searchFailed": "No se pudo" }`;

const told = (replace: string, by: string): string[] =>
  checkSources(changed(baseSources(), { [family]: { replace, by } })).map(({ code }) => code);

it("words what a search did not find or could not do, where a field is searched with", () => {
  expect(told(searched, worded)).toEqual([]);
  const sources = changed(baseSources(), { [family]: { replace: searched, by: worded } });
  const { fields } = compileBrand(readSources(sources).files, "AA").public.flows["family"]!;
  expect(fields["house.plate"]!.problems).toEqual({ searchEmpty: "No está", searchFailed: "No se pudo" });
});

it("tells such words where nothing is searched", () => {
  const plain = '"label": "Código",';
  const words = '"problems": { "searchEmpty": "No está" },';
  expect(told(plain, `${plain} ${words}`)).toEqual(["unused-wording-key"]);
});
