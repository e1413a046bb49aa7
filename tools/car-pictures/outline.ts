import type { BodyShape } from "./shape.ts";
import type { Car } from "./types.ts";

/** The way around half a car, seen from above: from the middle of its nose along the side to the middle of its tail. */
export interface Outline {
  length: number;
  /** How far along the way the nearest point of it is. */
  nearest: (x: number, z: number) => number;
  /** Where the side is at `x`; where nose and tail are, so far from the middle. */
  side: (x: number) => number;
  nose: (z: number) => number;
  tail: (z: number) => number;
}

const steps = 480;

export function outlineOf(car: Car, shape: BodyShape): Outline {
  const y = car.clearance + (car.belt * car.H - car.clearance) * 0.62;
  const points: { x: number; z: number; s: number }[] = [];
  let s = 0;
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * Math.PI;
    // More of them at the ends, where it bends.
    const turn = angle - 0.38 * Math.sin(2 * angle);
    const [dx, dz] = [-Math.cos(turn), Math.max(0, Math.sin(turn))];
    let [inside, outside] = [0, car.L];
    for (let step = 0; step < 30; step++) {
      const middle = (inside + outside) / 2;
      if (shape.at(car.L / 2 + dx * middle, y, dz * middle) < 0) inside = middle;
      else outside = middle;
    }
    const [x, z] = [car.L / 2 + dx * inside, dz * inside];
    const last = points.at(-1);
    if (last) s += Math.hypot(x - last.x, z - last.z);
    points.push({ x, z, s });
  }
  const widest = points.findIndex((point) => point.x > car.L / 2);

  function nearest(x: number, z: number): number {
    let [best, at] = [Infinity, 0];
    for (let i = 0; i < steps; i++) {
      const [a, b] = [points[i]!, points[i + 1]!];
      const [ux, uz] = [b.x - a.x, b.z - a.z];
      const t = Math.max(0, Math.min(1, ((x - a.x) * ux + (z - a.z) * uz) / (ux * ux + uz * uz)));
      const d = (x - a.x - ux * t) ** 2 + (z - a.z - uz * t) ** 2;
      if (d < best) [best, at] = [d, a.s + (b.s - a.s) * t];
    }
    return at;
  }
  const between = (a: (typeof points)[0], b: (typeof points)[0], t: number): number => a.s + (b.s - a.s) * t;
  const side = (x: number): number => {
    const i = points.findIndex((point) => point.x >= x);
    if (i === -1) return s;
    const [a, b] = [points[Math.max(0, i - 1)]!, points[i]!];
    return between(a, b, b.x > a.x ? (x - a.x) / (b.x - a.x) : 0);
  };
  const nose = (z: number): number => {
    const i = Math.max(
      1,
      points.findIndex((point, at) => at > widest || point.z >= z),
    );
    const [a, b] = [points[i - 1]!, points[i]!];
    return between(a, b, (z - a.z) / (b.z - a.z || 1));
  };
  const tail = (z: number): number => {
    let i = points.length - 2;
    while (i > widest && points[i]!.z < z) i--;
    const [a, b] = [points[i]!, points[i + 1]!];
    return between(a, b, (z - a.z) / (b.z - a.z || 1));
  };
  return { length: s, nearest, side, nose, tail };
}
