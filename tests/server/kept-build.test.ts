import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { build, buildRevisions } from "../../server/definitions/build.ts";
import { forgetBuilds, nameOfSources, reuseBuild, type Build } from "../../server/definitions/built.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { root } from "../support/definitions.ts";

const sources = await loadSources(join(root, "fixtures/definitions"));
const whole = JSON.stringify([...buildRevisions(sources, "engine").revisions!.values()]);
const kept = (from: string): Build => ({
  from,
  diagnostics: [],
  brands: [{ brand: "ZZ", hash: "", revision: '{"brand":"ZZ"}', withheld: [] }],
});
/** An engine whose builds are not those of the others. */
const elsewhere = "elsewhere";
const brands = (files = sources, engine = elsewhere): string[] => [
  ...buildRevisions(files, engine).revisions!.keys(),
];

describe("what was built elsewhere", () => {
  it("stands for the very same files and engine", () => {
    reuseBuild(kept(nameOfSources(sources, elsewhere)));
    expect(brands()).toEqual(["ZZ"]);
    const reversed = Object.fromEntries(Object.entries(sources).toReversed());
    expect(brands(reversed)).toEqual(["ZZ"]);
  });

  it.each<[string, () => string[]]>([
    ["another engine", () => brands(sources, "another")],
    ["a file that says something else", () => brands({ ...sources, [Object.keys(sources)[0]!]: "{}\n" })],
    ["a file more", () => brands({ ...sources, "schemas/kinds/none.txt": "" })],
  ])("stands for nothing with %s", (_what, asked) => {
    reuseBuild(kept(nameOfSources(sources, elsewhere)));
    let found: string[] = [];
    try {
      found = asked();
    } catch {
      // Its files may have an error: then there are no revisions.
    }
    expect(found).not.toContain("ZZ");
  });

  it("is what building the files gives", () => {
    const written = JSON.parse(JSON.stringify(build(sources, "engine"))) as Build;
    reuseBuild(written);
    expect(JSON.stringify([...buildRevisions(sources, "engine").revisions!.values()])).toBe(whole);
  });

  it("is forgotten when enough else was built", () => {
    reuseBuild(kept(nameOfSources(sources, elsewhere)));
    for (const from of ["a", "b", "c"]) reuseBuild(kept(from));
    expect(brands()).not.toContain("ZZ");
  });

  it("is forgotten by whoever builds nothing more", () => {
    reuseBuild(kept(nameOfSources(sources, elsewhere)));
    forgetBuilds();
    expect(brands()).not.toContain("ZZ");
  });
});
