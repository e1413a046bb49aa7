import type { Outline } from "./outline.ts";
import { mix, type BodyShape } from "./shape.ts";
import {
  black,
  chrome,
  circleOf,
  curveOf,
  gloss,
  plastic,
  satin,
  shapeOf,
  type Sheet,
  type Spot,
} from "./sheet.ts";
import type { Car } from "./types.ts";

const glass = { colour: "#0a0c0e", glass: 1, gloss: 1 };

/** Where a car's doors are: front edge, pillar between them and back edge, along the car. */
export function doorsOf(car: Car, shape: BodyShape): { from: number; pillar: number; to: number } {
  const span = car.rear - car.front;
  const from = car.front + shape.archRadius + 0.11;
  const pillar = car.doors === 2 ? car.front + span * 0.68 : car.front + span * 0.545;
  return { from, pillar, to: car.doors === 2 ? pillar : car.rear - 0.06 };
}

/** Windows, doors, sills and arches. */
export function drawSide(sheet: Sheet, car: Car, shape: BodyShape, outline: Outline): void {
  const { belt, roof, cowl, archRadius } = shape;
  const at = (x: number, y: number): Spot => [outline.side(x), y];
  const path = (points: [number, number][], radius: number): Path2D =>
    shapeOf(
      points.map(([x, y]) => at(x, y)),
      radius,
    );
  const curve = (...points: [number, number][]): Path2D => curveOf(points.map(([x, y]) => at(x, y)));
  const { from, pillar, to } = doorsOf(car, shape);
  const isPickup = car.body === "pickup";
  const slope = Math.tan((car.windscreen * Math.PI) / 180);
  const foot = (x: number): number => belt(x) + 0.022;
  const top = (x: number): number => roof(x) - 0.105 - 0.035 * car.lean;

  // The windows as one dark band, and the glasses in it.
  const end = car.panelled ? pillar + 0.02 : car.rear + car.windowEnd;
  const endTop = car.panelled ? pillar + 0.06 : car.rear + car.windowEndTop;
  const frontFoot = cowl.x + 0.24;
  const frontTop = cowl.x + 0.3 + (top(shape.header.x) - foot(frontFoot)) / slope;
  const topLine: [number, number][] = [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const x = mix(frontTop, endTop, t);
    return [x, top(x) - 0.006];
  });
  const bandAt = (out: number): Path2D =>
    path(
      [
        [frontFoot - out * 2.2, foot(frontFoot) - out],
        ...topLine.map(([x, y], i): [number, number] => [
          x + (i === 0 ? -out * 0.5 : i === 4 ? out * 0.6 : 0),
          y + out,
        ]),
        [end + out * 1.3, foot(end) + (car.windowEnd - car.windowEndTop > 0.3 ? 0.05 : 0.0) - out * 0.3],
        [end - 0.12, foot(end) - out],
        [mix(frontFoot, end, 0.5), foot(mix(frontFoot, end, 0.5)) - out],
      ],
      0.035,
    );
  sheet.shade(bandAt(0.01), 0.25, 0.012, 0.02);
  sheet.cover(bandAt(0.014), car.cladding || car.body === "city" ? gloss : chrome);
  sheet.cover(bandAt(0.0065), gloss);
  const lean = 0.13;
  const pillarAt = (x: number, y: number): number =>
    x + lean * (y - belt(x)) * (x > pillar + 0.3 ? 0.6 : 0.5);
  const panes: [number, number][] = [];
  if (car.panelled) panes.push([frontFoot - 1, pillar - 0.03]);
  else if (car.doors === 2) panes.push([frontFoot - 1, pillar - 0.025], [pillar + 0.03, end + 1]);
  else if (car.windowEnd > 0.15)
    panes.push(
      [frontFoot - 1, pillar - 0.035],
      [pillar + 0.035, car.rear + 0.02],
      [car.rear + 0.075, end + 1],
    );
  else panes.push([frontFoot - 1, pillar - 0.035], [pillar + 0.035, end + 1]);
  sheet.within(bandAt(-0.012), () => {
    for (const [a, b] of panes) {
      const [low, high] = [0.5, car.H];
      sheet.cover(
        path(
          [
            [pillarAt(a, low), low],
            [pillarAt(a, high), high],
            [pillarAt(b, high), high],
            [pillarAt(b, low), low],
          ],
          0.02,
        ),
        glass,
      );
    }
    // The little triangle before the front door's window, where the mirror sits.
    sheet.line(curve([frontFoot + 0.2, foot(frontFoot) - 0.05], [frontFoot + 0.235, car.H]), 0.024, gloss);
  });
  if (car.panelled)
    sheet.seam(
      curve(
        [pillar + 0.1, car.clearance + 0.35],
        [pillar + 0.1, belt(pillar) + 0.02],
        [pillar + 0.12, top(pillar)],
      ),
    );

  // Doors.
  const sill = car.clearance + (car.cladding ? 0.16 : 0.115);
  const hinge = cowl.x + 0.16;
  sheet.seam(
    curve(
      [hinge, belt(hinge) + 0.03],
      [from + 0.02, belt(from) - 0.07],
      [from - 0.01, mix(sill, belt(from), 0.55)],
      [from + 0.015, sill + 0.12],
      [from + 0.05, sill],
      [from + 0.2, sill],
    ),
  );
  sheet.seam(curve([from + 0.2, sill], [to - 0.6, sill]));
  const pillarLine = (x: number): [number, number][] => [
    [x, sill],
    [x - 0.012, mix(sill, belt(x), 0.5)],
    [x, belt(x) - 0.02],
    [pillarAt(x, top(x)), top(x) - 0.02],
  ];
  sheet.seam(curve(...pillarLine(pillar)));
  if (car.doors === 4) {
    const arch = (angle: number): [number, number] => [
      car.rear + Math.cos(angle) * (archRadius + 0.055),
      car.tyre + Math.sin(angle) * (archRadius + 0.055),
    ];
    const back: [number, number][] = [
      [to - 0.6, sill],
      [arch(Math.PI * 0.99)[0] - 0.04, sill],
      arch(Math.PI * 0.93),
      arch(Math.PI * 0.8),
      arch(Math.PI * 0.68),
      [to + 0.05, mix(car.tyre + archRadius, belt(to), 0.75)],
      [to + 0.07, belt(to) + 0.01],
    ];
    if (isPickup) {
      const wall = car.rear - 0.5;
      sheet.seam(
        curve(
          [wall - 0.15, sill],
          [wall, sill + 0.05],
          [wall + 0.02, belt(wall) - 0.1],
          [wall + 0.03, belt(wall)],
        ),
      );
      sheet.seam(
        curve([shape.rearFoot.x + 0.03, car.clearance], [shape.rearFoot.x + 0.03, car.H * 0.66]),
        0.014,
      );
    } else {
      sheet.seam(curve(...back));
    }
  }
  // The filler's lid.
  if (!isPickup)
    sheet.seam(path(square(car.rear + 0.28, mix(sill, belt(car.rear), 0.78), 0.082, 0.075), 0.03), 0.005);

  // Bumpers' ends.
  const frontArch = car.front - archRadius;
  sheet.seam(
    curve(
      [car.front - archRadius * 0.92, car.tyre + archRadius * 0.5],
      [frontArch + 0.02, car.nose * car.H * 0.86],
      [frontArch * 0.62, car.nose * car.H * 0.84],
    ),
    0.005,
  );
  const rearArch = car.rear + archRadius;
  sheet.seam(
    curve(
      [car.rear + archRadius * 0.9, car.tyre + archRadius * 0.52],
      [rearArch + 0.02, belt(car.rear) * 0.72],
      [car.L - 0.12, belt(car.L) * 0.7],
    ),
    0.005,
  );

  // Sills and arches.
  const low = car.clearance + (car.cladding ? 0.115 : 0.055);
  sheet.cover(
    path(
      [
        [car.front, car.clearance - 0.1],
        [car.front, low],
        [car.rear, low + 0.012],
        [car.rear, car.clearance - 0.1],
      ],
      0,
    ),
    plastic,
  );
  if (car.cladding) {
    sheet.line(curve([car.front + 0.5, low + 0.004], [car.rear - 0.5, low + 0.014]), 0.012, satin);
    sheet.cover(
      path(
        [
          [-0.2, 0],
          [-0.2, car.clearance + 0.13],
          [car.front, car.clearance + 0.14],
          [car.front, 0],
        ],
        0,
      ),
      plastic,
    );
    sheet.cover(
      path(
        [
          [car.rear, 0],
          [car.rear, car.clearance + 0.15],
          [car.L + 0.2, car.clearance + 0.19],
          [car.L + 0.2, 0],
        ],
        0,
      ),
      plastic,
    );
  }
  for (const axle of [car.front, car.rear]) {
    const [s, y] = at(axle, car.tyre);
    if (car.cladding) {
      sheet.cover(circleOf([s, y], archRadius + 0.058), plastic);
      sheet.shade(circleOf([s, y], archRadius + 0.06), 0.3, 0.006, 0.006);
    }
    sheet.shade(circleOf([s, y], archRadius), 0.5, 0.016, 0.02);
    sheet.line(circleOf([s, y], archRadius + 0.001), 0.008, black);
  }
}

const square = (x: number, y: number, half: number, height: number): [number, number][] => [
  [x - half, y - height],
  [x - half, y + height],
  [x + half, y + height],
  [x + half, y - height],
];
