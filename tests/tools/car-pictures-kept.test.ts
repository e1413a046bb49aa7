/** The pictures of cars that are kept are those that their manifest names. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { angleName, readManifest } from "../../tools/car-pictures/manifest.ts";
import { frames } from "../../tools/car-pictures/plan.ts";
import { filesOf, picturesOf } from "../../tools/car-pictures/render.ts";
import { carPicturesFile, readModels } from "../../tools/car-pictures.ts";

const folder = join(import.meta.dirname, "../../fixtures/media");
const models = readModels();

describe("the pictures that are kept", () => {
  const manifest = readManifest(carPicturesFile)!;

  test("are those of the manifest, all of them, and fit the budget", () => {
    const named = picturesOf(manifest).toSorted();
    expect(filesOf(folder).toSorted()).toEqual(named);
    const sizes = named.map((file) => statSync(join(folder, file)).size);
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_500_000);
  });

  test("show every model from the front, in the colour that its list says first", () => {
    const shown = models.map(({ slug }) => {
      const { body, colours } = manifest.models[slug] ?? {};
      const [colour, pictures] = Object.entries(colours ?? {})[0] ?? [];
      return { slug, body, colour, widths: pictures?.angles["045"] };
    });
    expect(shown).toEqual(
      models.map(({ slug, body, colours: [colour] }) => ({ slug, body, colour, widths: [475, 960, 1440] })),
    );
    expect(manifest.gallery[0]).toBe("045");
  });

  test("turn every model in its first colour in 24 frames, eight of which are the gallery's", () => {
    const lacking = models.filter(({ slug, colours: [colour] }) => {
      const { angles } = manifest.models[slug]!.colours[colour]!;
      const isGallery = (degrees: number): boolean => manifest.gallery.includes(angleName(degrees));
      return frames.some((degrees) => {
        const widths = angles[angleName(degrees)] ?? [];
        return (isGallery(degrees) ? [475, 960] : [640]).some((width) => !widths.includes(width));
      });
    });
    expect(lacking).toEqual([]);
  });

  test("are AVIF of the width that their name says", async () => {
    const { default: sharp } = await import("sharp");
    for (const file of picturesOf(manifest).slice(0, 6)) {
      const { format, width, height, hasAlpha } = await sharp(join(folder, file)).metadata();
      const asked = Number(/-(\d+)\.avif$/.exec(file)![1]);
      expect([format, width, height, hasAlpha]).toEqual([
        "heif",
        asked,
        Math.round(asked / manifest.aspect),
        true,
      ]);
    }
  });
});
