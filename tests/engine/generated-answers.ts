import type { Answer, Answers } from "../../schemas/engine/all.ts";
import { isInRow, list, nestedPaths, paths, words } from "./generated-flows.ts";
import fc from "../support/properties.ts";

/** Answers for generated flows, right and wrong ones. */

const answer = fc.constantFrom<Answer | undefined>(undefined, "", " ", ...words, true, false, 12, "zz");

export const generatedAnswers: fc.Arbitrary<Answers> = fc.dictionary(fc.constantFrom(...paths), answer, {
  noNullPrototype: true,
});

const rows = ["r1", "r2", "r3"];
const nestedAnswerPaths = nestedPaths.flatMap((path) =>
  isInRow(path) ? rows.map((row) => `${list}.${row}${path.slice(list.length)}`) : [path],
);

/** For flows with `nested`: rows that are named and rows that are not, and lists that are none. */
export const nestedAnswers: fc.Arbitrary<Answers> = fc
  .record({
    leaves: fc.dictionary(fc.constantFrom(...nestedAnswerPaths), answer, { noNullPrototype: true }),
    ids: fc.constantFrom<Answer | undefined>(
      undefined,
      ["r1"],
      ["r1", "r2"],
      ["r2", "r1"],
      ["r2"],
      ["r3", "r1"],
      ["r1", "r2", "r3"],
      ["r1", "r1"],
      "r1",
      [],
    ),
    touch: fc.boolean(),
  })
  .map(({ leaves, ids, touch }) => (touch ? { ...leaves, [list]: ids } : leaves));
