import type { Outline } from "./outline.ts";
import { mix, type BodyShape } from "./shape.ts";
import {
  black,
  chrome,
  circleOf,
  curveOf,
  gloss,
  satin,
  shapeOf,
  type Ink,
  type Sheet,
  type Spot,
} from "./sheet.ts";
import type { Car } from "./types.ts";

const lens: Ink = { colour: "#15181b", gloss: 1 };
const bulb: Ink = { colour: "#cfd6dc", gloss: 1, metal: 0.7 };
const daylight: Ink = { colour: "#ffffff", gloss: 1, glow: 0.75 };
export const plate: Ink = { colour: "#e4e6e6", gloss: 0.3 };

/** Lamps, grille and bumper. */
export function drawFront(sheet: Sheet, car: Car, _shape: BodyShape, outline: Outline): void {
  const at = (z: number, y: number): Spot => [outline.nose(z), y];
  const mirrored = (points: Spot[]): Spot[] => [
    ...points,
    ...points.toReversed().map(([s, y]): Spot => [-s, y]),
  ];
  const half = car.W / 2;
  const edge = car.nose * car.H - 0.055;
  const low = car.clearance;
  const tall = edge - low;
  const y = (t: number): number => low + tall * t;
  const corner = outline.nose(half * 0.78);

  // The bumper's openings.
  const isUpright = car.body === "pickup" || car.body === "large-suv" || car.body === "suv";
  const mouth = mirrored([at(half * 0.62, y(0.1)), at(half * 0.54, y(0.3))]);
  sheet.shade(shapeOf(mouth, 0.03), 0.35, 0.02, 0.03);
  sheet.cover(shapeOf(mouth, 0.03), { ...black, height: 0.3 });
  sheet.within(shapeOf(mouth, 0.03), () => mesh(sheet, y(0.06), y(0.34), half * 0.7, "bars"));
  const hasFogLamp = car.lamps === "almond" || car.lamps === "block" || car.lamps === "round";
  const pocket: Spot[] = hasFogLamp
    ? [
        [corner - 0.13, y(0.17)],
        [corner - 0.04, y(0.37)],
        [corner + 0.12, y(0.4)],
        [corner + 0.1, y(0.2)],
      ]
    : [
        [corner - 0.02, y(0.14)],
        [corner + 0.04, y(0.5)],
        [corner + 0.085, y(0.5)],
        [corner + 0.07, y(0.14)],
      ];
  sheet.shade(shapeOf(pocket, 0.02), 0.4, 0.014, 0.02);
  sheet.cover(shapeOf(pocket, 0.02), { ...black, height: 0.3 });
  if (hasFogLamp) {
    sheet.line(
      curveOf([
        [corner - 0.03, y(0.27)],
        [corner + 0.07, y(0.295)],
      ]),
      0.034,
      { colour: "#4a5057", gloss: 1, metal: 0.7 },
    );
    sheet.line(
      curveOf([
        [corner - 0.02, y(0.275)],
        [corner + 0.06, y(0.295)],
      ]),
      0.012,
      bulb,
    );
  }
  if (car.cladding)
    sheet.cover(shapeOf(mirrored([at(half * 0.5, low - 0.05), at(half * 0.44, y(0.085))]), 0.02), satin);

  grille(sheet, car, (z, t) => at(z, y(t)), half);
  lamps(sheet, car, (s, t) => [s, y(t)], half, outline);

  // Plate and emblem.
  const plateY = car.grille === "closed" || car.grille === "slot" ? 0.47 : isUpright ? 0.37 : 0.38;
  sheet.cover(
    shapeOf(
      mirrored([
        [0.19, y(plateY) - 0.068],
        [0.19, y(plateY) + 0.068],
      ]),
      0.012,
    ),
    black,
  );
  sheet.cover(
    shapeOf(
      mirrored([
        [0.178, y(plateY) - 0.056],
        [0.178, y(plateY) + 0.056],
      ]),
      0.008,
    ),
    plate,
  );
}

type Place = (along: number, t: number) => Spot;

function grille(sheet: Sheet, car: Car, at: Place, half: number): void {
  const both = (points: Spot[]): Spot[] => [...points, ...points.toReversed().map(([s, y]): Spot => [-s, y])];
  const shapes: Record<Car["grille"], Spot[]> = {
    slot: both([at(half * 0.55, 0.76), at(half * 0.6, 0.9)]),
    hexagon: both([at(half * 0.36, 0.36), at(half * 0.6, 0.66), at(half * 0.54, 0.94)]),
    shield: both([at(half * 0.3, 0.46), at(half * 0.5, 0.56), at(half * 0.54, 0.95)]),
    slats: both([at(half * 0.56, 0.56), at(half * 0.57, 0.95)]),
    bars: both([at(half * 0.6, 0.52), at(half * 0.64, 0.95)]),
    twin: [at(0.02, 0.55), at(half * 0.36, 0.57), at(half * 0.4, 0.9), at(0.02, 0.93)],
    closed: both([at(half * 0.5, 0.83), at(half * 0.5, 0.86)]),
  };
  const path = shapeOf(shapes[car.grille], car.grille === "closed" ? 0.005 : 0.03);
  sheet.shade(path, 0.4, 0.014, 0.02);
  sheet.line(path, 0.03, car.grille === "slats" || car.body === "city" ? gloss : chrome);
  sheet.cover(path, { ...black, height: 0.28 });
  if (car.grille !== "closed")
    sheet.within(path, () => {
      const [bottom, top] = [at(0, 0.3)[1], at(0, 1)[1]];
      mesh(
        sheet,
        bottom,
        top,
        half * 0.75,
        car.grille === "slats"
          ? "slats"
          : car.grille === "bars"
            ? "chrome"
            : car.grille === "hexagon" || car.grille === "shield"
              ? "net"
              : "bars",
      );
    });
  const badge = at(0, car.grille === "closed" ? 0.92 : car.grille === "slot" ? 0.83 : 0.76);
  const oval = new Path2D();
  oval.ellipse(0, badge[1], 0.062, 0.043, 0, 0, Math.PI * 2);
  if (car.grille !== "twin" && car.grille !== "slats") {
    sheet.cover(oval, chrome);
    const inner = new Path2D();
    inner.ellipse(0, badge[1], 0.048, 0.03, 0, 0, Math.PI * 2);
    sheet.cover(inner, { colour: "#3a3f45", gloss: 0.9, metal: 0.6 });
  }
}

/** What stands in an opening. */
function mesh(
  sheet: Sheet,
  from: number,
  to: number,
  wide: number,
  kind: "bars" | "chrome" | "net" | "slats",
): void {
  const bar = { colour: "#1e2022", gloss: 0.7, height: 0.55 };
  if (kind === "net") {
    for (let y = from; y < to; y += 0.035)
      for (let s = -wide; s < wide; s += 0.06) {
        const shift = Math.round((y - from) / 0.035) % 2 ? 0.03 : 0;
        sheet.line(
          curveOf([
            [s + shift, y],
            [s + shift + 0.03, y + 0.012],
            [s + shift + 0.06, y],
          ]),
          0.009,
          bar,
        );
      }
    return;
  }
  if (kind === "slats") {
    for (let s = -wide; s < wide; s += 0.1)
      sheet.line(
        curveOf([
          [s, from],
          [s, to],
        ]),
        0.045,
        { colour: "#9a9ea2", gloss: 0.6, metal: 0.6, height: 0.6 },
      );
    return;
  }
  const step = kind === "chrome" ? 0.062 : 0.042;
  for (let y = from; y < to; y += step)
    sheet.line(
      curveOf([
        [-wide, y],
        [wide, y],
      ]),
      kind === "chrome" ? 0.02 : 0.013,
      kind === "chrome" ? { ...satin, height: 0.6 } : bar,
    );
}

function lamps(sheet: Sheet, car: Car, at: Place, half: number, outline: Outline): void {
  const inner = outline.nose(half * 0.58);
  const corner = outline.nose(half * 0.86);
  const outer = Math.min(corner + 0.34, outline.side(car.front - car.tyre * 1.1 - 0.06));
  const middle = mix(inner, outer, 0.5);
  const shapes: Record<Car["lamps"], Spot[]> = {
    slim: [
      at(inner, 0.78),
      at(inner + 0.02, 0.88),
      at(middle, 0.965),
      at(outer, 1.05),
      at(outer - 0.1, 0.91),
      at(middle, 0.8),
    ],
    almond: [
      at(inner, 0.7),
      at(inner + 0.04, 0.86),
      at(middle, 0.99),
      at(outer, 1.1),
      at(outer - 0.06, 0.9),
      at(middle + 0.02, 0.68),
    ],
    round: [],
    block: [
      at(inner, 0.66),
      at(inner, 0.94),
      at(middle, 0.98),
      at(outer - 0.06, 1.02),
      at(outer - 0.08, 0.72),
      at(middle, 0.66),
    ],
    split: [
      at(inner + 0.02, 0.87),
      at(inner + 0.02, 0.925),
      at(middle, 0.985),
      at(outer, 1.045),
      at(outer - 0.02, 1.0),
      at(middle, 0.91),
    ],
  };
  if (car.lamps === "round") {
    const [s, y] = at(outline.nose(half * 0.72), 0.78);
    sheet.shade(circleOf([s, y], 0.12), 0.4, 0.01, 0.012);
    sheet.cover(circleOf([s, y], 0.115), gloss);
    sheet.cover(circleOf([s, y], 0.1), bulb);
    sheet.line(circleOf([s, y], 0.082), 0.014, daylight);
    sheet.cover(circleOf([s, y], 0.055), lens);
    sheet.cover(circleOf([s, y], 0.035), bulb);
    return;
  }
  const path = shapeOf(shapes[car.lamps], 0.022);
  sheet.shade(path, 0.45, 0.008, 0.012);
  sheet.cover(path, lens);
  sheet.line(path, 0.006, black);
  sheet.within(path, () => {
    const centre = car.lamps === "slim" ? 0.875 : car.lamps === "block" ? 0.82 : 0.86;
    if (car.lamps === "split") {
      sheet.cover(path, daylight);
      sheet.line(path, 0.014, lens);
      return;
    }
    sheet.line(path, 0.036, { colour: "#3b4046", gloss: 1, metal: 0.6 });
    for (const [i, t] of [0.24, 0.5].entries()) {
      const spot = at(mix(inner, outer, t), centre + 0.05 * i + (car.lamps === "almond" ? 0.02 * i : 0));
      const radius = car.lamps === "slim" ? 0.034 : 0.05;
      sheet.cover(circleOf(spot, radius * 1.25), satin);
      sheet.cover(circleOf(spot, radius), bulb);
      sheet.cover(circleOf(spot, radius * 0.6), { colour: "#8fa0ad", gloss: 1, glow: 0.12 });
    }
    const low = shapes[car.lamps];
    sheet.line(curveOf([low[0]!, low[5]!, low[4]!, low[3]!]), 0.036, daylight);
  });
  if (car.lamps !== "block") return;
  sheet.line(curveOf([shapes.block[0]!, shapes.block[1]!]), 0.02, daylight);
}

/** The lower lamp of split ones is in the bumper. */
export function drawLowerLamp(sheet: Sheet, car: Car, outline: Outline): void {
  if (car.lamps !== "split") return;
  const edge = car.nose * car.H - 0.055;
  const y = (t: number): number => car.clearance + (edge - car.clearance) * t;
  const s = outline.nose((car.W / 2) * 0.78);
  const spots: Spot[] = [
    [s - 0.12, y(0.52)],
    [s - 0.1, y(0.76)],
    [s + 0.12, y(0.8)],
    [s + 0.1, y(0.54)],
  ];
  sheet.cover(shapeOf(spots, 0.03), gloss);
  for (const t of [0.6, 0.71]) {
    sheet.cover(circleOf([s, y(t)], 0.034), satin);
    sheet.cover(circleOf([s, y(t)], 0.025), bulb);
  }
}
