import { describe, expect, it } from "vitest";
import { change, evaluate, type Answers, type Prepared } from "../../schemas/engine/all.ts";
import { sharedFragments, writtenFlow } from "../support/written-flow.ts";

const context = { today: "2026-11-21", data: {}, results: {} };

/** A flow of one field `s.f`. */
const flowOf = (brand: string, field: Record<string, unknown>): Promise<Prepared> =>
  writtenFlow(
    { steps: { s: { title: "S", sections: { only: { fields: { f: { label: "F", ...field } } } } } } },
    sharedFragments("chilean-place", "peruvian-place", "document"),
    brand,
  );

const group = (use: string, given?: Record<string, unknown>) => ({
  kind: "group",
  use,
  ...(given ? { with: given } : {}),
});
const problems = (flow: Prepared, answers: Answers) =>
  evaluate(flow, answers, context).problems.map(({ path, code }) => `${path} ${code}`);

describe("a place in Chile", async () => {
  const flow = await flowOf("SI", group("chileanPlace"));
  const home = { "s.f.region": "metropolitanaDeSantiago", "s.f.commune": "nunoa" };

  it("asks for the region, then for one of its communes", () => {
    expect(problems(flow, {})).toEqual(["s.f.region required"]);
    expect(problems(flow, { "s.f.region": "nuble" })).toEqual(["s.f.commune required"]);
    expect(problems(flow, home)).toEqual([]);
  });

  it("forgets the commune with its region", () => {
    expect(change(flow, home, { "s.f.region": "nuble" }, context).answers).toEqual({ "s.f.region": "nuble" });
  });

  it("may be optional", async () => {
    expect(problems(await flowOf("SI", group("chileanPlace", { required: false })), {})).toEqual([]);
  });
});

describe("a place in Peru", async () => {
  const flow = await flowOf("WI", group("peruvianPlace"));
  const home = {
    "s.f.department": "puno",
    "s.f.province": "melgar",
    "s.f.district": "santaRosaMelgar",
  };

  it("asks from the widest to the narrowest", () => {
    expect(problems(flow, {})).toEqual(["s.f.department required"]);
    expect(problems(flow, home)).toEqual([]);
  });

  it("a district of the same name elsewhere is another one", () => {
    const moved = change(flow, home, { "s.f.province": "elCollao" }, context).answers;
    expect(moved).toEqual({ "s.f.department": "puno", "s.f.province": "elCollao" });
    expect(change(flow, home, { "s.f.department": "lima" }, context).answers).toEqual({
      "s.f.department": "lima",
    });
  });
});

describe("a document", () => {
  it("has a number that fits its type", async () => {
    const flow = await flowOf("WI", group("document"));
    expect(problems(flow, {})).toEqual(["s.f.documentType required"]);
    const dni = { "s.f.documentType": "dni", "s.f.documentNumber": "1234567" };
    expect(problems(flow, dni)).toEqual(["s.f.documentNumber documentNumber.digits"]);
    expect(problems(flow, { ...dni, "s.f.documentType": "passport" })).toEqual([]);
  });

  it("that is optional still needs the number of a chosen type", async () => {
    const flow = await flowOf("WI", group("document", { required: false }));
    expect(problems(flow, {})).toEqual([]);
    expect(problems(flow, { "s.f.documentType": "passport" })).toEqual(["s.f.documentNumber required"]);
  });

  it("stands in each row of a list by itself", async () => {
    const flow = await flowOf("WI", { kind: "list", use: "document" });
    const answers = {
      "s.f": ["r1", "r2"],
      "s.f.r1.documentType": "dni",
      "s.f.r1.documentNumber": "12345678",
      "s.f.r2.documentType": "passport",
      "s.f.r2.documentNumber": "AB1",
    };
    expect(problems(flow, answers)).toEqual([]);
    expect(problems(flow, { ...answers, "s.f.r2.documentType": "dni" })).toEqual([
      "s.f.r2.documentNumber documentNumber.digits",
    ]);
  });
});
