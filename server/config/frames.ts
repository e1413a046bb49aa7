/** Pages of others that a brand shows in a frame: its chat, and its place in a social network. */
import { asUrl, type Settings } from "./settings.ts";

/** Addresses by brand in capitals; what the others show is under the empty name. Read them with `frameFor`. */
type ByBrand = Record<string, string>;

export interface FramesConfig {
  chat: ByBrand;
  social: ByBrand;
}

export type FrameKind = keyof FramesConfig;

const settingOf = { chat: "CHAT_URL", social: "SOCIAL_URL" } as const satisfies Record<FrameKind, string>;

/** An address with the id that the other site knows the brand by. Left out: there is no such frame. */
export function readFrames(settings: Settings): { frames?: FramesConfig } {
  const read = (kind: FrameKind): ByBrand => {
    const setting = settingOf[kind];
    const named = new RegExp(`^${setting}(?:_([A-Z0-9]+))?$`);
    return Object.fromEntries(
      settings.names(setting).flatMap((name): [string, string][] => {
        const brand = named.exec(name);
        const address = settings.text(
          name,
          (text) => brand !== null && asUrl(text, ["https:", "http:"]) !== undefined && !text.includes("#"),
          `debe ser ${setting} o ${setting}_<MARCA>, con una dirección http o https sin «#»`,
          `must be ${setting} or ${setting}_<BRAND>, with an http or https address without #`,
        );
        return brand && address !== undefined ? [[brand[1] ?? "", new URL(address).href]] : [];
      }),
    );
  };
  const frames = { chat: read("chat"), social: read("social") };
  return Object.values(frames).every((named) => Object.keys(named).length === 0) ? {} : { frames };
}

/** The address of a brand's frame; undefined where it has none. */
export const frameFor = (
  frames: FramesConfig | undefined,
  kind: FrameKind,
  brand: string,
): string | undefined => frames?.[kind][brand.toUpperCase()] ?? frames?.[kind][""];

/** Settings that name a brand that there is not: a misspelt one would quietly do nothing. */
export function unknownFrameBrands(frames: FramesConfig | undefined, brands: string[]): string[] {
  const known = new Set(["", ...brands.map((brand) => brand.toUpperCase())]);
  return (["chat", "social"] as const).flatMap((kind) =>
    Object.keys(frames?.[kind] ?? {})
      .filter((brand) => !known.has(brand))
      .map((brand) => `${settingOf[kind]}_${brand}`),
  );
}
