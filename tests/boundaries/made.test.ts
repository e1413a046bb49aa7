/** What is made from descriptors is as it would be made now; if not: npm run check -- --fix. */
import { expect, test } from "vitest";
import { loadSources } from "../../server/definitions/load.ts";
import { staleFiles } from "../../tools/authors/language/generate.ts";
import { messageTable } from "../../tools/authors/language/diagnostics.ts";
import { grammarPath, type Schema } from "../../tools/authors/language/grammars.ts";
import { root } from "./project.ts";

const sources = await loadSources(root);

/** The files that a change of a grammar would have made anew. */
async function afterChange(grammar: string, change: (schema: Schema) => void): Promise<string[]> {
  const schema = JSON.parse(sources[grammarPath(grammar)]!) as Schema;
  change(schema);
  const stale = await staleFiles({ ...sources, [grammarPath(grammar)]: JSON.stringify(schema) });
  return Object.keys(stale).map((path) => path.replace(/^.*\//, ""));
}

test("nothing is stale", async () => {
  expect(Object.keys(await staleFiles(sources))).toEqual([]);
});

test("a new key of a field is made known to all types of fields, to kinds, to the engine and to authors", async () => {
  const stale = await afterChange("definitions", ({ definitions }) => {
    const { properties } = definitions!["field"]!;
    const key = { type: "boolean", description: "Nueva.", "x-types": ["text"], "x-kind": true };
    properties!["fresh"] = { ...key, "x-compiled": "same" };
  });
  expect(stale.toSorted()).toEqual([
    "field-keys.ts",
    "flow.schema.json",
    "kind.schema.json",
    "reference.md",
    "written.ts",
  ]);
});

test("a new block is made known to screens, to the engine and to authors", async () => {
  const stale = await afterChange("screen", ({ definitions }) => {
    const { heroBlock } = definitions!;
    definitions!["freshBlock"] = { ...heroBlock!, description: "Nuevo." };
  });
  expect(stale.toSorted()).toEqual(["blocks.ts", "reference.md", "screen.schema.json", "written.ts"]);
});

const heading = (said: string): string => `# Diagnósticos\n\n## new-code\n\n${said}\n\nAlgo significa.\n`;

test("what a heading of diagnostics.md says becomes the engine's message, an error or a warning", () => {
  const table = (severity: string): string =>
    messageTable(heading(`\`\`\`diagnostic\n${severity}: "{a}" no está.\nPara arreglarlo: ponlo.\n\`\`\``));
  expect(table("error")).toContain(`{"new-code":{"message":"\\"{a}\\" no está.","fix":"ponlo."}}`);
  expect(table("warning")).toContain(`"fix":"ponlo.","severity":"warning"}}`);
});

test.each(["", "```text\nerror: no.\nPara arreglarlo: nada.\n```", "```diagnostic\nerror: solo esto.\n```"])(
  "a heading that does not say it is refused by its code: %j",
  (said) => {
    expect(() => messageTable(heading(said))).toThrow(/"## new-code"/);
  },
);
