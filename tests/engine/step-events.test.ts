/** What analytics is told of a step: checked where it is written, worked out once the step was continued from. */
import { describe, expect, it } from "vitest";
import { checkSources, labelsIn, stepEvent } from "../../schemas/engine/all.ts";
import { withDefinitions, writtenFlow } from "../support/written-flow.ts";

const list = { list: [{ value: "6", label: "Mazda" }] };
const called = { as: "quoted", with: {}, onFailure: [{ refuse: "No se pudo." }] };

/** A flow whose second step tells what is `said`. */
const flow = (said?: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  data: {
    offices: { call: "branchOffice.inCity", with: { city: { var: "car.note" } } },
    others: { call: "branchOffice.inCity", with: { city: { var: "car.office" } } },
  },
  steps: {
    car: {
      title: "Tu auto",
      slug: "auto",
      sections: {
        car: {
          fields: {
            brand: { kind: "choice", label: "Marca", options: list },
            extras: { kind: "choices", label: "Extras", options: list, required: false },
            year: { kind: "year" },
            owner: { kind: "givenName", required: false },
            note: { kind: "text", label: "Nota", required: false },
            open: { kind: "text", label: "Color", personal: false, required: false },
            photo: { kind: "file", label: "Foto", personal: false, required: false },
            born: { kind: "number", label: "Nacido", computed: { "+": [{ var: "car.owner" }, 1] } },
            office: { kind: "choice", label: "Cerca", options: { data: "offices" }, required: false },
            other: { kind: "choice", label: "Otra", options: { data: "others" }, required: false },
          },
        },
      },
      onContinue: [{ call: "crm.quote", ...called }, { go: "more" }],
    },
    more: {
      title: "Más",
      slug: "mas",
      ...(said ? { analytics: { event: "car_details", with: said } } : {}),
      sections: { more: { fields: { sure: { kind: "checkbox", label: "Sí" } } } },
      ...more,
    },
    done: { title: "Listo", slug: "listo", ends: true },
  },
});

describe("the event of a step", () => {
  const said = {
    car_brand: { var: "labels.car.brand" },
    code: { var: "car.brand" },
    extras: { var: "car.extras" },
    car_year: { var: "car.year" },
    old: { "<": [{ var: "car.year" }, 2015] },
    dealer: { var: "brand.name" },
    fixed: "web",
  };
  const told = async (answers: Record<string, string | number | string[]>, names = said) => {
    const { flow: compiled } = await writtenFlow(flow(names));
    const { analytics } = compiled.steps[1]!;
    const label = (path: string) => (path === "car.brand" && answers[path] ? "Mazda" : undefined);
    return stepEvent({ flow: compiled }, analytics!, { answers, today: "2026-11-21", label });
  };

  it("says answers, what was chosen by its name, and facts of the brand", async () => {
    expect(await told({ "car.brand": "6", "car.year": 2014, "car.extras": ["6"] })).toEqual({
      event: "car_details",
      car_brand: "Mazda",
      code: "6",
      extras: ["6"],
      car_year: 2014,
      old: true,
      dealer: "Salazar Israel",
      fixed: "web",
    });
    const compiled = (await writtenFlow(flow(said))).flow.steps[1]!.analytics;
    expect(labelsIn(compiled)).toEqual(["car.brand"]);
    expect(compiled!.with["dealer"]).toBe("Salazar Israel");
  });

  it("leaves out what was not answered", async () => {
    expect(await told({})).toEqual({
      event: "car_details",
      old: false,
      dealer: "Salazar Israel",
      fixed: "web",
    });
  });
});

describe("what analytics must not be told", () => {
  const check = async (said: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const path = "schemas/flows/written/flow.json";
    const { sources } = await withDefinitions({
      [path]: { flow: "written", title: "Written", ...flow(undefined) },
    });
    sources[path] = JSON.stringify({ flow: "written", title: "Written", ...flow(said, more) }, null, 2);
    return checkSources(sources).filter(({ file }) => file === path);
  };

  it("is told at each name, and why", async () => {
    const wrong: Record<string, [unknown, string]> = {
      an_answer: [{ var: "car.owner" }, "es personal"],
      its_name: [{ var: "labels.car.owner" }, "es personal"],
      within_a_rule: [{ if: [{ "!!": { var: "car.note" } }, "yes", "no"] }, "es personal"],
      free_text_whatever_it_says_of_itself: [{ var: "car.open" }, "es un texto libre"],
      a_file: [{ var: "car.photo" }, "puede tener cualquier cosa"],
      worked_out: [{ var: "car.born" }, "depende de algo personal"],
      a_choice_by_something_personal: [{ var: "labels.car.office" }, "depende de algo personal"],
      a_choice_by_such_a_choice: [{ var: "car.other" }, "depende de algo personal"],
      what_a_call_answered: [{ var: "quoted.data.price" }, "lo respondió un servicio"],
      what_a_query_gave: [{ var: "data.offices.status" }, "lo respondió un servicio"],
      all_answers: [{ var: "answered.car" }, "puede decir quién es la persona"],
      the_number: [{ var: "submission.number" }, "puede decir quién es la persona"],
    };
    const rules = Object.fromEntries(Object.entries(wrong).map(([name, [rule]]) => [name, rule]));
    const found = (await check({ fine: { var: "car.year" }, ...rules }))
      .filter(({ code }) => code === "personal-in-analytics")
      .map(({ message, excerpt }) => [/"(\w+)": /.exec(excerpt)![1]!, /y eso (.*)\.$/.exec(message)![1]!]);
    const expected = Object.entries(wrong).map(([name, [, why]]) => [name, why]);
    expect(found).toEqual(expected);
  });

  it("and where nobody continues there is no event", async () => {
    const codes = (await check({ year: { var: "car.year" } }, { ends: true })).map(({ code }) => code);
    expect(codes).toContain("conflicting-keys");
  });
});
