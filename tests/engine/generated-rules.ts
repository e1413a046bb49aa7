import fc from "../support/properties.ts";

/** Rules of JSON Logic for property tests, each operator over the kinds of values that it is for. */

const word = fc.constantFrom("a", "b", "ab", "abc", "Salazar", "12", "-3.5", "0", "", "no", "é😀");
const wholeNumber = fc.integer({ min: -20, max: 20 });
const someNumber = fc.oneof(wholeNumber, fc.constantFrom(0.5, -2.25, 1e6));
const numberLike = fc.oneof({ weight: 3, arbitrary: someNumber }, fc.constantFrom("12", "-3.5", "0"));

export const generatedData = fc.record(
  {
    n: someNumber,
    m: fc.oneof(someNumber, fc.constantFrom("7", "-1")),
    t: word,
    u: fc.option(word),
    yes: fc.option(fc.boolean()),
    numbers: fc.array(someNumber, { maxLength: 4 }),
    words: fc.array(word, { maxLength: 3 }),
    rows: fc.array(fc.record({ n: someNumber, t: fc.option(word) }, { noNullPrototype: true }), {
      maxLength: 3,
    }),
    deep: fc.record({ t: word, list: fc.array(someNumber, { maxLength: 2 }) }, { noNullPrototype: true }),
  },
  { noNullPrototype: true },
);

const operator = <T>(name: string, ...parts: fc.Arbitrary<T>[]): fc.Arbitrary<unknown> =>
  fc.tuple(...parts).map((values) => ({ [name]: values }));
const oneOf = (names: string[], ...parts: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...names), ...parts).map(([name, ...values]) => ({ [name]: values }));
const variable = (...paths: string[]): fc.Arbitrary<unknown> =>
  fc.constantFrom(...paths).map((path) => ({ var: path }));

const { rule } = fc.letrec<Record<"rule" | "number" | "text" | "truth" | "list" | "each", unknown>>((tie) => {
  const [anything, number, text, truth, list, each] = [
    tie("rule"),
    tie("number"),
    tie("text"),
    tie("truth"),
    tie("list"),
    tie("each"),
  ];
  const options = { maxDepth: 5, depthSize: "small" } as const;
  const choice = (kind: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof(oneOf(["if", "?:"], truth, kind, kind), operator("if", truth, kind, truth, kind, kind));
  const names = fc.subarray(["n", "u", "yes", "deep.t", "deep.x", "none"], { minLength: 1 });
  return {
    number: fc.oneof(
      options,
      numberLike,
      variable("n", "m", "deep.list.0").map((one) => ({ if: [one, one, 1] })),
      fc.array(number, { maxLength: 3 }).map((parts) => ({ "+": parts })),
      fc.array(number, { minLength: 2, maxLength: 3 }).map((parts) => ({ "*": parts })),
      oneOf(["-", "min", "max"], number, number),
      oneOf(["/", "%"], number, fc.constantFrom(1, -2, 0.5, 7, "4")),
      oneOf(["-", "min", "max"], number),
      fc.tuple(list, someNumber).map(([all, first]) => ({
        reduce: [all, { "+": [{ var: "accumulator" }, { var: "current" }] }, first],
      })),
      choice(number),
    ),
    text: fc.oneof(
      options,
      word,
      variable("t", "u", "deep.t", "words.0", "none"),
      fc.tuple(fc.constantFrom("t", "none"), word).map((parts) => ({ var: parts })),
      fc.array(anything, { maxLength: 3 }).map((parts) => ({ cat: parts })),
      operator<unknown>("substr", text, wholeNumber),
      operator<unknown>("substr", text, wholeNumber, wholeNumber),
      choice(text),
    ),
    truth: fc.oneof(
      options,
      fc.boolean(),
      variable("yes"),
      oneOf(["==", "===", "!=", "!==", "<", "<=", ">", ">="], anything, anything),
      oneOf(["==", "!=", "<", "<=", ">", ">="], number, number),
      oneOf(["==", "===", "!=", "!=="], text, text),
      oneOf(["<", "<="], number, number, number),
      oneOf(["!", "!!"], anything),
      oneOf(["and", "or"], anything, anything),
      oneOf(["and", "or"], truth, anything, truth),
      // What is looked for is a value of JSON: no sum of words.
      operator("in", fc.oneof(text, truth, someNumber), list),
      operator("in", text, operator("cat", text, fc.constant("-"))),
      oneOf(["all", "some", "none"], list, each),
    ),
    list: fc.oneof(
      options,
      variable("numbers", "words", "rows", "deep.list", "none"),
      fc.array(anything, { maxLength: 3 }),
      fc.array(anything, { maxLength: 3 }).map((parts) => ({ merge: parts })),
      oneOf(["map", "filter"], list, each),
      names.map((paths) => ({ missing: paths })),
      fc.tuple(fc.nat({ max: 3 }), names).map((parts) => ({ missing_some: parts })),
      choice(list),
    ),
    // What is asked of each item sees the item alone.
    each: fc.oneof(
      options,
      variable("", "n", "t", "0"),
      oneOf(["==", "!=", "<", ">="], variable("", "n"), numberLike),
      oneOf(["and", "or"], each, each),
      operator("!", each),
      oneOf(["some", "map"], variable(""), each),
    ),
    rule: fc.oneof(options, fc.constantFrom(null, true, 1, "a"), number, text, truth, list),
  };
});

export const generatedRule: fc.Arbitrary<unknown> = rule;
