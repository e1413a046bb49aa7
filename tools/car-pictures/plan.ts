import type { CarModel } from "./types.ts";

/** Degrees around the car, from its front: 24 frames for turning it, of which eight are the gallery's, the best first. */
export const galleryAngles = [45, 90, 135, 0, 180, 315, 270, 225];
export const frames = Array.from({ length: 24 }, (_, i) => i * 15);
/** Width by height. */
export const aspect = 2;
const frameWidth = 640;

/** AVIF's quality: what is only seen in passing, while a car is turned, may be coarser. */
export const qualityOf = (width: number): number => (width === frameWidth ? 44 : 49);

export const paints: Record<string, { hex: string; flake: number }> = {
  blanco: { hex: "#e4e6e8", flake: 0.3 },
  negro: { hex: "#08090b", flake: 0.25 },
  gris: { hex: "#50565c", flake: 0.75 },
  plata: { hex: "#8d9296", flake: 0.85 },
  rojo: { hex: "#97080f", flake: 0.5 },
  azul: { hex: "#0f3878", flake: 0.6 },
};

/** A picture: one angle of a model in a colour, and the widths in which it is wanted. */
export interface Shot {
  model: CarModel;
  colour: string;
  degrees: number;
  widths: number[];
}

/** What there is to draw, in rounds: after each of them what exists is a whole, and what matters most comes first. */
export function rounds(models: CarModel[]): { name: string; shots: Shot[] }[] {
  const shots = (colours: [number, number], angles: number[], widths: number[]): Shot[] =>
    models.flatMap((model) =>
      model.colours
        .slice(...colours)
        .flatMap((colour) => angles.map((degrees) => ({ model, colour, degrees, widths }))),
    );
  const [first, ...others] = galleryAngles;
  const between = frames.filter((degrees) => !galleryAngles.includes(degrees));
  return [
    { name: "the first angle in the first colour", shots: shots([0, 1], [first!], [475, 960, 1440]) },
    { name: "the first angle in the other colours", shots: shots([1, 4], [first!], [475, 960]) },
    {
      name: "the gallery in the first colour",
      shots: shots([0, 1], others, [475, 960]),
    },
    { name: "the turn in the first colour", shots: shots([0, 1], between, [frameWidth]) },
    { name: "the gallery in the other colours", shots: shots([1, 4], others, [475]) },
  ];
}
