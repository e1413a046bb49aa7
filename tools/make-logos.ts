/**
 * `npm run make-logos`: draws the name of each make of the reference data as a mark, into `fixtures/media/makes`. They stand
 * where a dealer has the makes' own logos, which nobody may copy: names in letters of our own, and nothing else.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand, type Terminal } from "./authors/project.ts";
import { letters, marks } from "./make-logos/letters.ts";

const root = join(import.meta.dirname, "..");
export const logosFolder = join(root, "fixtures/media/makes");

export interface Make {
  name: string;
  slug: string;
}

export function makesOf(folder = join(root, "fixtures/reference/vehicles")): Make[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Make);
}

/** How a make is written: always the same for one, and seldom the same for two. */
function styleOf(slug: string) {
  const bytes = createHash("sha256").update(slug).digest();
  const pick = <One>(at: number, ...all: One[]): One => all[bytes[at]! % all.length]!;
  return {
    pen: pick(0, 1.7, 2.2, 2.8),
    gap: pick(1, 3.4, 4.4, 6),
    slant: pick(2, 0, 0, -10, -14),
    wide: pick(3, 0.9, 1, 1.2),
    ends: pick(4, "round", "butt"),
    line: pick(5, "none", "none", "under"),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** @throws {Error} when a name has a letter that nobody drew. */
export function logoOf({ name, slug }: Make): string {
  const { pen, gap, slant, wide, ends, line } = styleOf(slug);
  let at = 0;
  const drawn: string[] = [];
  for (const letter of name.toUpperCase().normalize("NFD")) {
    const mark = marks[letter];
    if (mark) {
      const [before, width] = [drawn.length - 1, letters["E"]![0]];
      drawn[before] = drawn[before]!.replace(/"\/>$/, `${mark(width)}"/>`);
      continue;
    }
    const shape = letters[letter];
    if (!shape) throw new Error(`no letter "${letter}" is drawn, of "${name}"`);
    const [width, path] = shape;
    if (path !== "") drawn.push(`<path transform="translate(${round(at)})" d="${path}"/>`);
    at += width + gap;
  }
  const length = round(at - gap);
  if (line === "under") drawn.push(`<path d="M0 19H${length}" stroke-width="1"/>`);
  const [room, above] = [4, 6];
  const leaning = Math.tan((-slant * Math.PI) / 180) * 14;
  const width = Math.ceil((length + leaning) * wide + 2 * room);
  const height = 14 + 2 * above + (line === "under" ? 4 : 0);
  const place = `translate(${round(room + leaning * wide)} ${above}) scale(${wide} 1) skewX(${slant})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 4}" height="${height * 4}">
<g transform="${place}" fill="none" stroke="#20262e" stroke-width="${pen}" stroke-linecap="${ends}" stroke-linejoin="${ends === "round" ? "round" : "miter"}">
${drawn.join("\n")}
</g>
</svg>
`;
}

export async function makeLogosCommand(_words: string[], terminal: Terminal): Promise<number> {
  mkdirSync(logosFolder, { recursive: true });
  const makes = makesOf();
  for (const make of makes) writeFileSync(join(logosFolder, `${make.slug}.svg`), logoOf(make));
  terminal.out(`${makes.length} marcas dibujadas / makes drawn\n`);
  return 0;
}

if (import.meta.main) await runCommand(makeLogosCommand);
