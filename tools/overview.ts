/**
 * `npm run overview [-- flow [brand]] [--folder <path>]`: writes `schemas/flows/<flow>/overview.md`, for people who read
 * what a form asks. Without a flow, of all. With a brand, prints what that brand alone shows, and writes nothing.
 */
import { parseArgs } from "node:util";
import { checkSources, readSources } from "../schemas/engine/all.ts";
import { nearest, placeOf } from "../schemas/engine/describe.ts";
import { overviewOf } from "./authors/overview/document.ts";
import { openView } from "./authors/overview/view.ts";
import {
  definitionsFolder,
  plural,
  runCommand,
  sourcesOf,
  UsageError,
  writeSources,
  type Terminal,
} from "./authors/project.ts";

function mustBeKnown(what: string, asked: string, known: string[]): void {
  if (known.includes(asked)) return;
  const guess = nearest(asked, known);
  const hint = guess === undefined ? `Hay: ${known.join(", ")}.` : `¿Quisiste decir "${guess}"?`;
  throw new UsageError(`No existe ${what} "${asked}". ${hint}`);
}

export async function overviewCommand(words: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { folder: { type: "string" } },
  });
  const root = definitionsFolder(values.folder, terminal.env);
  const sources = await sourcesOf(root);
  const ids = (kind: string): string[] =>
    Object.keys(sources).flatMap((path) => {
      const place = placeOf(path);
      return place?.kind === kind ? place.id : [];
    });
  const [flow, brand] = positionals;
  if (flow !== undefined) mustBeKnown("el flujo", flow, ids("flow"));
  if (brand !== undefined) mustBeKnown("la marca", brand, ids("brand"));
  const errors = checkSources(sources).filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new UsageError(
      `Hay ${plural(errors.length, "error", "errores")} en las definiciones; revisa con npm run check.`,
    );
  }
  const { files } = readSources(sources);
  if (flow !== undefined && brand !== undefined) {
    const view = openView(files, flow, brand);
    if (view.brands.length === 0) throw new UsageError(`La marca "${brand}" no tiene el flujo "${flow}".`);
    terminal.out(overviewOf(view));
    return 0;
  }
  for (const id of flow === undefined ? ids("flow") : [flow]) {
    const path = `schemas/flows/${id}/overview.md`;
    await writeSources(root, { [path]: overviewOf(openView(files, id)) });
    terminal.out(`${path}\n`);
  }
  return 0;
}

if (import.meta.main) await runCommand(overviewCommand);
