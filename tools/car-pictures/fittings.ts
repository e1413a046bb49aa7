import {
  CapsuleGeometry,
  CatmullRomCurve3,
  Group,
  Mesh,
  SphereGeometry,
  TubeGeometry,
  Vector3,
  type ShaderMaterial,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { plain } from "./materials.ts";
import { doorsOf } from "./side-panels.ts";
import type { BodyShape } from "./shape.ts";
import type { Car } from "./types.ts";

/** What stands out of the body: mirrors, handles, rails on the roof, wipers, the aerial. */
export function fittingsOf(car: Car, shape: BodyShape, paint: ShaderMaterial): Group {
  const group = new Group();
  const dark = plain("#0d0e0f", { gloss: 0.4 });
  const { pillar, to } = doorsOf(car, shape);
  const mirrorX = shape.cowl.x + 0.42;
  const mirrorY = shape.belt(mirrorX) + 0.1;
  const wall = shape.sideAt(mirrorX, mirrorY - 0.06);
  for (const side of [-1, 1]) {
    const mirror = new Group();
    const shell = new Mesh(new RoundedBoxGeometry(0.15, 0.14, 0.225, 6, 0.062), paint);
    const foot = new Mesh(new RoundedBoxGeometry(0.09, 0.04, 0.17, 3, 0.018), dark);
    foot.position.set(0.015, -0.062, -0.07);
    const pane = new Mesh(new SphereGeometry(1, 24, 16), plain("#8d979f", { gloss: 1, metal: 1 }));
    pane.scale.set(0.02, 0.056, 0.095);
    pane.position.x = 0.074;
    mirror.add(shell, foot, pane);
    mirror.position.set(mirrorX, mirrorY, side * (wall + 0.145));
    mirror.rotation.y = side * 0.12;
    mirror.scale.z = side;
    group.add(mirror);
    const doors =
      car.doors === 2 ? [pillar - 0.16] : [pillar - 0.14, to - (car.body === "pickup" ? 0.62 : 0.16)];
    for (const x of doors) {
      const y = shape.belt(x) - 0.085;
      const handle = new Mesh(new CapsuleGeometry(0.0135, 0.15, 6, 14).rotateZ(Math.PI / 2), paint);
      handle.position.set(x, y, side * (shape.sideAt(x, y) + 0.016));
      group.add(handle);
    }
    if (car.rails) group.add(railOf(car, shape, side));
  }
  const fin = new Mesh(new SphereGeometry(1, 20, 12), paint);
  fin.scale.set(0.085, 0.055, 0.02);
  const finX = shape.roofEnd.x - 0.16;
  fin.position.set(finX, shape.topAt(finX, 0) + 0.012, 0);
  fin.rotation.z = -0.25;
  if (car.body !== "van" && car.body !== "pickup") group.add(fin);
  for (const side of [-0.62, 0.08]) {
    const z = side * car.W * 0.42;
    const wiper = new Mesh(new CapsuleGeometry(0.008, 0.42, 4, 8).rotateX(Math.PI / 2), dark);
    const x = shape.cowl.x + 0.05 + 0.13 * (z / 0.7) ** 2;
    wiper.position.set(x, shape.topAt(x, z + 0.12) + 0.012, z + 0.12);
    wiper.rotation.y = 0.2 * Math.sign(z);
    group.add(wiper);
  }
  return group;
}

function railOf(car: Car, shape: BodyShape, side: number): Mesh {
  const from = shape.header.x + 0.12;
  const to = shape.roofEnd.x - 0.12;
  const spots = [0, 0.06, 0.25, 0.5, 0.75, 0.94, 1].map((t) => {
    const x = from + (to - from) * t;
    const z = shape.sideAt(x, shape.roof(x) - 0.075) - 0.075;
    const isEnd = t === 0 || t === 1;
    return new Vector3(x, shape.roof(x) - 0.018 + (isEnd ? -0.012 : 0.03), side * z);
  });
  const curve = new CatmullRomCurve3(spots, false, "catmullrom", 0.3);
  const material =
    car.body === "large-suv" || car.body === "wagon"
      ? plain("#b5babf", { gloss: 0.6, metal: 0.9 })
      : plain("#101112", { gloss: 0.6 });
  return new Mesh(new TubeGeometry(curve, 60, 0.017, 10), material);
}
