/**
 * `npm run check [-- folder] [--fix] [--format=json]`: reads the definition files and says in Spanish what is wrong with
 * them. `--fix` puts missing keys in first, with empty texts.
 */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkSources, formatDiagnostic, type Diagnostic, type Sources } from "../schemas/engine/all.ts";
import { isDefinition } from "../schemas/engine/2-check/places.ts";
import { fixSources } from "../schemas/engine/edit.ts";
import { offerKinds } from "./authors/offer-kinds.ts";
import {
  plural,
  project,
  runCommand,
  sourcesOf,
  UsageError,
  wantsColour,
  writeSources,
} from "./authors/project.ts";

/** Puts in what is missing and says what; gives the files as they are then. */
async function fix(root: string, sources: Sources): Promise<Sources> {
  const { changed, added } = fixSources(sources);
  // A folder without a grammar is checked with the project's own, which is not that folder's to change.
  const own = existsSync(join(root, "schemas/language")) ? offerKinds(sources) : {};
  await writeSources(root, { ...changed, ...own });
  for (const { file, key } of added) process.stderr.write(`agregada: ${file}  ${key}\n`);
  for (const file of Object.keys(own)) process.stderr.write(`actualizada: ${file}  (la lista de tipos)\n`);
  if (added.length > 0) process.stderr.write("Escribe los textos que quedaron vacíos.\n\n");
  return { ...sources, ...changed, ...own };
}

function summary(diagnostics: Diagnostic[], errors: Diagnostic[], count: number): string {
  if (diagnostics.length === 0) return `Todo bien: ${plural(count, "archivo", "archivos")} sin errores.`;
  const files = new Set(diagnostics.map(({ file }) => file)).size;
  const told = `${plural(errors.length, "error", "errores")} en ${plural(files, "archivo", "archivos")} de ${count}.`;
  const codes = [...new Set(errors.map(({ code }) => code))];
  if (codes.length === 0) return told;
  return `${told}\nQué significa y cómo se arregla: npm run explain -- ${codes.length === 1 ? codes[0] : "<código>"}`;
}

await runCommand(async (words) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { format: { type: "string", default: "text" }, fix: { type: "boolean", default: false } },
  });
  if (values.format !== "text" && values.format !== "json") {
    throw new UsageError(`--format es "text" o "json", no "${values.format}".`);
  }
  const root = resolve(positionals[0] ?? project);
  let sources = await sourcesOf(root);
  const definitions = Object.keys(sources).filter(isDefinition);
  if (definitions.length === 0) {
    const folder = relative(process.cwd(), root) || ".";
    throw new UsageError(`En ${folder} no hay definiciones (schemas/, brands/).`);
  }
  if (values.fix) sources = await fix(root, sources);
  const diagnostics = checkSources(sources);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (values.format === "json") process.stdout.write(`${JSON.stringify(diagnostics, null, 2)}\n`);
  else {
    const colour = wantsColour();
    for (const one of diagnostics) process.stdout.write(`${formatDiagnostic(one, { colour })}\n\n`);
    process.stdout.write(`${summary(diagnostics, errors, definitions.length)}\n`);
  }
  return errors.length > 0 ? 1 : 0;
});
