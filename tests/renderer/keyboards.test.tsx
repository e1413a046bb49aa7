/** What is typed: the right keyboard, what the browser may fill in, and no dictionary that knows better. */
import { describe, expect, test } from "vitest";
import { compileValidators } from "../../schemas/engine/all.ts";
import { render } from "../../renderer/entry-server.tsx";
import { widgetFiles } from "../../server/gallery/files.ts";
import { projectFiles } from "../support/definitions.ts";
import { withDefinitions } from "../support/written-flow.ts";
import { smallPage } from "./support/small-flow.ts";

/** By kind: keyboard, what the browser fills in, capitals, and whether a dictionary may look at it. */
const typed: Record<string, [inputmode: string, autocomplete?: string, capitals?: string, words?: "free"]> = {
  address: ["text", "address-line1"],
  apartment: ["text", "address-line2"],
  birthDate: ["numeric", "bday", "none"],
  date: ["numeric", "off", "none"],
  dollars: ["numeric", "off", "none"],
  dollarsAndCents: ["decimal", "off", "none"],
  dni: ["numeric", "off", "none"],
  documentNumber: ["text", "off", "characters"],
  email: ["email", "email", "none"],
  fullName: ["text", "name", "words"],
  givenName: ["text", "given-name", "words"],
  income: ["numeric", "off", "none"],
  lastNames: ["text", "family-name", "words"],
  longDate: ["text", "off", "none"],
  mileage: ["numeric", "off", "none"],
  money: ["numeric", "off", "none"],
  number: ["numeric", "off", "none"],
  officePhone: ["tel", "off", "none"],
  pastDate: ["numeric", "off", "none"],
  personName: ["text", "name", "words"],
  phone: ["tel", "tel", "none"],
  oneTimePassword: ["numeric", "one-time-code", "none"],
  plate: ["text", "off", "characters"],
  plateLoose: ["text", "off", "characters"],
  rate: ["decimal", "off", "none"],
  hours: ["decimal", "off", "none"],
  ruc: ["numeric", "off", "none"],
  rut: ["text", "off", "none"],
  street: ["text", "address-line1"],
  streetNumber: ["numeric", "off", "none"],
  text: ["text", undefined, undefined, "free"],
  time: ["numeric", "off", "none"],
  year: ["numeric", "off", "none"],
};
/** Of what is chosen from a list, what the browser fills in: where somebody lives. */
const chosen: Record<string, string> = {
  commune: "address-level2",
  department: "address-level1",
  district: "address-level3",
  province: "address-level2",
  region: "address-level1",
};
const parameters: Record<string, unknown> = {
  documentNumber: { type: "passport" },
  commune: { region: { var: "one.region" } },
  district: { province: { var: "one.province" } },
  province: { department: { var: "one.department" } },
};
const keyboards = new Set((await widgetFiles()).flatMap(({ widget, keyboard }) => (keyboard ? widget : [])));

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`, "i").exec(tag)?.[1];

describe("every kind that is typed", async () => {
  const kinds = Object.values(await projectFiles())
    .filter(({ path }) => path.startsWith("schemas/kinds/"))
    .map(({ value }) => value as { kind: string; byFact?: unknown; widget?: string })
    .filter(({ byFact, widget = "" }) => !byFact && keyboards.has(widget))
    .map(({ kind }) => kind);
  const fields = Object.fromEntries(
    [...kinds, ...Object.keys(chosen)].map((kind) => [
      kind,
      { kind, label: kind, ...(parameters[kind] ? { with: parameters[kind] } : {}) },
    ]),
  );
  const { revision } = await withDefinitions({
    "schemas/flows/typed/flow.json": {
      flow: "typed",
      title: "Typed",
      steps: { one: { title: "One", sections: { all: { fields } } } },
    },
  });
  const flow = revision.public.flows["typed"]!;
  const screen = revision.public.brand.screens.find(({ screen }) => screen === "typed")!;
  const page = {
    ...smallPage,
    path: screen.route,
    brand: revision.public.brand,
    screen,
    flow: { id: "typed", revision: "rev1", run: null },
  };
  const { html } = render(page, { flow, validators: compileValidators(flow) }, "n");
  const controlOf = (kind: string): string =>
    [...html.matchAll(/<input [^>]*>/g)]
      .map(([tag]) => tag)
      .find((tag) => tag.includes(`name="one.${kind}"`))!;

  test("is in the table", () => {
    expect(kinds.toSorted()).toEqual(Object.keys(typed).toSorted());
  });

  test.each(kinds)("%s", (kind) => {
    const tag = controlOf(kind);
    const [inputmode, autocomplete, capitals, words] = typed[kind]!;
    expect({
      type: attribute(tag, "type"),
      inputmode: attribute(tag, "inputmode"),
      autocomplete: attribute(tag, "autocomplete"),
      capitals: attribute(tag, "autocapitalize"),
      autocorrect: attribute(tag, "autocorrect"),
      spellcheck: attribute(tag, "spellcheck"),
    }).toEqual({
      type: inputmode === "tel" ? "tel" : "text",
      inputmode,
      autocomplete,
      capitals,
      autocorrect: words === "free" ? undefined : "off",
      spellcheck: words === "free" ? undefined : "false",
    });
  });

  test.each(Object.entries(chosen))("%s, from a list, is filled in as %s", (kind, token) => {
    const [tag = ""] = new RegExp(`<select [^>]*name="one\\.${kind}"[^>]*>`).exec(html) ?? [];
    expect(attribute(tag, "autocomplete")).toBe(token);
  });

  test("no control is the browser's own for numbers, which eats what it does not understand", () => {
    expect(html).not.toMatch(/type="number"/);
  });
});
