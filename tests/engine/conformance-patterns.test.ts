import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { patternProblem } from "../../schemas/engine/2-check/patterns/pattern.ts";
import { compileValidators } from "../../schemas/engine/all.ts";
import { schemaFormats } from "../../schemas/engine/3-compile/validators.ts";
import { projectFiles, root } from "../support/definitions.ts";
import { leafFlow } from "./leaf-flow.ts";
import fc, { propertyRuns } from "../support/properties.ts";

/** The longest text that the server takes. */
const longest = 20_000;
/** Milliseconds. */
const limit = 50;

/** Milliseconds of processor that a search takes in this thread; the best of ten, because the engine works beside it. */
function timeOf(search: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const before = process.threadCpuUsage();
    search();
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
    if (times.at(-1)! < limit) break;
  }
  return Math.min(...times);
}

/** Fresh each time: the engine compiles a pattern only when it is used again. */
const searchTime = (pattern: string, text: string): number =>
  timeOf(() => new RegExp(pattern, "u").test(text));

const repeated = (unit: string, end: string): string =>
  unit.repeat(Math.floor((longest - end.length) / unit.length)) + end;

/** Texts that a pattern over these characters may stumble on: each short word again and again, and then something else. */
function hostileTexts(characters: string[], ends: string[]): string[] {
  const words = characters.flatMap((a) => [a, ...characters.flatMap((b) => (a === b ? [] : [a + b]))]);
  return words.flatMap((word) => ends.map((end) => repeated(word, end)));
}

describe("patterns that are refused as slow", () => {
  // The text grows until it takes long, which on a quick machine is later.
  it.each([
    ["\\s+$", "", " ", "x"],
    ["^a*a*$", "", "a", "!"],
    ["[0-9]+x", "", "0", ""],
    ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "a@", ".", " "],
    ["^a*a*a*$", "", "a", "!"],
    ["^.*[0-9].*[0-9].*$", "", "0", "\n"],
    ["^(\\s*a*)*$", "", " ", "!"],
    ["^(a+)+$", "", "a", "!"],
  ])("%s would be", (pattern, head, unit, end) => {
    expect(patternProblem(pattern)).toMatchObject({ code: "slow-pattern" });
    const search = new RegExp(pattern, "u");
    const takesLong = (length: number): boolean => {
      const start = performance.now();
      search.test(head + unit.repeat(length) + end);
      return performance.now() - start > limit;
    };
    let length = 10;
    while (length < longest && !takesLong(length)) length = Math.ceil(length * 1.1);
    expect(length).toBeLessThan(longest);
  });

  it("^(?:a?){n}b would be", () => {
    const takesLong = (times: number): boolean => {
      const start = performance.now();
      new RegExp(`^(?:a?){${times}}b`, "u").test("a".repeat(times));
      return performance.now() - start > limit;
    };
    expect(patternProblem("^(?:a?){24}b")).toMatchObject({ code: "slow-pattern" });
    expect([20, 22, 24, 26, 28, 30].some(takesLong)).toBe(true);
  });

  it.each([
    ["something that JavaScript could not even compile", "^((a{999}){999}){999}$"],
    ["too many tries at one place", "[0-9]{300}x"],
    ["neighbours that can be the same", "^[a-m]*[l-z]*$"],
    ["a repetition of what can be empty", "^(a*)*$"],
    ["nothing in two ways, again and again", "^(?:|){30}x$"],
    ["alternatives that begin alike", "^(?:a|ab?)*$"],
    ["characters outside the first plane", "[\\u{1F600}-\\u{1F64F}]+[😀]$"],
  ])("%s: %s", (_, pattern) => {
    expect(patternProblem(pattern)).toMatchObject({ code: "slow-pattern" });
  });
});

describe("what a slow pattern could be instead", () => {
  it.each([
    ["[0-9]+$", "[0-9]$"],
    ["\\s*x", "x"],
    ["a{2,}b", "a{2}b"],
    ["\\p{L}+[0-9]", "\\p{L}[0-9]"],
    ["[0-9]+[a-z]*$", "[0-9][a-z]*$"],
    ["(a+)+$", undefined],
    ["a+|b+$", undefined],
    ["^(a+)+$", undefined],
    ["a*a*x", undefined],
  ])("%s: %s", (pattern, instead) => {
    const problem = patternProblem(pattern);
    expect(problem).toMatchObject({ code: "slow-pattern" });
    expect(problem && "instead" in problem ? problem.instead : undefined).toBe(instead);
  });

  it("is found in the same texts", () => {
    const part = fc.constantFrom("a", "b", "[ab]", "a+", "b*", "[ab]+", "a{2,}", "b{1,3}", "c", "$", "c*?");
    const source = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 }).map((all) => all.join(""));
    let told = 0;
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 5, maxLength: 10 }), (pattern, all) => {
        const problem = patternProblem(pattern);
        if (!problem || !("instead" in problem) || problem.instead === undefined) return;
        told += 1;
        for (const one of all)
          expect(new RegExp(problem.instead, "u").test(one)).toBe(new RegExp(pattern, "u").test(one));
      }),
      { numRuns: propertyRuns(125) },
    );
    expect(told).toBeGreaterThan(propertyRuns(5));
  });

  it("in the page that explains it, too", () => {
    const page = readFileSync(join(root, "schemas/language/diagnostics.md"), "utf8");
    const section = page.split(/^## /m).find((one) => one.startsWith("slow-pattern"))!;
    const pairs = [...section.matchAll(/mal: {2}"pattern": (".*")\nbien: "pattern": (".*")/g)].map(
      ([, bad, good]) => [bad!, good!].map((text) => JSON.parse(text) as string) as [string, string],
    );
    expect(pairs.length).toBeGreaterThan(2);
    const text = fc.array(fc.constantFrom("a", "b", " ", "@", ".", "1"), { maxLength: 10 });
    for (const [bad, good] of pairs) {
      expect(patternProblem(bad)?.code).toBe("slow-pattern");
      expect(patternProblem(good)).toBeUndefined();
      fc.assert(
        fc.property(text, (all) => {
          const one = all.join("");
          expect([one, new RegExp(good, "u").test(one)]).toEqual([one, new RegExp(bad, "u").test(one)]);
        }),
        { numRuns: propertyRuns(500) },
      );
    }
  });
});

describe("patterns that pass", () => {
  it.each([
    "",
    "a+",
    "[0-9]+",
    "x[0-9]*",
    "^[a-z]+|[0-9]{2,}",
    "(?:ab|[0-9]+)",
    "^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ´ ]+$",
    "^[0-9]{8}$",
    "^[A-Z0-9]{6}$",
    "\\.[A-Za-z]{2,}$",
    "^[^<>]+$",
    "^\\p{L}[\\p{L} .'-]*$",
    "^[a-z]*[0-9][a-z0-9]*$",
    "^[A-Za-z]+( [A-Za-z]+)*$",
    "^\\S(.*\\S)?$",
    "^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$",
    "^(0?[1-9]|[12][0-9]|3[01])/(0?[1-9]|1[0-2])/\\d{4}$",
    "^[0-9]{1,2}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9K]$",
    "^(\\+?56)?\\s?9\\s?\\d{4}\\s?\\d{4}$",
    "^\\d{1,3}(\\.\\d{3})*(,\\d+)?$",
    "^.{1,500}$",
    "[0-9]{190}x",
    "\\p{L}{90}x",
  ])("%s: no text takes long", (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
    const texts = hostileTexts(
      ["a", "A", "0", " ", ".", "-", "@", "é", "😀", "1/", "ñ"],
      ["", "!", "\n", " ", "a"],
    );
    for (const text of texts) expect(searchTime(pattern, text)).toBeLessThan(limit);
  });

  it("include all of the project", async () => {
    const patterns = Object.values(await projectFiles())
      .filter(({ path }) => !path.startsWith("schemas/language/"))
      .flatMap(({ value }) => patternsIn(value));
    expect(patterns.length).toBeGreaterThan(3);
    expect(patterns.filter((pattern) => patternProblem(pattern))).toEqual([]);
  });

  const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", "\\s", "\\d", ".", "\\w", "0", " ");
  const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,3}", "{2,}", "*?");
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      fc.tuple(atom, quantifier).map((parts) => parts.join("")),
      fc.tuple(tie("pattern"), quantifier).map(([inner, often]) => `(${inner})${often}`),
      fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie("pattern"), tie("pattern")).map((parts) => parts.join("")),
    ),
  }));
  const anchored = fc
    .tuple(fc.constantFrom("", "^"), pattern, fc.constantFrom("", "$"))
    .map((parts) => parts.join(""));
  const texts = [
    ...hostileTexts(["a", "b", "0", " "], ["", "!", "\n"]),
    ...["aab", "ab0", "a b", "0a ", "aaab", "abab "].map((word) => repeated(word, "!\n")),
  ];

  it("never take long, whatever the pattern and the text", () => {
    let passed = 0;
    fc.assert(
      fc.property(anchored, (source) => {
        fc.pre(patternProblem(source) === undefined);
        passed += 1;
        for (const text of texts) expect(searchTime(source, text)).toBeLessThan(limit);
      }),
      { numRuns: propertyRuns(50) },
    );
    expect(passed).toBeGreaterThan(propertyRuns(25));
  });
});

describe("what a hostile text meets first", () => {
  const validate = (schema: Record<string, unknown>) =>
    compileValidators(leafFlow({ type: "string", ...schema }))["leaf0"]!;

  it("is its length, before the pattern and the format", () => {
    const validators = [validate, (schema: object) => new Ajv().compile({ type: "string", ...schema })];
    for (const make of validators) {
      const leaf = make({ pattern: "^(a+)+$", maxLength: 100 });
      const text = repeated("a", "!");
      expect(timeOf(() => leaf(text))).toBeLessThan(limit);
      expect(leaf.errors?.map(({ keyword }) => keyword)).toEqual(["maxLength"]);
    }
  });

  it.each(Object.keys(schemaFormats))("the format %s takes no time either", (format) => {
    const leaf = validate({ format });
    const texts = hostileTexts(
      ["a", "a@", "@a.", ".", "a-", "-", "0", ":", "http://a", "%41", "[", "'", "2026-11-21", "10:00:00Z"],
      ["", "!", "@", ".", " "],
    );
    for (const text of [
      ...texts,
      ...texts.map((one) => `a@${one}`),
      ...texts.map((one) => `http://${one}`),
    ]) {
      expect(timeOf(() => leaf(text.slice(0, longest)))).toBeLessThan(limit);
    }
  });
});

function patternsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "pattern" && typeof one === "string" ? [one] : patternsIn(one),
  );
}
