/** A place on the unrolled half of a body: metres along its outline, and height. */
export type Spot = [s: number, y: number];

/** What a place of the body is of. Numbers from 0 to 1; a height of 0.5 is the body's own. */
export interface Ink {
  colour: string;
  glass?: number;
  height?: number;
  gloss?: number;
  metal?: number;
  glow?: number;
}

export interface Sheet {
  /** What is not paint, with its coverage; glass, height and gloss; glow, metal and shade. */
  canvases: [HTMLCanvasElement, HTMLCanvasElement, HTMLCanvasElement];
  width: number;
  height: number;
  cover: (path: Path2D, ink: Ink) => void;
  line: (path: Path2D, width: number, ink: Ink) => void;
  /** A joint between panels. */
  seam: (path: Path2D, width?: number) => void;
  /** Darkness around a place, as in corners that little light reaches. */
  shade: (path: Path2D, strength: number, blur: number, width?: number) => void;
  /** Draws only within a path. */
  within: (path: Path2D, draw: () => void) => void;
}

export const black: Ink = { colour: "#0b0c0d", gloss: 0.35 };
export const plastic: Ink = { colour: "#2b2d30", gloss: 0.16 };
export const gloss: Ink = { colour: "#060607", gloss: 0.9 };
export const chrome: Ink = { colour: "#a9adb1", gloss: 0.85, metal: 1 };
export const satin: Ink = { colour: "#9da1a5", gloss: 0.5, metal: 0.8 };

const perMetre = 400;

/** Canvases of a body's unrolled half, in metres with the height upwards. */
export function sheetOf(width: number, height: number): Sheet {
  const canvases = [0, 1, 2].map(() => {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * perMetre);
    canvas.height = Math.ceil(height * perMetre);
    return canvas;
  }) as Sheet["canvases"];
  const contexts = canvases.map((canvas) => {
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.setTransform(perMetre, 0, 0, -perMetre, 0, canvas.height);
    context.lineJoin = "round";
    context.lineCap = "round";
    return context;
  });
  const [colours, details, lights] = contexts as [
    CanvasRenderingContext2D,
    CanvasRenderingContext2D,
    CanvasRenderingContext2D,
  ];
  details.fillStyle = "rgb(0 128 0)";
  details.fillRect(0, 0, width, height);
  lights.fillStyle = "rgb(0 0 255)";
  lights.fillRect(0, 0, width, height);
  const bytes = (...parts: number[]): string =>
    `rgb(${parts.map((part) => Math.round(part * 255)).join(" ")})`;
  const styles = (ink: Ink): string[] => [
    ink.colour,
    bytes(ink.glass ?? 0, ink.height ?? 0.5, ink.gloss ?? 0.3),
    bytes(ink.glow ?? 0, ink.metal ?? 0, 1),
  ];
  const all = (ink: Ink, draw: (context: CanvasRenderingContext2D) => void): void => {
    const each = styles(ink);
    for (const [i, context] of contexts.entries()) {
      context.fillStyle = context.strokeStyle = each[i]!;
      draw(context);
    }
  };
  const line: Sheet["line"] = (path, thickness, ink) =>
    all(ink, (context) => {
      context.lineWidth = thickness;
      context.stroke(path);
    });
  return {
    canvases,
    width,
    height,
    cover: (path, ink) => all(ink, (context) => context.fill(path)),
    line,
    seam(path, thickness = 0.0065) {
      details.strokeStyle = "rgb(0 90 0)";
      details.lineWidth = thickness * 1.9;
      details.stroke(path);
      details.strokeStyle = "rgb(0 40 0)";
      details.lineWidth = thickness * 0.9;
      details.stroke(path);
      colours.strokeStyle = "rgb(6 7 8 / 0.88)";
      colours.lineWidth = thickness;
      colours.stroke(path);
    },
    shade(path, strength, blur, thickness) {
      // Wider and wider strokes instead of the canvas's own blur, which costs half a second each.
      lights.globalCompositeOperation = "multiply";
      const steps = 4;
      lights.strokeStyle = lights.fillStyle = bytes(1, 1, 1 - strength / (steps + 1));
      if (thickness === undefined) lights.fill(path);
      for (let step = 1; step <= steps; step++) {
        lights.lineWidth = (thickness ?? 0) + (2 * blur * step) / steps;
        lights.stroke(path);
      }
      lights.globalCompositeOperation = "source-over";
    },
    within(path, draw) {
      for (const context of contexts) {
        context.save();
        context.clip(path);
      }
      draw();
      for (const context of contexts) context.restore();
    },
  };
}

/** A closed shape with rounded corners. */
export function shapeOf(spots: Spot[], radius = 0): Path2D {
  const path = new Path2D();
  const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  path.moveTo(...middle(spots.at(-1)!, spots[0]!));
  for (const [i, spot] of spots.entries()) {
    const next = middle(spot, spots[(i + 1) % spots.length]!);
    path.arcTo(...spot, ...next, radius);
    path.lineTo(...next);
  }
  path.closePath();
  return path;
}

/** A line through places, softly. */
export function curveOf(spots: Spot[]): Path2D {
  const path = new Path2D();
  path.moveTo(...spots[0]!);
  for (let i = 1; i < spots.length - 1; i++) {
    const [a, b] = [spots[i]!, spots[i + 1]!];
    const isLast = i === spots.length - 2;
    path.quadraticCurveTo(...a, isLast ? b[0] : (a[0] + b[0]) / 2, isLast ? b[1] : (a[1] + b[1]) / 2);
  }
  if (spots.length === 2) path.lineTo(...spots[1]!);
  return path;
}

export function circleOf([s, y]: Spot, radius: number): Path2D {
  const path = new Path2D();
  path.arc(s, y, radius, 0, Math.PI * 2);
  return path;
}
