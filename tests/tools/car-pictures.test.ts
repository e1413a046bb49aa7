/** Pictures of cars: their models, what is planned of them, and one that is drawn here looks like a car. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { galleryAngles, frames, paints, rounds } from "../../tools/car-pictures/plan.ts";
import { openStage, stageScript, type Drawn } from "../../tools/car-pictures/browser.ts";
import { readModels } from "../../tools/car-pictures.ts";
import { findChromium } from "../support/chromium.ts";

const root = join(import.meta.dirname, "../..");
const models = readModels();

describe("the models", () => {
  test("are at least forty, of all ten body types, each of a make and model of the reference data or of its own", () => {
    expect(models.length).toBeGreaterThanOrEqual(40);
    expect(new Set(models.map(({ body }) => body)).size).toBe(10);
    expect(new Set(models.map(({ slug }) => slug)).size).toBe(models.length);
    const unknown = models.filter(({ slug }) => {
      const make = makes.find((one) => slug.startsWith(`${one}-`));
      if (make === undefined) return true;
      const known = vehicles(make).map((model) => `${make}-${model}`);
      return !known.includes(slug);
    });
    expect(unknown.map(({ slug }) => slug)).toEqual(["toyota-gr86", "ford-mustang"]);
  });

  test.each(models.map((model) => [model.slug, model] as const))("%s could drive", (_slug, model) => {
    const rearOverhang = model.length - model.frontOverhang - model.wheelbase;
    expect(rearOverhang).toBeGreaterThan(model.tyre / 2);
    expect(model.frontOverhang).toBeGreaterThan(model.tyre / 2);
    expect(model.rim * 25.4).toBeLessThan(model.tyre * 0.82);
    expect(model.wheelbase / model.length).toBeGreaterThan(0.55);
    expect(model.wheelbase / model.length).toBeLessThan(0.72);
    expect(model.width).toBeLessThan(model.length / 2);
    expect(new Set(model.colours).size).toBe(4);
    expect(Object.keys(paints)).toEqual(expect.arrayContaining(model.colours));
  });
});

const makes = [
  "toyota",
  "suzuki",
  "hyundai",
  "kia",
  "chevrolet",
  "nissan",
  "mitsubishi",
  "mazda",
  "volkswagen",
  "subaru",
  "mg",
  "jac",
  "changan",
  "chery",
  "haval",
  "peugeot",
  "ford",
  "renault",
  "mercedes-benz",
  "bmw",
  "opel",
  "isuzu",
  "mahindra",
  "foton",
];

const vehicles = (make: string): string[] =>
  (
    JSON.parse(readFileSync(join(root, `fixtures/reference/vehicles/${make}.json`), "utf8")) as {
      models: { slug: string }[];
    }
  ).models.map(({ slug }) => slug);

describe("the plan", () => {
  test("has 24 frames around, of which eight are the gallery's, in four colours, each angle once", () => {
    expect(frames).toHaveLength(24);
    expect(galleryAngles).toHaveLength(8);
    expect(frames).toEqual(expect.arrayContaining(galleryAngles));
    const shots = rounds(models.slice(0, 1)).flatMap((round) => round.shots);
    const keys = shots.map(({ colour, degrees }) => `${colour} ${degrees}`);
    expect(new Set(keys).size).toBe(keys.length);
    const [first, ...others] = models[0]!.colours;
    expect(shots.filter(({ colour }) => colour === first)).toHaveLength(24);
    for (const colour of others) expect(shots.filter((shot) => shot.colour === colour)).toHaveLength(8);
  });
});

const chromium = await findChromium().catch(() => undefined);

test.skipIf(chromium === undefined || !existsSync(join(root, "node_modules/three")))(
  "a small picture that is drawn now shows a car: red at its door, dark at its window, on nothing",
  async () => {
    const stage = await openStage(chromium!, await stageScript());
    try {
      await stage.load(
        models.find(({ slug }) => slug === "toyota-rav4")!,
        0.035,
      );
      await stage.paint(paints["rojo"]!);
      const side = await stage.draw({ degrees: 90, width: 320, height: 160 });
      const [red, green, blue, alpha] = at(side, 0.5, 0.6);
      expect(alpha).toBe(255);
      expect(red).toBeGreaterThan(90);
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
      const window = at(side, 0.6, 0.37);
      expect(Math.max(...window.slice(0, 3))).toBeLessThan(red);
      expect(window[0] - window[2]).toBeLessThan(30);
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        expect(at(side, x, y)[3]).toBeLessThan(8);
      expect(covered(side)).toBeGreaterThan(0.2);
      expect(covered(side)).toBeLessThan(0.6);
      await stage.paint(paints["blanco"]!);
      const white = at(await stage.draw({ degrees: 90, width: 320, height: 160 }), 0.5, 0.6);
      expect(Math.min(...white.slice(0, 3))).toBeGreaterThan(110);
      const front = await stage.draw({ degrees: 0, width: 320, height: 160 });
      expect(covered(front)).toBeLessThan(covered(side));
    } finally {
      await stage.close();
    }
  },
);

/** Red, green, blue and alpha at a place, in parts of width and height. */
function at({ data, width, height }: Drawn, x: number, y: number): [number, number, number, number] {
  const from = (Math.round(y * (height - 1)) * width + Math.round(x * (width - 1))) * 4;
  return [data[from]!, data[from + 1]!, data[from + 2]!, data[from + 3]!];
}

/** How much of a picture is solid. */
function covered({ data, width, height }: Drawn): number {
  let solid = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i]! > 250) solid++;
  return solid / (width * height);
}
