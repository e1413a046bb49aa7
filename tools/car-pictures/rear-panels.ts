import { plate } from "./front-panels.ts";
import type { Outline } from "./outline.ts";
import { mix, type BodyShape } from "./shape.ts";
import {
  black,
  chrome,
  curveOf,
  gloss,
  plastic,
  satin,
  shapeOf,
  type Ink,
  type Sheet,
  type Spot,
} from "./sheet.ts";
import type { Car } from "./types.ts";

const red: Ink = { colour: "#7d0a10", gloss: 1, glow: 0.1 };
const lit: Ink = { colour: "#e0141c", gloss: 1, glow: 0.4 };
const clear: Ink = { colour: "#b9b4b4", gloss: 1, metal: 0.4 };

/** Lamps, tailgate, plate and bumper. */
export function drawRear(sheet: Sheet, car: Car, shape: BodyShape, outline: Outline): void {
  const end = outline.length;
  const half = car.W / 2;
  const at = (z: number, y: number): Spot => [outline.tail(z), y];
  const mirrored = (points: Spot[]): Spot[] => [
    ...points,
    ...points.toReversed().map(([s, y]): Spot => [2 * end - s, y]),
  ];
  const hasDeck = car.rearFoot > 0.3;
  const top = hasDeck ? car.deck * car.H - 0.05 : shape.rearFoot.y - 0.03;
  const low = car.clearance;
  const y = (t: number): number => mix(low, top, t);
  const isTall = car.tail === "tall";
  const bumper = hasDeck ? 0.5 : 0.42;

  // Tailgate and bumper.
  const gate = outline.tail(half * 0.8);
  sheet.seam(
    curveOf([
      [gate, hasDeck ? y(1.1) : car.H * 0.66],
      [gate + 0.01, y(0.62)],
      [gate + 0.05, y(bumper)],
      [end + 0.05, y(bumper)],
    ]),
  );
  sheet.seam(
    curveOf([
      [outline.tail(half * 0.97) - 0.3, y(bumper + 0.04)],
      [gate, y(bumper)],
      [end + 0.05, y(bumper)],
    ]),
    0.005,
  );
  const diffuser = mirrored([at(half * 0.72, low - 0.05), at(half * 0.66, y(0.16))]);
  sheet.cover(shapeOf(diffuser, 0.04), plastic);
  if (car.cladding)
    sheet.cover(shapeOf(mirrored([at(half * 0.4, low - 0.05), at(half * 0.36, y(0.1))]), 0.02), satin);
  const reflector = outline.tail(half * 0.78);
  sheet.cover(
    shapeOf(
      [
        [reflector - 0.09, y(0.22)],
        [reflector - 0.09, y(0.255)],
        [reflector + 0.09, y(0.25)],
        [reflector + 0.09, y(0.215)],
      ],
      0.01,
    ),
    red,
  );

  // The plate in its recess.
  const plateY = car.body === "pickup" ? 0.3 : hasDeck ? 0.66 : 0.62;
  const recess = shapeOf(mirrored([at(0.3, y(plateY) - 0.09), at(0.27, y(plateY) + 0.1)]), 0.03);
  sheet.shade(recess, 0.5, 0.02);
  sheet.line(recess, 0.006, { ...black, height: 0.35 });
  sheet.cover(
    shapeOf(
      mirrored([
        [end - 0.178, y(plateY) - 0.056],
        [end - 0.178, y(plateY) + 0.056],
      ]),
      0.008,
    ),
    plate,
  );
  sheet.cover(
    shapeOf(mirrored([at(0.29, y(plateY) + 0.1), at(0.29, y(plateY) + 0.125)]), 0.008),
    car.cladding ? gloss : chrome,
  );
  const oval = new Path2D();
  oval.ellipse(end, y(plateY) + 0.18, 0.055, 0.038, 0, 0, Math.PI * 2);
  sheet.cover(oval, chrome);

  // Lamps.
  const corner = outline.tail(half * 0.9);
  const inner = outline.tail(half * (isTall ? 0.76 : 0.5));
  const outer = corner - (isTall ? 0.16 : 0.3);
  const spots: Record<Car["tail"], Spot[]> = {
    wrap: [
      [outer, y(0.86)],
      [outer + 0.05, y(1.0)],
      [corner, y(0.99)],
      [inner, y(0.93)],
      [inner, y(0.76)],
      [corner, y(0.72)],
    ],
    tall: [
      [outer, y(0.66)],
      [outer + 0.02, y(1.06)],
      [corner, y(1.1)],
      [inner, y(1.02)],
      [inner, y(0.66)],
      [corner, y(0.56)],
    ],
    bar: [
      [outer, y(0.84)],
      [outer + 0.03, y(0.96)],
      [corner, y(0.96)],
      [inner, y(0.93)],
      [inner, y(0.83)],
      [corner, y(0.79)],
    ],
  };
  if (car.tail === "bar") {
    const strip = shapeOf(
      mirrored([
        [outer + 0.1, y(0.845)],
        [outer + 0.1, y(0.93)],
      ]),
      0.01,
    );
    sheet.cover(strip, gloss);
    sheet.line(
      curveOf([
        [corner, y(0.886)],
        [end + 0.05, y(0.886)],
      ]),
      0.028,
      lit,
    );
  }
  const path = shapeOf(spots[car.tail], 0.025);
  sheet.shade(path, 0.45, 0.008, 0.012);
  sheet.cover(path, red);
  sheet.within(path, () => {
    sheet.line(path, 0.03, { ...red, colour: "#50060a" });
    if (isTall) {
      sheet.line(
        curveOf([
          [outer + 0.06, y(0.7)],
          [outer + 0.06, y(1.0)],
          [inner - 0.05, y(0.99)],
        ]),
        0.028,
        lit,
      );
      sheet.cover(
        shapeOf(
          [
            [outer, y(0.72)],
            [outer, y(0.79)],
            [inner, y(0.79)],
            [inner, y(0.72)],
          ],
          0.01,
        ),
        clear,
      );
    } else {
      sheet.line(
        curveOf([
          [outer + 0.05, y(0.88)],
          [corner, y(0.885)],
          [inner, y(0.87)],
        ]),
        0.03,
        lit,
      );
      sheet.line(
        curveOf([
          [outer + 0.05, y(0.8)],
          [corner, y(0.79)],
          [inner, y(0.79)],
        ]),
        0.026,
        clear,
      );
    }
  });
  sheet.line(path, 0.006, black);
  if (!car.cladding || car.body === "city") return;
  const pipe = outline.tail(half * 0.58);
  sheet.cover(
    shapeOf(
      [
        [pipe - 0.07, y(0.02)],
        [pipe - 0.07, y(0.09)],
        [pipe + 0.07, y(0.09)],
        [pipe + 0.07, y(0.02)],
      ],
      0.015,
    ),
    satin,
  );
}
