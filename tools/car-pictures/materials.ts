import {
  AddEquation,
  Color,
  CustomBlending,
  DoubleSide,
  Matrix3,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  Vector3,
  type Side,
} from "three";
import { plainFragment, plainVertex } from "./shaders.ts";

/** Shared by all materials of a stage: how the studio is turned. */
export const turn = { value: new Matrix3() };

/** Colours are multiplied with their alpha already: what is behind glass may be nothing. */
export const overNothing = {
  transparent: true,
  blending: CustomBlending,
  blendEquation: AddEquation,
  blendSrc: OneFactor,
  blendDst: OneMinusSrcAlphaFactor,
} as const;

export interface Finish {
  gloss?: number;
  metal?: number;
  glow?: number;
  shade?: number;
}

export const linearColour = (colour: string): Vector3 => {
  const { r, g, b } = new Color(colour);
  return new Vector3(r, g, b);
};

/** A material of one colour. */
export function plain(
  colour: string,
  { gloss = 0.3, metal = 0, glow = 0, shade = 1 }: Finish = {},
  side: Side = DoubleSide,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: plainVertex,
    fragmentShader: plainFragment,
    uniforms: {
      uTurn: turn,
      uColour: { value: linearColour(colour) },
      uFinish: { value: new Vector3(gloss, metal, glow) },
      uShade: { value: shade },
    },
    side,
  });
}
