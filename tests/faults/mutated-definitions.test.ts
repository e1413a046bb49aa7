/** Green means published, and what is refused names a file and a line: over mutations that nobody chose. */
import { expect, it } from "vitest";
import { baseSources } from "../engine/broken-cases.ts";
import { propertyRuns } from "../support/properties.ts";
import { mutatorOf } from "./support/mutated-definitions.ts";
import { problemsOf } from "./support/try-mutation.ts";

const { mutate } = mutatorOf(baseSources());

it("holds of many mutations of a small project", () => {
  const tried = Array.from({ length: propertyRuns(75) }, (_, seed) => problemsOf(mutate(seed + 1)));
  expect(tried.flatMap(({ problems }) => problems)).toEqual([]);
  // Both happen, or nothing was tried.
  const published = tried.filter(({ isPublished }) => isPublished).length;
  expect(published).toBeGreaterThan(propertyRuns(2));
  expect(tried.length - published).toBeGreaterThan(propertyRuns(25));
});

it("sees what it looks for", () => {
  const broken = { what: "by hand", sources: { ...baseSources(), "schemas/kinds/text.json": "{" } };
  expect(problemsOf(broken)).toEqual({ problems: [], isPublished: false });
  const nothing = problemsOf({ what: "by hand", sources: null as never });
  expect(nothing.problems).toHaveLength(1);
});
