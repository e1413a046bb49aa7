import {
  BackSide,
  BoxGeometry,
  CircleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  Path,
  Shape,
  Vector2,
  type BufferGeometry,
} from "three";
import { plain } from "./materials.ts";
import type { BodyShape } from "./shape.ts";
import type { Car } from "./types.ts";

/** Four wheels with tyre, rim and brake, and the dark of their arches. */
export function wheelsOf(car: Car, shape: BodyShape): Group {
  const group = new Group();
  const width = 0.205 + (car.tyre - 0.3) * 0.5;
  const parts = [
    new Mesh(tyreOf(car, width), plain("#1c1d1f", { gloss: 0.2 })),
    new Mesh(faceOf(car, width), plain("#b9bec4", { gloss: 0.62, metal: 0.85 })),
    new Mesh(barrelOf(car, width), plain("#3c4044", { gloss: 0.4, metal: 0.7, shade: 0.5 })),
    ...brakeOf(car, width),
  ];
  for (const x of [car.front, car.rear])
    for (const side of [-1, 1]) {
      const wheel = new Group();
      for (const part of parts) wheel.add(part.clone());
      wheel.position.set(
        x,
        car.tyre,
        side * (shape.sideAt(x + shape.archRadius + 0.04, car.tyre) - 0.012 - width / 2),
      );
      wheel.scale.z = side;
      group.add(wheel);
      group.add(archOf(car, shape, x, side));
    }
  return group;
}

/** Turned around the axle, which then points sideways. */
function lathe(points: [radius: number, out: number][], segments = 72): BufferGeometry {
  return new LatheGeometry(
    points.map(([radius, out]) => new Vector2(radius, out)),
    segments,
  ).rotateX(Math.PI / 2);
}

function tyreOf({ tyre, rim }: Car, width: number): BufferGeometry {
  const half = width / 2;
  const r = rim + 0.012;
  return lathe([
    [r - 0.01, half - 0.02],
    [r + 0.004, half - 0.004],
    [r + (tyre - r) * 0.45, half + 0.006],
    [tyre - 0.03, half - 0.003],
    [tyre - 0.008, half - 0.024],
    [tyre, half - 0.05],
    [tyre, -half + 0.04],
    [r, -half],
  ]);
}

function faceOf({ rim, spokes }: Car, width: number): BufferGeometry {
  const face = new Shape();
  face.absarc(0, 0, rim + 0.012, 0, Math.PI * 2);
  const [inner, outer] = [rim * 0.24, rim * 0.92];
  // Five are drawn as five pairs.
  const count = spokes === 5 ? 10 : spokes;
  let turned = Math.PI / 2;
  for (let i = 0; i < count; i++) {
    const step = ((Math.PI * 2) / count) * (spokes === 5 ? (i % 2 === 0 ? 1.36 : 0.64) : 1);
    const middle = turned + step / 2;
    turned += step;
    const spokeAt = (radius: number): number =>
      (rim * (0.055 + 0.5 / count) * (1.25 - 0.45 * (radius / rim))) / 2 / radius;
    const [a, b] = [Math.max(0.02, step / 2 - spokeAt(inner)), step / 2 - spokeAt(outer)];
    const hole = new Path();
    const spot = (radius: number, angle: number): [number, number] => [
      Math.cos(middle + angle) * radius,
      Math.sin(middle + angle) * radius,
    ];
    hole.moveTo(...spot(inner + 0.02, -a * 0.6));
    hole.lineTo(...spot(outer - 0.018, -b));
    for (const t of [-0.86, -0.5, 0, 0.5, 0.86]) hole.lineTo(...spot(outer, b * t));
    hole.lineTo(...spot(outer - 0.018, b));
    hole.lineTo(...spot(inner + 0.02, a * 0.6));
    hole.quadraticCurveTo(...spot(inner, 0), ...spot(inner + 0.02, -a * 0.6));
    face.holes.push(hole);
  }
  const geometry = new ExtrudeGeometry(face, {
    depth: 0.028,
    bevelThickness: 0.008,
    bevelSize: 0.007,
    bevelSegments: 2,
    curveSegments: 48,
  });
  const places = geometry.getAttribute("position");
  for (let i = 0; i < places.count; i++) {
    const radius = Math.hypot(places.getX(i), places.getY(i)) / rim;
    const hollow = 0.03 * Math.max(0, 1 - radius) ** 0.8;
    places.setZ(i, places.getZ(i) + width / 2 - 0.046 - hollow);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function barrelOf({ rim }: Car, width: number): BufferGeometry {
  return lathe([
    [rim + 0.012, width / 2 - 0.006],
    [rim - 0.008, width / 2 - 0.016],
    [rim - 0.02, width / 2 - 0.08],
    [rim - 0.03, -width / 2],
    [0.02, -width / 2 + 0.02],
  ]);
}

function brakeOf({ rim }: Car, width: number): Mesh[] {
  const disc = new Mesh(
    new CylinderGeometry(rim * 0.72, rim * 0.72, 0.024, 48).rotateX(Math.PI / 2),
    plain("#6d7073", { gloss: 0.5, metal: 0.9, shade: 0.55 }),
  );
  disc.position.z = width / 2 - 0.13;
  const caliper = new Mesh(
    new BoxGeometry(rim * 0.26, rim * 0.62, 0.07),
    plain("#3d4043", { gloss: 0.4, shade: 0.6 }),
  );
  caliper.position.set(rim * 0.54, 0, width / 2 - 0.12);
  const cap = new Mesh(
    new CylinderGeometry(rim * 0.13, rim * 0.14, 0.012, 32).rotateX(Math.PI / 2),
    plain("#26292c", { gloss: 0.7 }),
  );
  cap.position.z = width / 2 - 0.034;
  const lip = new Mesh(
    lathe([
      [rim + 0.016, width / 2 - 0.008],
      [rim + 0.006, width / 2 - 0.002],
      [rim - 0.012, width / 2 - 0.01],
    ]),
    plain("#d0d4d8", { gloss: 0.7, metal: 0.9 }),
  );
  return [disc, caliper, cap, lip];
}

/** The inside of an arch. */
function archOf(car: Car, shape: BodyShape, x: number, side: number): Group {
  const group = new Group();
  // Down to the body's lower edge.
  const low = Math.asin(Math.min(0.9, (car.tyre - car.clearance) / shape.archRadius)) - 0.03;
  const top = shape.sideAt(x, car.tyre + shape.archRadius + 0.04);
  // Behind the body's sides, which come nearer to each other towards its ends.
  const ends = [-1, 1].map((way) => shape.sideAt(x + way * (shape.archRadius + 0.02), car.tyre * 0.9));
  const outside = Math.max(Math.min(top, ...ends), top - 0.07) - 0.012;
  const depth = outside - car.W * 0.2;
  const lining = plain("#0a0a0b", { gloss: 0.05, shade: 0.4 }, BackSide);
  const around = new Mesh(
    new CylinderGeometry(
      shape.archRadius + 0.012,
      shape.archRadius + 0.012,
      depth,
      64,
      1,
      true,
      Math.PI / 2 - low,
      Math.PI + 2 * low,
    ).rotateX(Math.PI / 2),
    lining,
  );
  around.position.z = outside - depth / 2;
  const back = new Mesh(
    new CircleGeometry(shape.archRadius + 0.012, 48, -low, Math.PI + 2 * low),
    plain("#050506", { gloss: 0.02, shade: 0.3 }),
  );
  back.position.z = outside - depth;
  group.add(around, back);
  group.position.set(x, car.tyre, 0);
  group.scale.z = side;
  return group;
}
