/**
 * `npm run new-brand -- <CODE> [--name "…"] [--extends chile] [--country CL] [--host …] [--folder <path>]`: makes a site that
 * passes `check` and shows a page. Writes all of it or nothing.
 */
import { parseArgs } from "node:util";
import { checkSources, formatDiagnostic } from "../schemas/engine/all.ts";
import {
  definitionsFolder,
  runCommand,
  sourcesOf,
  UsageError,
  writeSources,
  type Terminal,
} from "./authors/project.ts";
import { brandStarterFiles } from "./authors/brand-starter.ts";

const usage = 'Uso: npm run new-brand -- <CÓDIGO> [--name "Nombre"] [--extends chile] [--country CL]';

/** What is known of a country without asking. */
const countries: Record<string, { locale: string; timeZone: string }> = {
  CL: { locale: "es-CL", timeZone: "America/Santiago" },
  PE: { locale: "es-PE", timeZone: "America/Lima" },
};

export async function newBrandCommand(words: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      extends: { type: "string" },
      country: { type: "string", default: "CL" },
      host: { type: "string" },
      folder: { type: "string" },
    },
  });
  const [code] = positionals;
  if (code === undefined || positionals.length > 1) throw new UsageError(usage);
  if (!/^[A-Z]{2,4}$/.test(code)) {
    throw new UsageError(
      `"${code}" no puede ser el código de una marca: van de 2 a 4 mayúsculas, p. ej. RBV.`,
    );
  }
  const { country } = values;
  const known = countries[country];
  if (!known) {
    throw new UsageError(
      `No se sabe el idioma ni la hora de "${country}". Hay: ${Object.keys(countries).join(", ")}.`,
    );
  }
  const root = definitionsFolder(values.folder, terminal.env);
  const sources = await sourcesOf(root);
  if (sources[`brands/${code}/brand.json`] !== undefined)
    throw new UsageError(`La marca "${code}" ya existe.`);
  const name = values.name?.trim() ?? code;
  if (name === "") throw new UsageError("El nombre está vacío.");
  const host = values.host ?? `${code.toLowerCase()}.localhost`;
  const made = brandStarterFiles({ code, name, defaults: values.extends, country, ...known, host });
  const before = new Set(checkSources(sources).map((one) => `${one.file} ${one.code} ${one.message}`));
  const wrong = checkSources({ ...sources, ...made }).filter(
    (one) => !before.has(`${one.file} ${one.code} ${one.message}`),
  );
  if (wrong.length > 0) {
    for (const one of wrong) terminal.error(`${formatDiagnostic(one, { colour: terminal.hasColour })}\n\n`);
    throw new UsageError("La marca no se hizo: así no pasaría la revisión. No se escribió ningún archivo.");
  }
  await writeSources(root, made);
  for (const path of Object.keys(made)) terminal.out(`nuevo     ${path}\n`);
  terminal.out(
    `\nYa tiene un sitio: http://${host}:3000. Haz su primer formulario con npm run new-flow -- <id> --brand ${code}, y dibuja de nuevo brands/${code}/wordmark.svg y mark.svg.\n`,
  );
  return 0;
}

if (import.meta.main) await runCommand(newBrandCommand);
