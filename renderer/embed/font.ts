import type { CompiledBrand } from "../../schemas/engine/evaluate.ts";
import type { MountOptions } from "./api.ts";

/** A brand's own font in a page of others. */
export interface PageFont {
  family: string;
  add(): void;
  remove(): void;
}

interface FontOrigin {
  /** Of the form in the page: forms of several brands stand on one. */
  id: string;
  options: MountOptions;
  /** Origin of the brand's site, where it is known. */
  site: string | undefined;
}

/**
 * The font that the brand brings; none where it has one that comes with the module, or where the page says one. Made by
 * script, because a page's policy may refuse style elements.
 */
export function brandFont(
  element: Element,
  { theme: { font } }: CompiledBrand,
  { id, options, site }: FontOrigin,
): PageFont | undefined {
  if (typeof font === "string" || options.theme?.font !== undefined) return undefined;
  const { fonts, baseURI, defaultView } = element.ownerDocument;
  const family = `Brand Font ${id}`;
  const face = new defaultView!.FontFace(family, `url("${new URL(font.address, site ?? baseURI).href}")`, {
    display: "swap",
    ...(font.weights ? { weight: font.weights.join(" ") } : {}),
  });
  return { family, add: () => void fonts.add(face), remove: () => void fonts.delete(face) };
}
