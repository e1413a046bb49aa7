import type { BrandTheme } from "../../schemas/engine/evaluate.ts";
import { isGrey, mainOf, mix, readableOn, textOn } from "./colours.ts";

/** The families of `fonts.css` by the name that themes use. */
const families: Record<string, string> = {
  archivo: "Archivo",
  figtree: "Figtree",
  manrope: "Manrope",
  "nunito-sans": "Nunito Sans",
  outfit: "Outfit",
  rubik: "Rubik",
};

/** The family of a font that a brand brings: by its own name it could be taken for another one. */
const ownFamily = "Brand Font";

const device = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The fonts of a text in a brand's own font, by its family. */
export const ownFonts = (family: string): string => `"${family}", ${device}`;

/**
 * The fonts of a brand's text, its own first.
 * @throws {Error} when there is no such family.
 */
export function fontsOf({ font }: BrandTheme): string {
  if (typeof font === "object") return ownFonts(ownFamily);
  const family = families[font];
  if (family === undefined) throw new Error(`there is no font "${font}"`);
  return `"${family}", "${family} Local", ${device}`;
}

/** What tells the browser where the brand's own font is; nothing where it has one that comes with the site. */
export function fontFace({ font }: BrandTheme): string {
  if (typeof font === "string") return "";
  const weight = font.weights ? `font-weight:${font.weights.join(" ")};` : "";
  return `@font-face{font-family:"${ownFamily}";${weight}font-display:swap;src:url("${font.address}") format("woff2")}`;
}

/** How round corners are, by the name that themes use. */
const radii: Record<string, string> = {
  xs: "0.125rem",
  sm: "0.25rem",
  md: "0.5rem",
  lg: "1rem",
  xl: "2rem",
};

/** @throws {Error} when there is no such radius. */
function radiusOf({ radius }: BrandTheme): string {
  const size = Object.hasOwn(radii, radius) ? radii[radius] : undefined;
  if (size === undefined) throw new Error(`there is no radius "${radius}"`);
  return size;
}

/** The red of what is wrong. Brands' main colours keep away from it. */
export const danger = "#b3121d";

/** What large titles stand on, and what is written and drawn there. */
function heroOf({ colours, hero }: BrandTheme): Record<"from" | "to" | "text" | "body" | "deep", string> {
  const { primary, accent, ink } = colours;
  const main = mainOf(primary);
  if (hero === "light") {
    const from = mix(accent, "#ffffff", 0.82);
    return { from, to: mix(main, "#ffffff", 0.86), text: ink, body: main, deep: mix(main, "#000000", 0.35) };
  }
  const [from, to] =
    hero === "ink"
      ? [mix(ink, "#000000", 0.3), mix(ink, "#ffffff", 0.04)]
      : [main, mix(main, "#000000", 0.4)];
  return { from, to, text: "#ffffff", body: accent, deep: mix(accent, "#000000", 0.38) };
}

/** A brand's look as custom properties, for all style sheets of the pages. */
export function brandProperties(theme: BrandTheme): Record<string, string> {
  const { primary, accent, ink, surface } = theme.colours;
  const main = mainOf(primary);
  const hero = heroOf(theme);
  // Drawings in black or grey would be lifeless.
  const drawn = isGrey(main) ? accent : main;
  return {
    "--brand-font": fontsOf(theme),
    "--brand-radius": radiusOf(theme),
    "--brand-main": main,
    "--brand-deep": mix(main, "#000000", 0.35),
    "--brand-tint": mix(main, "#ffffff", 0.92),
    "--brand-accent": accent,
    "--brand-on-accent": textOn(accent),
    "--brand-ink": ink,
    "--brand-quiet": readableOn(mix(ink, "#ffffff", 0.35), surface, 4.8),
    "--brand-surface": surface,
    "--brand-line": mix(ink, "#ffffff", 0.85),
    "--brand-edge": readableOn(mix(ink, "#ffffff", 0.45), "#ffffff", 3.2),
    "--brand-danger": danger,
    "--brand-danger-tint": "#fdf1f1",
    "--brand-hero-from": hero.from,
    "--brand-hero-to": hero.to,
    "--brand-on-hero": hero.text,
    "--brand-hero-drawing": hero.body,
    "--brand-hero-drawing-deep": hero.deep,
    "--brand-drawing": drawn,
    "--brand-drawing-deep": mix(drawn, "#000000", 0.35),
  };
}
