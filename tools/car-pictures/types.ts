/** A model as `models.json` has it: lengths in millimetres, of the real car. */
export interface CarModel {
  slug: string;
  body: BodyType;
  length: number;
  wheelbase: number;
  height: number;
  width: number;
  frontOverhang: number;
  clearance: number;
  /** Diameter of the tyre, and of the rim in inches. */
  tyre: number;
  rim: number;
  lamps: "slim" | "almond" | "round" | "block" | "split";
  grille: "slot" | "hexagon" | "shield" | "slats" | "bars" | "twin" | "closed";
  tail: "wrap" | "tall" | "bar";
  spokes: number;
  /** The first is the one that is shown first. */
  colours: [string, string, string, string];
  /** What differs from the usual of its body type. */
  shape?: Partial<Shape>;
}

export type BodyType =
  | "city"
  | "hatchback"
  | "sedan"
  | "wagon"
  | "coupe"
  | "crossover"
  | "suv"
  | "large-suv"
  | "pickup"
  | "van";

/**
 * How a body is drawn. Heights are parts of the car's height; lengths along it are metres from the axle or the end that
 * the name says.
 */
export interface Shape {
  /** Height of the bonnet's edge and of the windscreen's foot. */
  nose: number;
  cowl: number;
  /** The windscreen's foot behind the front axle; its angle from the ground, in degrees. */
  cowlBehindAxle: number;
  windscreen: number;
  /** The height of the window line at the front doors and at the end. */
  belt: number;
  beltEnd: number;
  /** How much lower the roof is at its end, in metres, and where the highest point is between windscreen and end. */
  roofDrop: number;
  roofPeak: number;
  /** Where the roof ends before the car's end, and the rear window's foot: before the end, and its height. */
  roofEnd: number;
  rearFoot: number;
  rearFootHeight: number;
  /** The height behind the rear window: of the boot, or the bed. */
  deck: number;
  /** How soft the roof goes over into the windows, in metres. */
  softness: number;
  /** How far the sides lean inwards above the window line. */
  lean: number;
  /** How far the ends are rounded, seen from above, in metres. */
  bowFront: number;
  bowRear: number;
  /** How far the bonnet's edge lies behind the bumper; the same for the tailgate. */
  rakeFront: number;
  rakeRear: number;
  /** How far arches stand out, in metres; whether sills and arches are dark; whether there are roof rails. */
  flare: number;
  cladding: boolean;
  rails: boolean;
  spoiler: number;
  doors: 2 | 4;
  /** Where side windows end, in metres behind the rear axle, at their foot and at the top; solid sides from the B pillar on. */
  windowEnd: number;
  windowEndTop: number;
  panelled: boolean;
}

/** All that is needed to build one: metres. */
export interface Car extends Shape {
  slug: string;
  body: BodyType;
  /** Length, width, height. */
  L: number;
  W: number;
  H: number;
  /** Where the axles are, from the front. */
  front: number;
  rear: number;
  clearance: number;
  tyre: number;
  rim: number;
  lamps: CarModel["lamps"];
  grille: CarModel["grille"];
  tail: CarModel["tail"];
  spokes: number;
}
