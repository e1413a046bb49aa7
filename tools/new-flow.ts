/**
 * `npm run new-flow -- <id> [--title "…"] [--brand SI,WI] [--folder <path>]`: makes a flow that passes `check` and runs,
 * with its screen and two examples, and gives the screen to the brands. Writes all of it or nothing.
 */
import { parseArgs } from "node:util";
import { checkSources, formatDiagnostic, type Sources } from "../schemas/engine/all.ts";
import { nearest } from "../schemas/engine/describe.ts";
import { addScreens } from "../schemas/engine/edit.ts";
import {
  definitionsFolder,
  runCommand,
  sourcesOf,
  UsageError,
  writeSources,
  type Terminal,
} from "./authors/project.ts";
import { starterFiles } from "./authors/starter.ts";

const usage = 'Uso: npm run new-flow -- <id> [--title "Título"] [--brand SI,WI]';

function checkedId(id: string | undefined, sources: Sources): string {
  if (id === undefined) throw new UsageError(usage);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new UsageError(
      `"${id}" no puede ser el id de un flujo: van minúsculas y números, con guiones entre palabras, p. ej. test-drive.`,
    );
  }
  const taken = Object.keys(sources).find(
    (path) => path.startsWith(`schemas/flows/${id}/`) || path === `schemas/screens/${id}.json`,
  );
  if (taken !== undefined) throw new UsageError(`"${id}" ya existe: ${taken}.`);
  return id;
}

function checkedBrands(asked: string | undefined, sources: Sources): string[] {
  const known = Object.keys(sources).flatMap(
    (path) => /^brands\/([^/]+)\/brand\.json$/.exec(path)?.[1] ?? [],
  );
  if (known.length === 0) throw new UsageError("No hay marcas (brands/) a las que darles la pantalla.");
  if (asked === undefined) return known;
  const codes = [...new Set(asked.split(",").map((code) => code.trim()))];
  for (const code of codes) {
    if (known.includes(code)) continue;
    const guess = nearest(code, known);
    const hint = guess === undefined ? `Hay: ${known.join(", ")}.` : `¿Quisiste decir "${guess}"?`;
    throw new UsageError(`La marca "${code}" no existe. ${hint}`);
  }
  return codes;
}

/** The brand's file with one screen more. */
function withScreen(sources: Sources, brand: string, screen: string): string {
  try {
    return addScreens(sources, brand, [screen]);
  } catch {
    const path = `brands/${brand}/brand.json`;
    throw new UsageError(`No se puede agregar la pantalla a ${path}: revisa el archivo con npm run check.`);
  }
}

export async function newFlowCommand(words: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { title: { type: "string" }, brand: { type: "string" }, folder: { type: "string" } },
  });
  if (positionals.length > 1) throw new UsageError(usage);
  const root = definitionsFolder(values.folder, terminal.env);
  const sources = await sourcesOf(root);
  const id = checkedId(positionals[0], sources);
  const brands = checkedBrands(values.brand, sources);
  const title = values.title?.trim() ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
  if (title === "") throw new UsageError("El título está vacío.");
  const made = starterFiles({ id, title, brand: brands[0]!, today: new Date().toISOString().slice(0, 10) });
  for (const code of brands) {
    made[`brands/${code}/brand.json`] = withScreen(sources, code, id);
  }
  const before = new Set(checkSources(sources).map((one) => `${one.file} ${one.code} ${one.message}`));
  const wrong = checkSources({ ...sources, ...made }).filter(
    (one) => !before.has(`${one.file} ${one.code} ${one.message}`),
  );
  if (wrong.length > 0) {
    for (const one of wrong) {
      terminal.error(`${formatDiagnostic(one, { colour: terminal.hasColour })}\n\n`);
    }
    throw new UsageError("El flujo no se hizo: así no pasaría la revisión. No se escribió ningún archivo.");
  }
  await writeSources(root, made);
  for (const path of Object.keys(made)) {
    terminal.out(`${path in sources ? "cambiado" : "nuevo   "}  ${path}\n`);
  }
  terminal.out(
    `\nYa funciona, en la dirección /${id}. Cambia las preguntas en schemas/flows/${id}/flow.json, revisa con npm run check y escribe su resumen con npm run overview -- ${id}.\n`,
  );
  return 0;
}

if (import.meta.main) await runCommand(newFlowCommand);
