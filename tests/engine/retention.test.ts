import { expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/all.ts";
import { withDefinitions } from "../support/written-flow.ts";

it("how long something is kept comes from the flow's definition, in whole years", async () => {
  const fields = { name: { kind: "text", label: "N", schema: { maxLength: 9 } } };
  const flow = { title: "K", steps: { s: { title: "S", sections: { main: { fields } } } } };
  const file = (id: string) => `schemas/flows/${id}/flow.json`;
  const { sources, revision } = await withDefinitions({
    [file("kept")]: { ...flow, flow: "kept", retention: { years: 10 } },
    [file("unsaid")]: { ...flow, flow: "unsaid" },
  });
  expect(revision.private.programs["kept"]).toMatchObject({ retention: { years: 10 } });
  expect(revision.private.programs["unsaid"]).not.toHaveProperty("retention");
  const wrong = [{ years: 0 }, { years: 1.5 }, {}, { years: 2, months: 1 }].map((retention, index) => {
    const id = `wrong${index}`;
    sources[file(id)] = JSON.stringify({ ...flow, flow: id, retention }, null, 2);
    return file(id);
  });
  const errors = checkSources(sources).filter(({ severity }) => severity === "error");
  const told = errors.filter(({ excerpt }) => /retention|years|months/.test(excerpt));
  expect([...new Set(told.map((error) => error.file))].toSorted()).toEqual(wrong);
});
