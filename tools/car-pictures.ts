/**
 * `npm run car-pictures`: draws the cars of `car-pictures/models.json` into `fixtures/media`, what is missing or has
 * changed, and writes which there are into the reference data. With `--folder <path>` elsewhere; with `--only <model>` one of them.
 */
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../tests/support/chromium.ts";
import { runCommand, UsageError, type Terminal } from "./authors/project.ts";
import { stageScript } from "./car-pictures/browser.ts";
import { paints } from "./car-pictures/plan.ts";
import { render } from "./car-pictures/render.ts";
import type { CarModel } from "./car-pictures/types.ts";

const root = join(import.meta.dirname, "..");
const sources = join(import.meta.dirname, "car-pictures");
/** Which pictures there are, for whoever shows cars. */
export const carPicturesFile = join(root, "fixtures/reference/car-pictures.json");
/** Bytes of all pictures: they are in the repository. */
const budget = 25_000_000;

export const readModels = (): CarModel[] =>
  (JSON.parse(readFileSync(join(sources, "models.json"), "utf8")) as { models: CarModel[] }).models;

/** Changes with the model, the paints and all that draws. */
export const versionsOf =
  (script: string) =>
  (model: CarModel): string =>
    createHash("sha256")
      .update(JSON.stringify([script, model, paints]))
      .digest("hex")
      .slice(0, 10);

export async function carPicturesCommand(words: string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { folder: { type: "string" }, only: { type: "string" } },
  });
  const models = readModels();
  const chosen = values.only === undefined ? models : models.filter(({ slug }) => slug === values.only);
  if (chosen.length === 0) throw new UsageError(`No hay un modelo "${values.only}" en models.json.`);
  if (values.only !== undefined && values.folder === undefined)
    throw new UsageError("--only necesita --folder: en la carpeta de siempre están todos.");
  const script = await stageScript();
  const made = await render({
    script,
    folder: values.folder ?? join(root, "fixtures/media"),
    manifestFile: values.folder === undefined ? carPicturesFile : join(values.folder, "car-pictures.json"),
    models: chosen,
    versionOf: versionsOf(script),
    chromium: await findChromium(),
    budget,
    say: (line) => terminal.out(`${line}\n`),
  });
  terminal.out(`${made} imágenes dibujadas / angles drawn\n`);
  return 0;
}

if (import.meta.main) await runCommand(carPicturesCommand);
