import { BoxGeometry, Group, Mesh, TorusGeometry, type BufferGeometry } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { plain } from "./materials.ts";
import { doorsOf } from "./side-panels.ts";
import type { BodyShape } from "./shape.ts";
import type { Car } from "./types.ts";

/** What is seen through the windows: seats, dashboard, steering wheel; and the floor that hides what is under the car. */
export function interiorOf(car: Car, shape: BodyShape): Group {
  const group = new Group();
  const cloth = plain("#34373b", { gloss: 0.12, shade: 0.9 });
  const dark = plain("#141517", { gloss: 0.15, shade: 0.8 });
  const add = (
    geometry: BufferGeometry,
    material: typeof cloth,
    x: number,
    y: number,
    z: number,
    tilt = 0,
  ): void => {
    const mesh = new Mesh(geometry, material);
    mesh.position.set(x, y, z);
    mesh.rotation.z = tilt;
    group.add(mesh);
  };
  const half = car.W / 2;
  const { pillar } = doorsOf(car, shape);
  const seat = shape.belt(pillar) - 0.36;
  const back = new RoundedBoxGeometry(0.13, 0.62, half * 0.56, 3, 0.05);
  const head = new RoundedBoxGeometry(0.09, 0.17, half * 0.28, 3, 0.04);
  const cushion = new RoundedBoxGeometry(0.5, 0.14, half * 0.56, 3, 0.05);
  for (const side of [-1, 1]) {
    const z = side * half * 0.4;
    const x = pillar - 0.12;
    add(back, cloth, x, seat + 0.34, z, -0.24);
    add(head, cloth, x + 0.1, Math.min(seat + 0.74, shape.topAt(x + 0.16, z) - 0.17), z, -0.16);
    add(cushion, cloth, x - 0.3, seat, z, 0.08);
  }
  const rows = car.panelled ? 0 : car.doors === 2 ? 0 : 1;
  if (rows > 0) {
    const x = Math.min(pillar + 0.86, shape.rearFoot.x - 0.5, shape.roofEnd.x - 0.1);
    add(new RoundedBoxGeometry(0.14, 0.56, half * 1.36, 3, 0.05), cloth, x, seat + 0.34, 0, -0.26);
    for (const z of [-0.44, 0.44])
      add(
        head,
        cloth,
        x + 0.1,
        Math.min(seat + 0.7, shape.topAt(x + 0.18, z * half) - 0.17),
        z * half,
        -0.16,
      );
  }
  const dash = shape.cowl.x + 0.42;
  add(
    new RoundedBoxGeometry(0.6, 0.26, half * 1.5, 3, 0.08),
    dark,
    dash - 0.05,
    shape.belt(dash) - 0.13,
    0,
    0.06,
  );
  const wheel = new Mesh(new TorusGeometry(0.18, 0.017, 10, 40), plain("#0c0d0e", { gloss: 0.3 }));
  wheel.rotation.set(0, Math.PI / 2, 0.42);
  wheel.rotation.order = "ZYX";
  wheel.position.set(dash + 0.42, shape.belt(dash) - 0.02, half * 0.4);
  group.add(wheel);
  const length = car.L - 0.5;
  add(
    new BoxGeometry(length, 0.1, half * 0.9),
    plain("#070708", { gloss: 0.02, shade: 0.4 }),
    0.25 + length / 2,
    car.clearance + 0.16,
    0,
  );
  return group;
}
