/** What runs in the browser: one WebGL context that draws cars, one model after the other. */
import {
  LinearFilter,
  Matrix3,
  PerspectiveCamera,
  RGBAFormat,
  Scene,
  UnsignedByteType,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { buildCar, type BuiltCar, type Paint } from "./build-car.ts";
import { carOf } from "./bodies.ts";
import { turn } from "./materials.ts";
import type { CarModel } from "./types.ts";

/** A picture that is asked for: degrees around the car from its front, and size. */
export interface Frame {
  degrees: number;
  width: number;
  height: number;
}

export interface Stage {
  load: (model: CarModel, cell?: number) => void;
  paint: (paint: Paint) => void;
  /** RGBA in base64, the top row first, not multiplied with alpha. */
  draw: (frame: Frame) => string;
}

declare global {
  interface Window {
    stage: Stage;
  }
}

const renderer = new WebGLRenderer({ alpha: true, antialias: false, preserveDrawingBuffer: false });
renderer.setClearColor(0x000000, 0);
renderer.outputColorSpace = "srgb-linear";
const scene = new Scene();
const camera = new PerspectiveCamera(20, 2, 1, 40);
/** Kept: they are come back to for each round of pictures. */
const built = new Map<string, BuiltCar>();
let current: BuiltCar | undefined;
let length = 4.5;
let tall = 1.5;
let target: WebGLRenderTarget | undefined;
let pixels = new Uint8Array(0);

window.stage = {
  load(model, cell = 0.019) {
    if (current) scene.remove(current.group);
    const car = carOf(model);
    current = built.get(model.slug) ?? buildCar(car, cell);
    built.set(model.slug, current);
    scene.add(current.group);
    length = car.L;
    tall = car.H;
  },
  paint: (paint) => current?.paint(paint),
  draw({ degrees, width, height }) {
    if (target?.width !== width || target.height !== height) {
      target?.dispose();
      target = new WebGLRenderTarget(width, height, {
        format: RGBAFormat,
        type: UnsignedByteType,
        minFilter: LinearFilter,
        samples: 0,
      });
      pixels = new Uint8Array(width * height * 4);
    }
    place(degrees, width / height);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    return base64(upright(width, height));
  },
};

/** A long lens at the height of a person's chest. */
function place(degrees: number, aspect: number): void {
  const angle = (degrees * Math.PI) / 180;
  const wide = 27;
  camera.aspect = aspect;
  camera.fov = (2 * Math.atan(Math.tan((wide * Math.PI) / 360) / aspect) * 180) / Math.PI;
  // Small cars stay a little smaller than large ones.
  const size = Math.max(length * 0.72 + 4.6 * 0.28, tall * 2.45);
  const distance = size / 0.9 / 2 / Math.tan((wide * Math.PI) / 360) + 0.75;
  camera.position.set(-Math.cos(angle) * distance, 1.55, Math.sin(angle) * distance);
  camera.lookAt(0, tall * 0.44, 0);
  camera.updateProjectionMatrix();
  const [s, c] = [Math.sin(Math.PI / 2 - angle), Math.cos(Math.PI / 2 - angle)];
  turn.value.copy(new Matrix3().set(c, 0, s, 0, 1, 0, -s, 0, c));
}

/** WebGL has the lowest row first, and colours multiplied with alpha. */
function upright(width: number, height: number): Uint8Array {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    let to = (height - 1 - y) * width * 4;
    for (let from = y * width * 4; from < (y + 1) * width * 4; from += 4, to += 4) {
      const alpha = pixels[from + 3]!;
      if (alpha === 0) continue;
      const by = 255 / alpha;
      turned[to] = Math.min(255, pixels[from]! * by);
      turned[to + 1] = Math.min(255, pixels[from + 1]! * by);
      turned[to + 2] = Math.min(255, pixels[from + 2]! * by);
      turned[to + 3] = alpha;
    }
  }
  return turned;
}

function base64(bytes: Uint8Array): string {
  const able = bytes as Uint8Array & { toBase64?: () => string };
  if (able.toBase64) return able.toBase64();
  const part = 0x8000;
  let text = "";
  for (let i = 0; i < bytes.length; i += part) text += String.fromCharCode(...bytes.subarray(i, i + part));
  return btoa(text);
}
