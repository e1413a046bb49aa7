/** A flow or a screen whose rules have names means what it means with each rule written where it is used. */
import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { absolute, namesOfFile } from "../../schemas/engine/1-read/relative.ts";
import { compileBrand, readSources } from "../../schemas/engine/all.ts";
import { addScreens } from "../../schemas/engine/edit.ts";
import { sharedFragments, withDefinitions } from "../support/written-flow.ts";

type Rule = unknown;

const rules: Record<string, Rule> = {
  lives: { "==": [{ var: "s.area" }, "north"] },
  livesHere: { and: [{ var: "rules.lives" }, { "==": [{ var: "brand.country" }, "CL"] }] },
  fullName: { cat: [{ var: "s.name" }, " ", { var: "with.greeting" }] },
  long: { ">": [{ var: "value" }, "b"] },
  sent: { "!!": { var: "labels.s.area" } },
};

/** The rule of a name, with the others written in it. */
const out = (name: string): Rule => absolute({ var: `rules.${name}` }, namesOfFile(rules));

/** Every place of a flow where a rule stands, with what `of` gives for a name. */
function flowWith(of: (name: string) => Rule): Record<string, unknown> {
  const text = (more: Record<string, unknown> = {}) => ({ kind: "text", label: "T", ...more });
  return {
    flow: "written",
    title: "Written",
    parameters: { greeting: { description: "Un saludo." } },
    data: {
      found: {
        call: "branchOffice.inCity",
        with: { city: of("fullName") },
        when: of("livesHere"),
        fills: { "s.filled": of("fullName") },
      },
    },
    steps: {
      s: {
        title: "S",
        sections: {
          only: {
            fields: {
              area: {
                kind: "choice",
                label: "Zona",
                options: { list: ["north", "south"].map((value) => ({ value, label: value })) },
              },
              name: text({ checks: [{ rule: of("long"), says: "short" }], problems: { short: "Corto" } }),
              filled: text({ visibleWhen: of("lives"), required: false }),
              needed: text({ requiredWhen: of("livesHere"), enabledWhen: { "!": of("lives") } }),
              whole: text({ computed: of("fullName") }),
              kinded: { kind: "documentNumber", with: { type: of("fullName") } },
              group: {
                kind: "group",
                label: "G",
                fields: {
                  inner: text({ visibleWhen: { or: [of("lives"), { var: "group.other" }] } }),
                  other: text(),
                },
              },
              document: { kind: "group", label: "D", use: "document", with: { required: of("lives") } },
              rows: {
                kind: "list",
                label: "L",
                row: "R",
                add: "A",
                fields: { here: text({ visibleWhen: of("livesHere") }) },
              },
              card: {
                kind: "priceCard",
                label: "C",
                items: { one: { label: "1", text: "2", visibleWhen: of("lives") } },
              },
            },
          },
        },
        onContinue: [
          { dialog: "ask", when: of("livesHere") },
          { set: { noted: of("fullName") } },
          { submit: { deliver: [{ mail: "copy" }] }, when: of("sent") },
          {
            call: "branchOffice.inCity",
            as: "again",
            when: of("lives"),
            with: { city: { value: of("fullName"), when: of("lives") } },
            onFailure: [{ go: "more", when: of("lives") }, { go: "end" }],
          },
          { begin: "written", with: { greeting: of("fullName") }, answers: { "s.name": of("fullName") } },
          { go: "end" },
        ],
      },
      more: { title: "M", visibleWhen: of("lives"), sections: { only: { fields: { x: text() } } } },
      end: { title: "E", ends: true },
    },
    dialogs: {
      ask: {
        title: "¿?",
        buttons: {
          yes: { label: "Sí", onPress: [{ set: { said: of("lives") } }, { go: "s", when: of("lives") }] },
        },
      },
    },
    mails: { copy: { to: of("fullName"), subject: "S", body: "B" } },
  };
}

const compiled = async (flow: Record<string, unknown>, brand: string) => {
  const made = await withDefinitions(
    { ...sharedFragments("document"), "schemas/flows/written/flow.json": flow },
    brand,
  );
  const { flows } = made.revision.public;
  return {
    sources: made.sources,
    flow: flows["written"],
    program: made.revision.private.programs["written"],
  };
};

describe("named rules", () => {
  const withNames = { ...flowWith((name) => ({ var: `rules.${name}` })), rules };

  it.each(["SI", "WI"])("are put where they are read, in %s", async (brand) => {
    const named = await compiled(withNames, brand);
    const written = await compiled(flowWith(out), brand);
    expect(named.flow).toEqual(written.flow);
    expect(named.program).toEqual(written.program);
    expect(JSON.stringify([named.flow, named.program])).not.toContain("rules.");
  });

  it("are found right wherever they may be read", async () => {
    const { sources } = await compiled(withNames, "SI");
    expect(checkSources(sources).filter(({ file }) => file.includes("/written/"))).toEqual([]);
  });
});

const screenRules: Record<string, Rule> = {
  id: { "+": [{ var: "route.code" }] },
  isBig: { ">": [{ var: "rules.id" }, { var: "data.car.value.id" }] },
  isHere: { "==": [{ var: "brand.country" }, "CL"] },
  isGone: { and: [{ var: "rules.isHere" }, { "===": [{ var: "data.car.value.financing" }, false] }] },
  name: { or: [{ var: "data.similar.value.result.0.name" }, { var: "data.car.value.name" }] },
  page: { var: "address.pagina" },
};

/** Every place of a screen where a rule stands, with what `of` gives for a name. */
const screenWith = (of: (name: string) => Rule): Record<string, unknown> => ({
  screen: "written",
  route: "/written/:code",
  title: "Written",
  description: "Una página de prueba.",
  data: {
    car: {
      call: "catalog.carById",
      with: { id: of("id") },
      required: true,
      gone: of("isGone"),
      moved: { if: [of("isGone"), { cat: ["/", { var: "data.car.value.id" }] }, null] },
    },
    similar: { call: "catalog.similar", with: { id: of("id") }, when: { or: [of("isBig"), of("page")] } },
  },
  head: {
    title: { cat: [of("name"), " · ", { var: "brand.name" }] },
    indexed: { "!": of("isHere") },
    canonical: ["pagina"],
    structuredData: [{ "@type": "Brand", name: of("name") }],
  },
  blocks: [
    {
      block: "view",
      view: "details",
      item: { title: "{row.name}" },
      data: "car",
      when: of("isBig"),
      actions: [{ label: "Llevar", document: "sheet", when: of("isHere") }],
    },
  ],
  documents: {
    sheet: {
      format: "pdf",
      title: "Ficha",
      when: { "!": of("isGone") },
      sections: [
        { title: "El auto", data: "car", when: of("isBig"), columns: [{ label: "Id", text: "{row.name}" }] },
      ],
    },
  },
});

describe("named rules of a screen", () => {
  const outOf = (name: string): Rule => absolute({ var: `rules.${name}` }, namesOfFile(screenRules));
  const withNames = { ...screenWith((name) => ({ var: `rules.${name}` })), rules: screenRules };
  const made = async (screen: Record<string, unknown>, brand: string) => {
    const { sources } = await withDefinitions({ "schemas/screens/written.json": screen }, brand);
    const path = `brands/${brand}/brand.json`;
    const all = { ...sources, [path]: addScreens(sources, brand, ["written"]) };
    const { screens } = compileBrand(readSources(all).files, brand).public.brand;
    return { all, screen: screens.find((one) => one.screen === "written")! };
  };

  it.each(["SI", "WI"])("are put where they are read, in %s", async (brand) => {
    const named = await made(withNames, brand);
    const written = await made(screenWith(outOf), brand);
    expect(named.screen).toEqual(written.screen);
    expect(named.screen.data!["similar"]!.when).toBeDefined();
    expect(JSON.stringify(named.screen)).not.toContain("rules.");
  });

  it("are found right wherever they may be read", async () => {
    const { all } = await made(withNames, "SI");
    expect(checkSources(all).filter(({ file }) => file.endsWith("/written.json"))).toEqual([]);
  });
});

it("a circle of rules ends", () => {
  const names = namesOfFile({ a: { "!": { var: "rules.b" } }, b: { "!": { var: "rules.a" } } });
  expect(absolute({ var: "rules.a" }, names)).toEqual({ "!": { "!": null } });
  expect(absolute({ var: "rules.none" }, names)).toEqual({ var: "rules.none" });
});
