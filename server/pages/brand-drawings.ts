/** Drawings made of a brand's own mark, wordmark and colours, for browsers, home screens and what is shared. */
import { Resvg } from "@resvg/resvg-js";
import type { BrandTheme } from "../../schemas/engine/serve.ts";

/** What a brand's drawings are made of. */
export interface BrandSources {
  /** SVG of the name. */
  wordmark: string;
  /** SVG of the sign alone, in a square. Left out, the left end of the wordmark. */
  mark?: string;
  theme: Pick<BrandTheme, "colours" | "hero">;
}

export interface BrandImage {
  type: string;
  draw(sources: BrandSources): Buffer;
}

/** Size of the picture that goes with a shared page. */
export const sharedPicture = { name: "shared.png", width: 1200, height: 630 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An SVG's shapes, in a box of another one. @throws {Error} on what is no SVG with a view box. */
function placed(svg: string, { x, y, width, height }: Box, view?: Box): string {
  const [, tag = "", shapes] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? [];
  const own = /viewBox="([^"]+)"/.exec(tag)?.[1];
  if (own === undefined || shapes === undefined) throw new Error("the drawing is no SVG with a viewBox");
  const box = view ? `${view.x} ${view.y} ${view.width} ${view.height}` : own;
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box}">${shapes}</svg>`;
}

/** A drawing without what is empty around it, so that who centres it centres what is seen. */
export function trimmed(svg: string): string {
  const drawn = new Resvg(svg).getBBox();
  if (!drawn) return svg;
  const { width, height } = drawn;
  return drawing(width, height, placed(svg, { x: 0, y: 0, width, height }, drawn));
}

const drawing = (width: number, height: number, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes}</svg>`;

const ground = (width: number, height: number, colour: string): string =>
  `<rect width="${width}" height="${height}" fill="${colour}"/>`;

const png = (svg: string, width: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng();

/** The sign in a square of this size, with this share of it around the sign. */
function markIn({ mark, wordmark }: BrandSources, size: number, margin: number): string {
  const inner = size * (1 - 2 * margin);
  const box = { x: size * margin, y: size * margin, width: inner, height: inner };
  if (mark !== undefined) return placed(mark, box);
  const height = Number(/viewBox="\S+ \S+ \S+ (\S+)"/.exec(wordmark)?.[1] ?? 48);
  return placed(wordmark, box, { x: 0, y: 0, width: height, height });
}

/** A home screen cuts its own shape out: the ground goes to the edges. */
const tile = (sources: BrandSources, size: number, margin: number): Buffer =>
  png(drawing(size, size, ground(size, size, "#fff") + markIn(sources, size, margin)), size);

const plain = (sources: BrandSources, size: number): Buffer =>
  png(drawing(48, 48, markIn(sources, 48, 0)), size);

/** Pictures of several sizes in one `.ico`: each as PNG, behind a table of where they are. */
function ico(pictures: { size: number; content: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, content }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(content.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += content.length;
  });
  return Buffer.concat([head, ...pictures.map(({ content }) => content)]);
}

/** The name on a white card, on the ground of the brand's large titles. */
function shared({ wordmark, theme }: BrandSources): Buffer {
  const { width, height } = sharedPicture;
  const { primary, ink, accent, surface } = theme.colours;
  const colour = { primary, ink, light: surface }[theme.hero];
  const drawn = new Resvg(wordmark).getBBox();
  const most = { width: 720, height: 170 };
  const scale = drawn ? Math.min(most.width / drawn.width, most.height / drawn.height) : 1;
  const size = { width: (drawn?.width ?? 0) * scale, height: (drawn?.height ?? 0) * scale };
  const [middle, centre] = [width / 2, height / 2 - 20];
  const card = { width: size.width + 160, height: size.height + 140 };
  return png(
    drawing(
      width,
      height,
      ground(width, height, colour) +
        `<circle cx="${width - 90}" cy="${height - 60}" r="330" fill="${accent}" opacity="0.14"/>` +
        `<circle cx="${width - 90}" cy="${height - 60}" r="210" fill="${accent}" opacity="0.14"/>` +
        `<path d="M0 ${height - 28}H${width}V${height}H0z" fill="${accent}"/>` +
        `<rect x="${middle - card.width / 2}" y="${centre - card.height / 2}" width="${card.width}" height="${card.height}" rx="36" fill="#fff"/>` +
        (drawn
          ? placed(wordmark, { x: middle - size.width / 2, y: centre - size.height / 2, ...size }, drawn)
          : ""),
    ),
    width,
  );
}

const pngOf = (draw: BrandImage["draw"]): BrandImage => ({ type: "image/png", draw });

/** Every drawing that is served of a brand, by the name of its file. */
export const drawings: Record<string, BrandImage> = {
  "wordmark.svg": { type: "image/svg+xml", draw: ({ wordmark }) => Buffer.from(wordmark) },
  "icon.svg": {
    type: "image/svg+xml",
    draw: (sources) => Buffer.from(drawing(48, 48, markIn(sources, 48, 0))),
  },
  "favicon.ico": {
    type: "image/x-icon",
    draw: (sources) => ico([16, 32, 48].map((size) => ({ size, content: plain(sources, size) }))),
  },
  "apple-touch-icon.png": pngOf((sources) => tile(sources, 180, 0.16)),
  "icon-192.png": pngOf((sources) => plain(sources, 192)),
  "icon-512.png": pngOf((sources) => plain(sources, 512)),
  // What counts stands in the circle that every shape leaves.
  "icon-maskable-512.png": pngOf((sources) => tile(sources, 512, 0.22)),
  [sharedPicture.name]: pngOf(shared),
};
