/** Colours as `#rrggbb`. */

type Channels = [red: number, green: number, blue: number];

const channels = (colour: string): Channels => {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) throw new Error(`"${colour}" is no colour of the form #rrggbb`);
  return [found[1]!, found[2]!, found[3]!].map((pair) => Number.parseInt(pair, 16)) as Channels;
};

const written = (parts: number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** `share` of the second colour, 0 to 1, in the first. */
export function mix(colour: string, other: string, share: number): string {
  const [from, to] = [channels(colour), channels(other)];
  return written(from.map((part, index) => part + (to[index]! - part) * share));
}

/** The light of each channel, 0 to 1: red, green, blue. */
export const linear = (colour: string): Channels =>
  channels(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;

/** Relative luminance, 0 to 1, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, darkened until it can be read on `background`: 4.5, what AA asks of text. */
export function readableOn(colour: string, background: string, least = 4.5): string {
  for (let share = 0; share < 1; share += 0.05) {
    const darker = mix(colour, "#000000", share);
    if (contrast(darker, background) >= least) return darker;
  }
  return "#000000";
}

/** Whether a colour has next to no hue. */
export function isGrey(colour: string): boolean {
  const parts = channels(colour);
  return Math.max(...parts) - Math.min(...parts) < 40;
}

/** Black or white, whichever is easier to read on it. */
export const textOn = (background: string): string =>
  contrast("#ffffff", background) >= 4.5 ? "#ffffff" : "#000000";

/** A brand's colour, dark enough for white text. */
export const mainOf = (colour: string): string => readableOn(colour, "#ffffff");
