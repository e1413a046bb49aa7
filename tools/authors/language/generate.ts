/**
 * What follows from the descriptors of the language: a widget is described by its file in `renderer/widgets/descriptors`, a
 * key of a field by its property in `definitions.schema.json`, a block by its definition in `screen.schema.json`, an error
 * of the API by its line in `schemas/engine/api-errors.ts`, a drawing or an icon by its file in `renderer/illustrations` or
 * `renderer/widgets/icons`, a diagnostic by its heading in `diagnostics.md`, a format by its line in the engine's.
 * The lists in the grammars, the engine's tables and types, and the references are made from them.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Sources } from "../../../schemas/engine/all.ts";
import { formats } from "../../../schemas/engine/describe.ts";
import type { Edit } from "../../../schemas/engine/edit.ts";
import { widgetFiles } from "../../../server/gallery/files.ts";
import { project } from "../project.ts";
import { errorPage, wordingEdits } from "./api-errors.ts";
import { blockEdits } from "./blocks.ts";
import { kindEdits, kindNames, typeEdits, widgetNames } from "./field-keys.ts";
import { diagnosticsPage, messageTable } from "./diagnostics.ts";
import { changedGrammar, grammarPath, readGrammars } from "./grammars.ts";
import { referencePage } from "./reference.ts";
import { blockTable, fieldTable, widgetTable } from "./tables.ts";
import { writtenTypes } from "./written-types.ts";

const formatter = join(project, "node_modules/.bin/oxfmt");

/** As `npm run format` would leave it. */
function formatted(path: string, text: string): string {
  const { status, stdout, stderr } = spawnSync(formatter, [`--stdin-filepath=${path}`], {
    cwd: project,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return stdout;
}

const textAt = (path: string): string | undefined => {
  try {
    return readFileSync(join(project, path), "utf8");
  } catch {
    return undefined;
  }
};

const header = (of: string): string => `// Made from ${of} by npm run check -- --fix: change those.\n`;

/** The grammar of a folder of definitions with the kinds that it has; nothing where it has them already. */
export const offerKinds = (sources: Sources): Sources =>
  grammarPath("definitions") in sources ? changedGrammar(sources, "definitions", kindNames(sources)) : {};

/** The names of the drawings in a folder of the renderer, as what a definition of a grammar may be. */
function drawingNames(folder: string, definition: string): Edit {
  const files = readdirSync(join(project, "renderer", folder), { recursive: true }).map(String);
  const names = files.filter((file) => file.endsWith(".svg")).map((file) => basename(file, ".svg"));
  return { at: ["definitions", definition, "enum"], value: names.toSorted() };
}

/** The formats that the engine has: a field says the name of one, or an object that names it. */
function formatNames(): Edit[] {
  const names = Object.keys(formats);
  return [
    { at: ["definitions", "formatName", "enum"], value: names },
    { at: ["definitions", "format", "examples"], value: names },
  ];
}

/** Every file of the project that is made from descriptors and is not as it would be made now, with its new text. */
export async function staleFiles(sources: Sources): Promise<Sources> {
  const widgets = await widgetFiles();
  const written = readGrammars(sources);
  const grammars: Sources = {
    ...changedGrammar(sources, "definitions", [
      ...kindNames(sources),
      ...widgetNames(written, widgets),
      drawingNames("widgets/icons", "icon"),
      ...formatNames(),
    ]),
    ...changedGrammar(sources, "brand", [drawingNames("illustrations", "drawing")]),
    ...changedGrammar(sources, "flow", typeEdits(written)),
    ...changedGrammar(sources, "kind", kindEdits(written)),
    ...changedGrammar(sources, "screen", blockEdits(written)),
    ...changedGrammar(sources, "wording", wordingEdits(written)),
  };
  const now = readGrammars({ ...sources, ...grammars });
  const made: Sources = {
    "schemas/engine/language/widgets.ts": header("renderer/widgets/descriptors") + widgetTable(widgets),
    "schemas/engine/language/field-keys.ts":
      header(`\`field\` of ${grammarPath("definitions")}`) + fieldTable(now),
    "schemas/engine/language/blocks.ts": header(`the blocks of ${grammarPath("screen")}`) + blockTable(now),
    "schemas/engine/types/written.ts": header("the grammars of schemas/language") + writtenTypes(now),
    "schemas/engine/diagnostics/messages.ts":
      header(diagnosticsPage) + messageTable(textAt(diagnosticsPage) ?? ""),
    "schemas/language/reference.md": referencePage(now, widgets),
    "docs/api-errors.md": errorPage(),
  };
  const stale = Object.entries(made)
    .map(([path, text]) => [path, formatted(path, text)] as const)
    .filter(([path, text]) => textAt(path) !== text);
  return { ...grammars, ...Object.fromEntries(stale) };
}
