import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  FrontSide,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from "three";
import { fittingsOf } from "./fittings.ts";
import { drawFront, drawLowerLamp } from "./front-panels.ts";
import { interiorOf } from "./interior.ts";
import { linearColour, overNothing, turn } from "./materials.ts";
import { outlineOf, type Outline } from "./outline.ts";
import { drawRear } from "./rear-panels.ts";
import { bodyFragment, bodyVertex, fittingsFragment, plainVertex, shadowFragment } from "./shaders.ts";
import { bodyShape, type BodyShape } from "./shape.ts";
import { sheetOf, type Sheet } from "./sheet.ts";
import { drawSide } from "./side-panels.ts";
import { surfaceOf } from "./surface.ts";
import type { Car } from "./types.ts";
import { wheelsOf } from "./wheels.ts";

export interface Paint {
  hex: string;
  /** How much of it are flakes of metal. */
  flake: number;
}

export interface BuiltCar {
  group: Group;
  paint: (paint: Paint) => void;
}

/** A car that can be drawn in any colour, its middle over the origin. */
export function buildCar(car: Car, cell: number): BuiltCar {
  const shape = bodyShape(car);
  const outline = outlineOf(car, shape);
  const sheet = sheetOf(outline.length, car.H + 0.02);
  drawSide(sheet, car, shape, outline);
  drawFront(sheet, car, shape, outline);
  drawLowerLamp(sheet, car, outline);
  drawRear(sheet, car, shape, outline);

  const geometry = geometryOf(car, shape, outline, cell);
  const uniforms = uniformsOf(car, shape, sheet);
  const skin = (inside: boolean): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader: bodyVertex,
      fragmentShader: bodyFragment,
      uniforms: { ...uniforms, uInside: { value: inside ? 1 : 0 } },
      side: inside ? BackSide : FrontSide,
      ...overNothing,
    });
  const shell = new Mesh(geometry, skin(false));
  shell.renderOrder = 3;
  const lining = new Mesh(geometry, skin(true));
  lining.renderOrder = 1;
  const paintOf = mirrorPaint(uniforms);
  const inner = new Group();
  inner.add(shell, lining, wheelsOf(car, shape), interiorOf(car, shape), fittingsOf(car, shape, paintOf));
  inner.position.x = -car.L / 2;
  const group = new Group();
  group.add(inner, shadowOf(car));
  return {
    group,
    paint({ hex, flake }) {
      uniforms.uPaint.value.copy(linearColour(hex));
      uniforms.uFlake.value = flake;
    },
  };
}

/** Both halves of the body, with what the shader asks of each place. */
function geometryOf(car: Car, shape: BodyShape, outline: Outline, cell: number): BufferGeometry {
  const { positions, normals, faces } = surfaceOf(car, shape, cell);
  const count = positions.length / 3;
  const both = {
    places: new Float32Array(count * 6),
    normals: new Float32Array(count * 6),
    along: new Float32Array(count * 2),
    parts: new Float32Array(count * 8),
  };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
    const parts = shape.parts(x, y, z);
    const along = outline.nearest(x, z);
    for (const [at, side] of [
      [i, 1],
      [i + count, -1],
    ] as const) {
      both.places.set([x, y, z * side], at * 3);
      both.normals.set([normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]! * side], at * 3);
      both.along[at] = along;
      both.parts.set([parts.aboveBelt, parts.cabinSide, parts.roof, parts.windscreen], at * 4);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(both.places, 3));
  geometry.setAttribute("normal", new BufferAttribute(both.normals, 3));
  geometry.setAttribute("along", new BufferAttribute(both.along, 1));
  geometry.setAttribute("parts", new BufferAttribute(both.parts, 4));
  // The other way around: what was outside stays outside.
  const mirrored = faces.map((_, i) => count + faces[i - (i % 3) + 2 - (i % 3)]!);
  geometry.setIndex([...faces, ...mirrored]);
  return geometry;
}

function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.generateMipmaps = true;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 1;
  return texture;
}

function uniformsOf(car: Car, shape: BodyShape, sheet: Sheet) {
  const [colours, details, lights] = sheet.canvases.map(textureOf);
  const half = car.W / 2;
  const bed = car.body === "pickup" ? shape.rearFoot.x + 0.06 : 100;
  return {
    uTurn: turn,
    uColours: { value: colours! },
    uDetails: { value: details! },
    uLights: { value: lights! },
    uSheet: { value: new Vector2(sheet.width, sheet.height) },
    uPaint: { value: new Vector3() },
    uFlake: { value: 0 },
    uAxles: { value: new Vector4(car.front, car.rear, car.tyre, shape.archRadius) },
    uHalf: { value: half },
    uHood: { value: new Vector4(0.12, shape.cowl.x, half - 0.3, half - 0.15) },
    uRoof: {
      value: new Vector4(
        shape.header.x,
        shape.roofEnd.x - (car.spoiler > 0 || car.rearFoot < 0.3 ? 0.5 : 0),
        0,
        bed,
      ),
    },
    uWindow: { value: new Vector3(0.05, car.spoiler > 0 ? 0.055 : 0.03, 0.03) },
    uBottom: { value: car.clearance },
  };
}

/** Fittings in the car's colour: no place of the sheet is theirs. */
function mirrorPaint(uniforms: ReturnType<typeof uniformsOf>): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: plainVertex,
    fragmentShader: fittingsFragment,
    uniforms: { uTurn: turn, uPaint: uniforms.uPaint, uFlake: uniforms.uFlake },
  });
}

function shadowOf(car: Car): Mesh {
  const plane = new Mesh(
    new PlaneGeometry(car.L + 3, car.W + 3).rotateX(-Math.PI / 2),
    new ShaderMaterial({
      vertexShader: plainVertex,
      fragmentShader: shadowFragment,
      uniforms: {
        uFoot: { value: new Vector4(car.L / 2, car.W / 2, car.front - car.L / 2, car.rear - car.L / 2) },
        uWheel: { value: car.tyre },
      },
      depthWrite: false,
      ...overNothing,
    }),
  );
  plane.renderOrder = 0;
  return plane;
}
