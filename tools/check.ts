/** `npm run check [-- folder] [--format=json]`: reads the definition files and says in Spanish what is wrong with them. */
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkSources, formatDiagnostic, type Sources } from "../schemas/engine/all.ts";
import { isDefinition } from "../schemas/engine/2-check/places.ts";
import { loadSources } from "../server/definitions/load.ts";

const project = resolve(import.meta.dirname, "..");

/** The definition files below a folder; none when it has no definitions. */
async function sourcesOf(root: string): Promise<Sources> {
  try {
    return await loadSources(root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
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
  const sources = await sourcesOf(root);
  const definitions = Object.keys(sources).filter(isDefinition);
  if (definitions.length === 0) {
    process.stderr.write(
      `En ${relative(process.cwd(), root) || "."} no hay definiciones (schemas/, brands/).\n`,
    );
    return 2;
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
