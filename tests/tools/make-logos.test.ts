/** The names of makes as pictures: of each make of the reference data, as the tool draws it, and of no other. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logoOf, logosFolder, makesOf } from "../../tools/make-logos.ts";

test("each make has its own, as the tool draws it", () => {
  const makes = makesOf();
  expect(makes.length).toBeGreaterThan(30);
  const drawn = Object.fromEntries(makes.map((make) => [`${make.slug}.svg`, logoOf(make)]));
  const kept = Object.fromEntries(
    readdirSync(logosFolder).map((file) => [file, readFileSync(join(logosFolder, file), "utf8")]),
  );
  expect(kept).toEqual(drawn);
  expect(new Set(Object.values(drawn)).size).toBe(makes.length);
});

test("a letter that nobody drew is said", () => {
  expect(() => logoOf({ name: "Škoda 4", slug: "skoda" })).toThrow(/"4"|"\u030c"/);
});
