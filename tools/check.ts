/**
 * `npm run check [-- folder] [--fix] [--format=json]`: reads the definition files, runs the examples beside flows and screens, and
 * says in Spanish what is wrong. What editors offer is written on the way. `--fix` puts missing keys in first, with empty texts. The folder is that of
 * `DEFINITIONS_DIR` where none is given. What did not change since it was right is not tried again.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { Diagnostic, Sources } from "../schemas/engine/all.ts";
import { isDefinition } from "../schemas/engine/2-check/project/file-kinds.ts";
import {
  definitionsFolder,
  hasOffers,
  plural,
  project,
  runCommand,
  sourcesOf,
  UsageError,
  writeSources,
  type Terminal,
} from "./authors/project.ts";
import { nameOfAll, openProven } from "./authors/proven.ts";

/** Puts in what is missing and says what; gives the files as they are then. */
async function fix(root: string, sources: Sources, { error }: Terminal): Promise<Sources> {
  const { fixSources } = await import("../schemas/engine/edit.ts");
  const { offerKinds, staleFiles } = await import("./authors/language/generate.ts");
  const { changed, added } = fixSources(sources);
  // A folder without a grammar is checked with the project's own, which is not that folder's to change.
  const offered = existsSync(join(root, "schemas/language")) ? offerKinds(sources) : {};
  const own = root === project ? await staleFiles(sources) : offered;
  await writeSources(root, { ...changed, ...own });
  for (const { file, key } of added) error(`agregada: ${file}  ${key}\n`);
  for (const file of Object.keys(own)) error(`actualizado: ${file}\n`);
  if (added.length > 0) error("Escribe los textos que quedaron vacíos.\n\n");
  return { ...sources, ...changed, ...own };
}

/** What was looked at. */
interface Checked {
  diagnostics: Diagnostic[];
  /** None where errors allowed none to be run. */
  examples?: number;
}

/** Checks the files, and where they have no errors, runs their examples. The engine is loaded only if something changed. */
async function checkAll(root: string, sources: Sources): Promise<Checked> {
  const proven = await openProven();
  const examples = Object.keys(sources).filter((path) =>
    /^schemas\/(flows|screens)\/[^/]+\/examples\//.test(path),
  ).length;
  const name = nameOfAll(sources);
  if (proven.has(name) && hasOffers(root)) return { diagnostics: [], examples };
  const { writeOffers } = await import("./authors/offers.ts");
  await writeOffers(root, sources);
  // As a server does, so that what is green here is published there.
  const { build } = await import("../server/definitions/build.ts");
  const { sorted } = await import("../schemas/engine/diagnostics/diagnostic.ts");
  const diagnostics = sorted(build(sources, "check").diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const { runExamples } = await import("./authors/run-examples.ts");
  const run = await runExamples(sources, proven);
  const all = [...diagnostics, ...run.diagnostics];
  if (all.length === 0) proven.add(name);
  await proven.keep();
  return { diagnostics: all, examples };
}

function summary({ diagnostics, examples }: Checked, errors: Diagnostic[], count: number): string {
  if (diagnostics.length === 0) {
    const tried = examples ? `, y ${plural(examples, "ejemplo sale", "ejemplos salen")} como dice` : "";
    return `Todo bien: ${plural(count, "archivo", "archivos")} sin errores${tried}${examples === 1 || !examples ? "" : "n"}.`;
  }
  const files = new Set(diagnostics.map(({ file }) => file)).size;
  const told = `${plural(errors.length, "error", "errores")} en ${plural(files, "archivo", "archivos")} de ${count}.`;
  const untried = examples === undefined ? "\nLos ejemplos se prueban cuando no quedan errores." : "";
  const codes = [...new Set(errors.map(({ code }) => code))];
  if (codes.length === 0) return told + untried;
  return `${told}${untried}\nQué significa y cómo se arregla: npm run explain -- ${codes.length === 1 ? codes[0] : "<código>"}`;
}

export async function checkCommand(words: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { format: { type: "string", default: "text" }, fix: { type: "boolean", default: false } },
  });
  if (values.format !== "text" && values.format !== "json") {
    throw new UsageError(`--format es "text" o "json", no "${values.format}".`);
  }
  const root = definitionsFolder(positionals[0], terminal.env);
  let sources = await sourcesOf(root);
  const definitions = Object.keys(sources).filter(isDefinition);
  if (definitions.length === 0) {
    const folder = relative(process.cwd(), root) || ".";
    throw new UsageError(`En ${folder} no hay definiciones (schemas/, brands/).`);
  }
  if (values.fix) sources = await fix(root, sources, terminal);
  const checked = await checkAll(root, sources);
  const { diagnostics } = checked;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (values.format === "json") terminal.out(`${JSON.stringify(diagnostics, null, 2)}\n`);
  else {
    const colour = terminal.hasColour;
    const { formatDiagnostic } = await import("../schemas/engine/diagnostics/diagnostic.ts");
    for (const one of diagnostics) terminal.out(`${formatDiagnostic(one, { colour })}\n\n`);
    terminal.out(`${summary(checked, errors, definitions.length)}\n`);
  }
  return errors.length > 0 ? 1 : 0;
}

if (import.meta.main) await runCommand(checkCommand);
