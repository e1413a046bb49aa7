/** Every car that is for sale has pictures that are there, of a car of its category. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { picturesFrom } from "../../server/dealers/catalogue/car-pictures.ts";
import { vehicleByCode } from "../../server/dealers/reference/vehicles.ts";
import { slugOf } from "../../server/dealers/catalogue/car-for-sale.ts";
import { root } from "../support/definitions.ts";
import { projectReference } from "./parts.ts";

const reference = await projectReference();
const pictures = picturesFrom(reference, reference.catalogue!);

/** A model with pictures that may stand for one of this category: trucks look like the van with most room. */
const categories = new Map<string, string>(
  reference.vehicles.flatMap(({ slug, models }) =>
    models.map((model) => [`${slug}-${model.slug}`, model.category] as const),
  ),
);
const fits = (category: string, shown: string): boolean =>
  categories.get(shown) === (category === "truck" ? "van" : category);

test("each car's pictures exist, carry a version, and are of a car like it", () => {
  const seen = new Map<string, boolean>();
  const isThere = (address: string): boolean => {
    const [path, query] = address.split("?");
    if (!seen.has(path!)) seen.set(path!, existsSync(join(root, "fixtures", path!)));
    return seen.get(path!)! && /^v=[0-9a-f]{10}$/.test(query ?? "");
  };
  for (const { companyId, country } of reference.companies) {
    for (const car of reference.stock.get(companyId)!) {
      const one = vehicleByCode(reference, country, car.version)!;
      for (const colour of car.colours) {
        const { folder, version, main, angles, frames } = pictures(one, slugOf(colour));
        const wanted = [
          main,
          ...[475, 960].map((width) => `${folder}/045-${width}.avif${version}`),
          ...angles.flatMap(({ small, large, wide }) => [small, large, ...(wide ? [wide] : [])]),
          ...frames,
        ];
        expect({ id: car.id, missing: wanted.filter((address) => !isThere(address)) }).toEqual({
          id: car.id,
          missing: [],
        });
        expect({ id: car.id, fits: fits(one.model.category, folder.split("/")[3]!) }).toEqual({
          id: car.id,
          fits: true,
        });
      }
    }
  }
});

const swift = vehicleByCode(
  reference,
  "CL",
  reference.vehicles.find(({ slug }) => slug === "suzuki")!.models.find(({ slug }) => slug === "swift")!
    .versions[0]!.code,
)!;

test("a model in its first colour is turned in 24 steps, and seen from eight sides", () => {
  const { angles, frames } = pictures(swift, undefined);
  expect(angles.map(({ angle }) => angle)).toEqual(["045", "090", "135", "000", "180", "315", "270", "225"]);
  expect(frames).toHaveLength(24);
  expect(frames[1]).toMatch(/\/015-640\.avif\?v=/);
  expect(angles[0]!.wide).toMatch(/\/045-1440\.avif\?v=/);
});

test("whether the pictures are of the colour that was asked for is told", () => {
  const [drawn] = pictures(swift, undefined).folder.split("/").slice(-1);
  expect([pictures(swift, drawn).isInColour, pictures(swift, "fucsia").isInColour]).toEqual([true, false]);
});

test("a model that stands in for another is seen from the front alone", () => {
  const { brand, model } = reference.vehicles
    .flatMap(({ models, ...make }) => models.map((one) => ({ brand: { models, ...make }, model: one })))
    .find(({ brand: { slug }, model: { slug: one } }) => `${slug}-${one}` === "hyundai-h-1")!;
  const { folder, angles, frames, isOwnModel } = pictures({ brand, model }, "blanco");
  expect([folder, isOwnModel]).toEqual(["/media/cars/peugeot-partner/blanco", false]);
  expect([angles.length, frames]).toEqual([1, []]);
});

test("without a list of pictures there is one from the front, of the model itself", () => {
  const { vehicles } = reference;
  const bare = picturesFrom({ vehicles }, { pictures: "/autos/{model}/{colour}", standInPictures: {} });
  expect(bare(swift, "rojo")).toEqual({
    folder: "/autos/suzuki-swift/rojo",
    version: "",
    main: "/autos/suzuki-swift/rojo/045-960.avif",
    angles: [
      {
        angle: "045",
        small: "/autos/suzuki-swift/rojo/045-475.avif",
        large: "/autos/suzuki-swift/rojo/045-960.avif",
      },
    ],
    frames: [],
    isOwnModel: true,
    isInColour: true,
  });
});
