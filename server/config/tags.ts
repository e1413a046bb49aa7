/** Which container of tags a brand's pages load: what marketing measures with. */
import type { Settings } from "./settings.ts";

export interface TagsConfig {
  /** The provider's script. */
  scriptUrl: string;
  /** Ids by brand in capitals; what the others load is under the empty name. Read them with `containerFor`. */
  containers: Record<string, string>;
}

const googleScript = "https://www.googletagmanager.com/gtm.js";
const prefix = "TAG_CONTAINER";
const named = /^TAG_CONTAINER(?:_([A-Z0-9]+))?$/;

/** Left out: nothing of anybody else's is loaded for it. */
export function readTags(settings: Settings): { tags?: TagsConfig } {
  const containers: TagsConfig["containers"] = {};
  for (const name of settings.names(prefix)) {
    const brand = named.exec(name);
    const id = settings.text(
      name,
      (text) => brand !== null && /^GTM-[A-Z0-9]{4,12}$/.test(text),
      "debe ser TAG_CONTAINER o TAG_CONTAINER_<MARCA>, con un contenedor de Google Tag Manager, como GTM-ABCD123",
      "must be TAG_CONTAINER or TAG_CONTAINER_<BRAND>, with a container of Google Tag Manager, such as GTM-ABCD123",
    );
    if (brand && id !== undefined) containers[brand[1] ?? ""] = id;
  }
  const scriptUrl = settings.url("TAG_SCRIPT_URL", ["http:", "https:"])?.href ?? googleScript;
  return Object.keys(containers).length === 0 ? {} : { tags: { scriptUrl, containers } };
}

/** The container of a brand's pages; undefined where they load none. */
export const containerFor = (tags: TagsConfig | undefined, brand: string): string | undefined =>
  tags?.containers[brand.toUpperCase()] ?? tags?.containers[""];

/** Brands that settings name and that there are not: a misspelt one would quietly do nothing. */
export function unknownTagBrands(tags: TagsConfig | undefined, brands: string[]): string[] {
  const known = new Set(["", ...brands.map((brand) => brand.toUpperCase())]);
  return Object.keys(tags?.containers ?? {}).filter((brand) => !known.has(brand));
}
