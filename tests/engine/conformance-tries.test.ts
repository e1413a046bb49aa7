import { describe, expect, it } from "vitest";
import { maxTries, triesOf } from "../../schemas/engine/2-check/patterns/backtracking.ts";
import { readPattern } from "../../schemas/engine/2-check/patterns/syntax.ts";

const tries = (pattern: string): number => triesOf(readPattern(pattern));

describe("the most tries at one character of a text", () => {
  it.each([
    ["", 1],
    ["^$", 1],
    ["^a$", 1],
    ["^[0-9]{8}$", 1],
    ["^a*b*$", 2],
    ["^(a|b)*$", 2],
    // After the first letter both go on, until the second one decides.
    ["^(ab|ac)$", 2],
    // Begun at each character, and each one goes on for three.
    ["[0-9]{3}x", 6],
    ["^\\p{L}+[0-9]$", 2],
    ["^.{1,500}$", 1],
  ])("of %s are %i", (pattern, most) => {
    expect(tries(pattern)).toBe(most);
  });

  it.each([
    "\\s+$",
    "^a*a*$",
    "^(a+)+$",
    "^(a*)*$",
    "^(a|aa)*$",
    "^(a|a)b$",
    "^(?:a?){3}$",
    "^(?:|){3}x$",
    "^[a-m]*[l-z]*$",
    "^\\w*\\d*$",
    "^(?:\\p{L}|ñ)*$",
    "^[^@]+@[^@]+\\.[^@]+$",
    "^😀*[😀-😂]*$",
    "^\\uD83D\\uDE00*\\u{1F600}*$",
  ])("of %s grow with the text", (pattern) => {
    expect(tries(pattern)).toBe(Infinity);
  });

  it.each([
    ["^[a-k]*[l-z]*$", "classes that do not meet"],
    ["^\\w*\\W*$", "a class and its opposite"],
    ["^\\p{Lu}*\\p{Ll}*$", "classes of Unicode that do not meet"],
    ["^[^a]*a[^a]*$", "what ends a repetition"],
    ["^(a|ab)*$", "alternatives that the next character tells apart"],
    ["^.*\\n.*$", "what the dot leaves out"],
    ["^[\\]\\-]*[a[]*$", "brackets within brackets"],
  ])("of %s do not: %s", (pattern) => {
    expect(tries(pattern)).toBeLessThan(5);
  });

  it("are limited", () => {
    expect(tries(`[0-9]{${maxTries - 10}}x`)).toBeLessThanOrEqual(maxTries);
    expect(tries(`[0-9]{${maxTries}}x`)).toBeGreaterThan(maxTries);
    expect(tries("^a{2000}$")).toBe(Infinity);
  });
});
