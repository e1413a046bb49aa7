/** Which picture shows a car: its model's in its colour, or what stands for it. */
import type { CarPictures, CatalogueLists, Reference } from "../reference/types.ts";
import type { Vehicle } from "../reference/vehicles.ts";

/** Pictures of a model in a colour, from one angle: degrees from the front, around by the left. */
export interface AnglePictures {
  angle: string;
  /** 475, 960 and 1440 pixels wide, where there are such; the colour that a model is shown in first has most. */
  small: string;
  large: string;
  wide?: string;
}

/** What is shown of a car. */
export interface ShownPictures {
  /** Whether they are of the model itself, and whether they are in the colour that was asked for. */
  isOwnModel: boolean;
  isInColour: boolean;
  folder: string;
  /** Stands behind the addresses: other pictures, other addresses. `""` where no version is known. */
  version: string;
  main: string;
  /** The gallery, in its order; of a model that stands in, its first. */
  angles: AnglePictures[];
  /** From all around, in order; none where an angle is missing. */
  frames: string[];
}

export type PicturesOf = (one: Pick<Vehicle, "brand" | "model">, colour: string | undefined) => ShownPictures;

/** So many angles show a car from all around, at the least. */
const fullCircle = 8;
/** Pixels that a frame of a turn has at the least, where there is such a one. */
const frameWidth = 640;

/** Where the pictures of a model in a colour are; of a model or colour without, what stands for it. */
export function picturesFrom(
  { carPictures, vehicles }: Pick<Reference, "carPictures" | "vehicles">,
  { pictures, standInPictures }: Pick<CatalogueLists, "pictures" | "standInPictures">,
): PicturesOf {
  const { models, gallery }: CarPictures = carPictures ?? { models: {}, gallery: ["045"] };
  const standIn = standIns(vehicles, models, standInPictures);
  return ({ brand, model }, colour) => {
    const own = `${brand.slug}-${model.slug}`;
    const slug = Object.hasOwn(models, own)
      ? own
      : (standIn.get(`${brand.slug} ${model.category}`) ?? standInPictures[model.category] ?? own);
    const known = models[slug];
    const colours = Object.keys(known?.colours ?? {});
    const shown = colour !== undefined && colours.includes(colour) ? colour : (colours[0] ?? colour ?? "");
    const angles = known?.colours[shown]?.angles ?? { [gallery[0]!]: [475, 960] };
    const folder = pictures.replace("{model}", slug).replace("{colour}", shown);
    const version = known === undefined ? "" : `?v=${known.version}`;
    const at = (angle: string, width: number): string => `${folder}/${angle}-${width}.avif${version}`;
    const large = (angle: string): string => at(angle, angles[angle]!.includes(960) ? 960 : 475);
    return {
      isOwnModel: slug === own,
      isInColour: shown === colour,
      folder,
      version,
      main: large(gallery[0]!),
      // Another model gives an idea of the car from the front; all around it would pass for this one.
      angles: gallery
        .slice(0, slug === own ? gallery.length : 1)
        .filter((angle) => angles[angle]?.includes(475))
        .map((angle) => ({
          angle,
          small: at(angle, 475),
          large: large(angle),
          ...(angles[angle]!.includes(1440) ? { wide: at(angle, 1440) } : {}),
        })),
      frames: (slug === own ? framesOf(angles) : []).map((angle) => at(angle, frameOf(angles[angle]!))),
    };
  };
}

/** The angles that go around the car in even steps, the finest that there are. */
function framesOf(angles: Record<string, number[]>): string[] {
  const around = Object.keys(angles).toSorted((a, b) => Number(a) - Number(b));
  const step = 360 / around.length;
  const isEven = around.every((angle, at) => Number(angle) === at * step);
  return isEven && around.length >= fullCircle ? around : [];
}

const frameOf = (widths: number[]): number =>
  widths.find((width) => width >= frameWidth) ?? Math.max(...widths);

/** Of the same make and category, the first model that has pictures, by both. */
function standIns(
  vehicles: Reference["vehicles"],
  models: CarPictures["models"],
  others: Record<string, string>,
): Map<string, string> {
  const found = new Map<string, string>();
  const chosen = new Set(Object.values(others));
  for (const brand of vehicles) {
    for (const model of brand.models) {
      const slug = `${brand.slug}-${model.slug}`;
      const key = `${brand.slug} ${model.category}`;
      // What was chosen to stand for its category does so for its own make first.
      if (Object.hasOwn(models, slug) && (!found.has(key) || chosen.has(slug))) found.set(key, slug);
    }
  }
  return found;
}
