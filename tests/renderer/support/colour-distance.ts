import { linear } from "../../../renderer/theme/colours.ts";

/** A colour as people see it: lightness, red to green, yellow to blue (CIELAB). */
function seen(colour: string): [number, number, number] {
  const [red, green, blue] = linear(colour);
  const [x, y, z] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** How far apart two colours look: about 2 is just seen, 100 is black and white. */
export function distance(one: string, other: string): number {
  const [from, to] = [seen(one), seen(other)];
  return Math.hypot(...from.map((part, index) => part - to[index]!));
}
