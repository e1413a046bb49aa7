/** `npm run check [-- folder] [--format=json]`: reads the definition files and says in Spanish what is wrong with them. */
import { glob, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { checkSources, grammarOf } from "../schemas/engine/2-check/check.ts";
import { formatDiagnostic } from "../schemas/engine/2-check/diagnostic.ts";
import { isDefinition } from "../schemas/engine/2-check/places.ts";
import { readSources } from "../schemas/engine/1-read/read.ts";
import type { Sources } from "../schemas/engine/types.ts";

const project = resolve(import.meta.dirname, "..");

/** The texts of the JSON files under a project's `schemas` and `brands`, by path from its root. */
async function loadSources(root: string): Promise<Sources> {
  const sources: Sources = {};
  for await (const path of glob("{schemas,brands}/**/*.json", { cwd: root })) {
    const name = path.split(sep).join("/");
    if (name.startsWith("schemas/engine/")) continue;
    sources[name] = await readFile(join(root, path), "utf8");
  }
  return sources;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { format: { type: "string", default: "text" } },
  });
  if (values.format !== "text" && values.format !== "json") {
    process.stderr.write(`--format es "text" o "json", no "${values.format}".\n`);
    return 2;
  }
  const root = resolve(positionals[0] ?? project);
  const sources = await loadSources(root);
  const definitions = Object.keys(sources).filter(isDefinition);
  if (definitions.length === 0) {
    process.stderr.write(
      `En ${relative(process.cwd(), root) || "."} no hay definiciones (schemas/, brands/).\n`,
    );
    return 2;
  }
  // A folder of definitions alone is checked with the project's own grammar.
  if (Object.keys(grammarOf(readSources(sources).files)).length === 0) {
    const own = await loadSources(project);
    for (const [path, text] of Object.entries(own)) {
      if (path.startsWith("schemas/language/")) sources[path] = text;
    }
  }
  const diagnostics = checkSources(sources);
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (values.format === "json") {
    process.stdout.write(`${JSON.stringify(diagnostics, null, 2)}\n`);
    return errors > 0 ? 1 : 0;
  }
  const colour = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  for (const one of diagnostics) process.stdout.write(`${formatDiagnostic(one, { colour })}\n\n`);
  const files = plural(definitions.length, "archivo", "archivos");
  process.stdout.write(
    diagnostics.length === 0
      ? `Todo bien: ${files} sin errores.\n`
      : `${plural(errors, "error", "errores")} en ${plural(new Set(diagnostics.map(({ file }) => file)).size, "archivo", "archivos")} de ${definitions.length}.\n`,
  );
  return errors > 0 ? 1 : 0;
}

process.exitCode = await main();
