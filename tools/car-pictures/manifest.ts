import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BodyType, CarModel } from "./types.ts";

/** What pictures there are of a model in a colour: `car-pictures.schema.json` of the reference data. */
export interface ColourPictures {
  /** By degrees around the car from its front, in three digits: the widths in pixels. */
  angles: Record<string, number[]>;
}

export interface ModelPictures {
  body: BodyType;
  /** Stands in the addresses as `?v=`: other pictures, other addresses. */
  version: string;
  /** The first is the one to show unless another is asked for. */
  colours: Record<string, ColourPictures>;
}

export interface Manifest {
  /** Where a picture is, below the folder of the media. */
  path: string;
  /** Width by height. */
  aspect: number;
  /** The gallery's angles, in its order. */
  gallery: string[];
  models: Record<string, ModelPictures>;
}

export const angleName = (degrees: number): string => String(degrees).padStart(3, "0");

export const pathOf = (model: string, colour: string, degrees: number, width: number): string =>
  join("cars", model, colour, `${angleName(degrees)}-${width}.avif`);

export function readManifest(file: string): Manifest | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : undefined;
}

export function writeManifest(file: string, manifest: Manifest): void {
  const models = Object.fromEntries(Object.entries(manifest.models).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ ...manifest, models }, null, 2);
  // Lists of numbers in one line, as the formatter has them.
  const short = text.replaceAll(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\s+/g, " ")}]`,
  );
  writeFileSync(file, `${short}\n`);
}

/** Adds a picture to what there is. */
export function addPicture(
  manifest: Manifest,
  model: CarModel,
  version: string,
  colour: string,
  degrees: number,
  widths: number[],
): void {
  const entry = (manifest.models[model.slug] ??= { body: model.body, version, colours: {} });
  const pictures = (entry.colours[colour] ??= { angles: {} });
  pictures.angles[angleName(degrees)] = widths;
  // In the model's own order, whatever was drawn first.
  entry.colours = Object.fromEntries(
    model.colours.flatMap((name) => (entry.colours[name] ? [[name, entry.colours[name]]] : [])),
  );
  pictures.angles = Object.fromEntries(
    Object.entries(pictures.angles).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
