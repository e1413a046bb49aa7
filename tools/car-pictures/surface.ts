import type { BodyShape } from "./shape.ts";
import type { Car } from "./types.ts";

/** A triangle mesh of half a body: places and normals of its corners, and which three make a face. */
export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  faces: number[];
}

const reach = 0.002;

/** Surface nets over the half with `z` ≥ 0: one corner in each cell that the surface passes, drawn onto it by its gradient. */
export function surfaceOf(car: Car, shape: BodyShape, cell: number): Surface {
  const from = [-cell * 3, car.clearance - cell * 3, -cell / 2] as const;
  const counts = [
    Math.ceil((car.L + cell * 6) / cell),
    Math.ceil((car.H - car.clearance + cell * 6) / cell),
    Math.ceil((car.W / 2 + 0.06) / cell),
  ] as const;
  const [nx, ny, nz] = counts;
  const place = (axis: 0 | 1 | 2, i: number): number => from[axis] + i * cell;
  const values = sample(shape, counts, place, cell);
  const index = (i: number, j: number, k: number): number => (i * ny + j) * nz + k;

  const corners = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const normals: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i < nx - 1; i++)
    for (let j = 0; j < ny - 1; j++)
      for (let k = 0; k < nz - 1; k++) {
        let inside = 0;
        for (let c = 0; c < 8; c++)
          if (values[index(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))]! < 0) inside++;
        if (inside === 0 || inside === 8) continue;
        corners[index(i, j, k)] = positions.length / 3;
        const onMiddle = k === 0;
        let [x, y, z] = [place(0, i + 0.5), place(1, j + 0.5), onMiddle ? 0 : place(2, k + 0.5)];
        let n: [number, number, number] = [0, 1, 0];
        for (let step = 0; step < 4; step++) {
          const [value, gradient] = gradientAt(shape, x, y, z);
          const size = gradient[0] ** 2 + gradient[1] ** 2 + gradient[2] ** 2 || 1;
          const move = Math.max(-cell, Math.min(cell, value / Math.sqrt(size))) / Math.sqrt(size);
          x -= gradient[0] * move;
          y -= gradient[1] * move;
          if (!onMiddle) z -= gradient[2] * move;
          n = gradient;
        }
        const length = Math.hypot(...n) || 1;
        positions.push(x, y, z);
        normals.push(n[0] / length, n[1] / length, onMiddle ? 0 : n[2] / length);
      }

  const quad = (a: number, b: number, c: number, d: number, turned: boolean): void => {
    const [p, q, r, s] = [corners[a]!, corners[b]!, corners[c]!, corners[d]!];
    if (Math.min(p, q, r, s) < 0) return;
    if (turned) faces.push(p, r, q, p, s, r);
    else faces.push(p, q, r, p, r, s);
  };
  for (let i = 1; i < nx - 1; i++)
    for (let j = 1; j < ny - 1; j++)
      for (let k = 0; k < nz - 1; k++) {
        const isInside = values[index(i, j, k)]! < 0;
        if (k > 0 && isInside !== values[index(i + 1, j, k)]! < 0)
          quad(index(i, j - 1, k - 1), index(i, j, k - 1), index(i, j, k), index(i, j - 1, k), !isInside);
        if (k > 0 && isInside !== values[index(i, j + 1, k)]! < 0)
          quad(index(i - 1, j, k - 1), index(i - 1, j, k), index(i, j, k), index(i, j, k - 1), !isInside);
        if (isInside !== values[index(i, j, k + 1)]! < 0)
          quad(index(i - 1, j - 1, k), index(i, j - 1, k), index(i, j, k), index(i - 1, j, k), !isInside);
      }
  return { positions: new Float32Array(positions), normals: new Float32Array(normals), faces };
}

type Place = (axis: 0 | 1 | 2, i: number) => number;

/** Every fourth place first; only where the surface may be near, those between. */
function sample(
  shape: BodyShape,
  [nx, ny, nz]: readonly [number, number, number],
  place: Place,
  cell: number,
): Float32Array {
  const values = new Float32Array(nx * ny * nz);
  const block = 4;
  const near = cell * block * 1.9;
  for (let i = 0; i < nx; i += block)
    for (let j = 0; j < ny; j += block)
      for (let k = 0; k < nz; k += block) {
        const middle = shape.at(place(0, i + 1.5), place(1, j + 1.5), Math.abs(place(2, k + 1.5)));
        const exact = Math.abs(middle) < near;
        for (let a = i; a < Math.min(nx, i + block); a++)
          for (let b = j; b < Math.min(ny, j + block); b++)
            for (let c = k; c < Math.min(nz, k + block); c++)
              values[(a * ny + b) * nz + c] = exact
                ? shape.at(place(0, a), place(1, b), Math.abs(place(2, c)))
                : middle;
      }
  return values;
}

function gradientAt(shape: BodyShape, x: number, y: number, z: number): [number, [number, number, number]] {
  const at = (a: number, b: number, c: number): number => shape.at(a, b, Math.abs(c));
  const value = at(x, y, z);
  return [
    value,
    [
      (at(x + reach, y, z) - at(x - reach, y, z)) / (2 * reach),
      (at(x, y + reach, z) - at(x, y - reach, z)) / (2 * reach),
      (at(x, y, z + reach) - at(x, y, z - reach)) / (2 * reach),
    ],
  ];
}
