/** What a call is given: rules, some with a condition, and objects of such. */
import { describe, expect, it } from "vitest";
import { RuleError, type Mapping } from "../../schemas/engine/all.ts";
import { mapInput } from "../../server/evaluation/program-scope.ts";

const scope = (values: Record<string, unknown>) => ({ variable: (path: string) => values[path] ?? null });

const planned: Mapping = {
  plate: { var: "car.plate" },
  planned: {
    object: {
      date: { var: "visit.date" },
      hours: { var: "visit.hours" },
      adviser: { value: { var: "visit.adviser" }, when: { "!!": { var: "visit.chosen" } } },
      place: { object: { city: { var: "visit.city" } } },
    },
    when: { var: "visit.scheduled" },
  },
};

describe("an object in a mapping", () => {
  it("holds what has a value and whose condition holds", () => {
    const values = { "visit.scheduled": true, "visit.date": "2026-11-24", "visit.adviser": "a1" };
    expect(mapInput(planned, scope(values))).toEqual({ planned: { date: "2026-11-24", place: {} } });
    expect(mapInput(planned, scope({ ...values, "visit.chosen": true, "visit.city": "Lima" }))).toEqual({
      planned: { date: "2026-11-24", adviser: "a1", place: { city: "Lima" } },
    });
  });

  it("is not there where its condition does not hold", () => {
    expect(mapInput(planned, scope({ "car.plate": "BBBB12", "visit.date": "2026-11-24" }))).toEqual({
      plate: "BBBB12",
    });
  });

  it("fails as a whole where a rule in it fails", () => {
    const failing = {
      variable: (path: string) => {
        if (path === "visit.date") throw new RuleError("no");
        return true;
      },
    };
    expect(() => mapInput(planned, failing)).toThrow(RuleError);
  });
});
