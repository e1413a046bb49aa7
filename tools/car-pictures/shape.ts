import type { Car } from "./types.ts";

/** The greatest of two, with an edge that is rounded by `k`: of bodies, what both have. */
export function roundedMax(a: number, b: number, k: number): number {
  const h = k - Math.abs(a - b);
  return (a > b ? a : b) + (h > 0 ? (h * h) / (4 * k) : 0);
}

const roundedMin = (a: number, b: number, k: number): number => -roundedMax(-a, -b, k);
export const clamp = (x: number, from = 0, to = 1): number => (x < from ? from : x > to ? to : x);
export const smooth = (from: number, to: number, x: number): number => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
const square = (x: number): number => x * x;

/** What a point is to the parts of the body: distances, negative inside. `z` is not negative: both halves are alike. */
export interface Distances {
  /** The whole body. */
  all: number;
  /** Above bonnet, window line and boot. */
  aboveBelt: number;
  cabinSide: number;
  roof: number;
  windscreen: number;
  rearWindow: number;
}

export interface BodyShape {
  at: (x: number, y: number, z: number) => number;
  parts: (x: number, y: number, z: number) => Distances;
  belt: (x: number) => number;
  roof: (x: number) => number;
  /** Half the width where the body meets a height, found from outside. */
  sideAt: (x: number, y: number) => number;
  /** The height of the body at a place, found from above. */
  topAt: (x: number, z: number) => number;
  cowl: { x: number; y: number };
  header: { x: number; y: number };
  roofEnd: { x: number; y: number };
  rearFoot: { x: number; y: number };
  archRadius: number;
}

/** A car's body as one function of the place: lower body and cabin, each the common part of curved sides, joined with a fillet. */
export function bodyShape(car: Car): BodyShape {
  const { L, W, H, front, rear, clearance } = car;
  const half = W / 2;
  const slope = (car.windscreen * Math.PI) / 180;
  const cowl = { x: front + car.cowlBehindAxle, y: car.cowl * H };
  const headerY = H * 0.955;
  const header = { x: cowl.x + (headerY - cowl.y) / Math.tan(slope), y: headerY };
  const roofEnd = { x: L - car.roofEnd, y: H - car.roofDrop };
  const rearFoot = { x: L - car.rearFoot, y: car.rearFootHeight * H };
  const rearSlope = Math.atan2(roofEnd.y - rearFoot.y, Math.max(0.01, rearFoot.x - roofEnd.x));
  const archRadius = car.tyre * 1.1 + 0.02;
  const noseY = car.nose * H;
  const deckY = car.deck * H;
  const peakX = mix(header.x, roofEnd.x, car.roofPeak);
  const waist = mix(clearance, car.belt * H, 0.66);
  const hasDeck = car.rearFoot > 0.3;

  const belt = (x: number): number => mix(car.belt, car.beltEnd, smooth(cowl.x, L, x) * 0.9) * H;
  const roof = (x: number): number => {
    const down = x < peakX ? (H - headerY) * square((peakX - x) / (peakX - header.x)) : 0;
    const behind = x > peakX ? (H - roofEnd.y) * square((x - peakX) / (roofEnd.x - peakX)) : 0;
    return H - down - behind;
  };
  /** The top of the lower body along its middle. */
  const lowerTop = (x: number): number => {
    if (x < cowl.x) {
      const t = clamp(x / cowl.x);
      return mix(noseY, cowl.y, 1 - Math.pow(1 - t, 1.75));
    }
    const middle = mix(cowl.y, belt(x), smooth(cowl.x, cowl.x + 0.5, x));
    return hasDeck ? mix(middle, deckY, smooth(rearFoot.x - 0.55, rearFoot.x - 0.1, x)) : middle;
  };
  const plan = (x: number): number => {
    const ahead = clamp((front + 0.5 - x) / (front + 0.5));
    const behind = clamp((x - rear + 0.3) / (L - rear + 0.3));
    return half - car.flare - 0.045 * ahead * ahead - 0.06 * behind * behind;
  };
  const inset = (x: number, y: number): number => {
    const under = y < waist ? 0.05 * square((waist - y) / (waist - clearance)) : 0;
    const over = y > waist ? 0.028 * square((y - waist) / (belt(x) - waist)) : 0;
    const along = smooth(front + 0.1, front + 0.7, x) * (1 - smooth(rear + 0.05, rear + 0.45, x));
    const crease = belt(x) - 0.115 - 0.02 * ((x - front) / L);
    const below = crease - y;
    const hollow = below > 0 ? 0.013 * Math.exp(-below / 0.09) * smooth(0, 0.045, below) : 0;
    const door = 0.012 * Math.exp(-square((y - mix(clearance, waist, 0.42)) / 0.075));
    return under + over + along * (hollow + door);
  };
  const arch = (x: number, y: number): number => {
    const d = Math.min(Math.hypot(x - front, y - car.tyre), Math.hypot(x - rear, y - car.tyre)) - archRadius;
    return car.flare * (1 - smooth(0.02, 0.17, d)) + 0.006 * Math.exp(-square((d - 0.02) / 0.02));
  };
  const noseAt = (y: number): number => {
    const t = (y - mix(clearance, noseY, 0.5)) / (noseY - clearance);
    const lip = 0.018 * smooth(0.02, 0.1, t) * (1 - smooth(0.1, 0.5, t));
    return (t > 0 ? car.rakeFront * Math.pow(t * 2, 1.7) : 0.1 * square(t * 1.6)) + lip;
  };
  const tailAt = (y: number): number => {
    const top = hasDeck ? deckY : rearFoot.y;
    const t = (y - mix(clearance, top, 0.42)) / (top - clearance);
    const step = 0.045 * smooth(0.02, 0.12, t);
    return t > 0 ? step + car.rakeRear * Math.pow(t * 1.7, 1.6) : 0.09 * square(t * 1.9);
  };

  function parts(x: number, y: number, z: number): Distances {
    const across = z / half;
    const bow = Math.pow(across, 2.6);
    const atHood = 1 - smooth(cowl.x - 0.3, cowl.x + 0.25, x);
    const top = lowerTop(x) - (0.025 + 0.055 * atHood) * across * across;
    const bulge =
      atHood * 0.012 * smooth(0.52, 0.44, Math.abs(across) + 0.1 * (x / cowl.x)) * smooth(0, 0.5, x);
    const aboveBelt = y - top - bulge;
    const side = z - (plan(x) - inset(x, y) + arch(x, y));
    const ahead = noseAt(y) + car.bowFront * bow - x;
    const behind = x - (L - tailAt(y) - car.bowRear * bow);
    const rise =
      0.07 * square(clamp((front - archRadius - x) / 0.6)) +
      0.1 * square(clamp((x - rear - archRadius) / 0.7));
    const bottom = clearance + rise - y;
    let lower = roundedMax(ahead, behind, 0.01);
    lower = roundedMax(lower, side, mix(0.16, 0.1, smooth(front, rear, x)));
    lower = roundedMax(lower, aboveBelt, mix(0.045, 0.11, atHood));
    lower = roundedMax(lower, bottom, 0.05);

    const up = Math.max(0, y - belt(x) + 0.02);
    const narrow =
      0.09 * square(clamp((x - rear + 0.9) / (L - rear + 0.9))) + 0.03 * square(clamp((header.x - x) / 1));
    const cabinSide = z - (plan(x) - 0.032 - narrow - car.lean * up * (0.72 + 0.55 * up));
    const roofSide = (y - roof(clamp(x, header.x - 0.4, roofEnd.x + 0.25)) + 0.045 * across * across) * 0.97;
    const behindBase = x - cowl.x - 0.13 * square(z / 0.7);
    const sag = 0.035 * (1 - square(clamp((y - cowl.y) / (headerY - cowl.y)) * 2 - 1));
    const windscreen = (y - cowl.y) * Math.cos(slope) - behindBase * Math.sin(slope) - sag;
    const lip = car.spoiler * smooth(roofEnd.y - 0.1, roofEnd.y - 0.05, y);
    const rearWindow =
      (x - roofEnd.x - lip + 0.09 * square(z / 0.7)) * Math.sin(rearSlope) +
      (y - roofEnd.y) * Math.cos(rearSlope);
    let cabin = roundedMax(windscreen, roofSide, car.softness);
    cabin = roundedMax(cabin, rearWindow, car.spoiler > 0 ? 0.05 : car.softness);
    cabin = roundedMax(cabin, cabinSide, 0.085);
    cabin = Math.max(cabin, belt(x) - 0.2 - y, behind + 0.04);
    return {
      all: roundedMin(lower, cabin, 0.022),
      aboveBelt,
      cabinSide,
      roof: roofSide,
      windscreen,
      rearWindow,
    };
  }

  const at = (x: number, y: number, z: number): number => parts(x, y, z).all;
  const sideAt = (x: number, y: number): number => {
    let [inside, outside] = [0, half + 0.1];
    for (let step = 0; step < 24; step++) {
      const middle = (inside + outside) / 2;
      if (at(x, y, middle) < 0) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  const topAt = (x: number, z: number): number => {
    let [inside, outside] = [clearance + 0.2, H + 0.1];
    for (let step = 0; step < 20; step++) {
      const middle = (inside + outside) / 2;
      if (at(x, middle, Math.abs(z)) < 0) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return { at, parts, belt, roof, sideAt, topAt, cowl, header, roofEnd, rearFoot, archRadius };
}
