import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { openStage, type CarStage, type Drawn } from "./browser.ts";
import { addPicture, angleName, pathOf, readManifest, writeManifest, type Manifest } from "./manifest.ts";
import { aspect, galleryAngles, paints, qualityOf, rounds, type Shot } from "./plan.ts";
import type { CarModel } from "./types.ts";

export interface RenderOptions {
  /** Where the pictures are. */
  folder: string;
  /** The file that says which there are. */
  manifestFile: string;
  models: CarModel[];
  /** The version of a model's pictures: of its numbers, the paints, and all that draws. */
  versionOf: (model: CarModel) => string;
  chromium: string;
  /** What runs in the browser. */
  script: string;
  /** So many bytes in all; what does not fit is left out. */
  budget: number;
  say: (line: string) => void;
}

/** Drawn larger, and made smaller by sharp: edges are smooth. */
const oversampling = (width: number): number => (width > 600 ? 1.25 : 1.5);
/** Twice the effort would save another hundredth of the bytes. */
const encoding = { effort: 4, chromaSubsampling: "4:2:0" } as const;

/** Makes the pictures that are missing, in the plan's order; returns how many were made. */
export async function render({
  folder,
  manifestFile,
  models,
  versionOf,
  chromium,
  script,
  budget,
  say,
}: RenderOptions): Promise<number> {
  const manifest: Manifest = {
    path: "cars/<model>/<colour>/<angle>-<width>.avif",
    aspect,
    gallery: galleryAngles.map(angleName),
    models: kept(readManifest(manifestFile), models, versionOf),
  };
  mkdirSync(join(folder, "cars"), { recursive: true });
  removeUnknown(folder, manifest);
  let bytes = sizeOf(folder);
  let made = 0;
  let stage: CarStage | undefined;
  try {
    for (const { name, shots } of rounds(models)) {
      const missing = shots.filter((shot) => !hasAll(manifest, shot));
      say(`${name}: ${missing.length} of ${shots.length} to draw`);
      let loaded: CarModel | undefined;
      for (const [i, shot] of missing.entries()) {
        if (bytes > budget) {
          say(`${bytes} bytes: what follows is left out`);
          return made;
        }
        stage ??= await openStage(chromium, script);
        const began = performance.now();
        if (loaded !== shot.model) await stage.load(shot.model);
        loaded = shot.model;
        await stage.paint(paints[shot.colour]!);
        bytes += await make(stage, folder, shot);
        addPicture(manifest, shot.model, versionOf(shot.model), shot.colour, shot.degrees, shot.widths);
        writeManifest(manifestFile, manifest);
        made++;
        say(
          `${i + 1}/${missing.length} ${shot.model.slug} ${shot.colour} ${shot.degrees}°: ${Math.round(performance.now() - began)} ms, ${Math.round(bytes / 1000)} kB in all`,
        );
      }
    }
  } finally {
    await stage?.close();
  }
  return made;
}

async function make(
  stage: CarStage,
  folder: string,
  { model, colour, degrees, widths }: Shot,
): Promise<number> {
  const largest = Math.max(...widths) * oversampling(Math.max(...widths));
  const drawn = await stage.draw({
    degrees,
    width: Math.round(largest),
    height: Math.round(largest / aspect),
  });
  let bytes = 0;
  for (const width of widths) {
    const file = join(folder, pathOf(model.slug, colour, degrees, width));
    const picture = await encode(drawn, width);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    bytes += picture.length;
  }
  return bytes;
}

export const encode = ({ data, width, height }: Drawn, to: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .resize(to, Math.round(to / aspect))
    .avif({ ...encoding, quality: qualityOf(to) })
    .toBuffer();

/** Of what exists, the models whose version is still the same. */
function kept(
  manifest: Manifest | undefined,
  models: CarModel[],
  versionOf: (model: CarModel) => string,
): Manifest["models"] {
  const same = models.filter((model) => manifest?.models[model.slug]?.version === versionOf(model));
  return Object.fromEntries(same.map(({ slug }) => [slug, manifest!.models[slug]!]));
}

const hasAll = ({ models }: Manifest, { model, colour, degrees, widths }: Shot): boolean => {
  const there = models[model.slug]?.colours[colour]?.angles[angleName(degrees)] ?? [];
  return widths.every((width) => there.includes(width));
};

/** Every picture that a manifest names, as paths below the folder. */
export const picturesOf = ({ models }: Manifest): string[] =>
  Object.entries(models).flatMap(([slug, { colours }]) =>
    Object.entries(colours).flatMap(([colour, { angles }]) =>
      Object.entries(angles).flatMap(([angle, widths]) =>
        widths.map((width) => pathOf(slug, colour, Number(angle), width)),
      ),
    ),
  );

export function filesOf(folder: string): string[] {
  if (!existsSync(join(folder, "cars"))) return [];
  return readdirSync(join(folder, "cars"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".avif"))
    .map((name) => join("cars", name));
}

function removeUnknown(folder: string, manifest: Manifest): void {
  const known = new Set(picturesOf(manifest));
  for (const file of filesOf(folder)) if (!known.has(file)) rmSync(join(folder, file));
}

const sizeOf = (folder: string): number =>
  filesOf(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
