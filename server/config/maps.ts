/** Whose maps pages draw on. */
import type { Settings } from "./settings.ts";

export interface MapsConfig {
  /** Public: the page shows it to the provider, who says for which sites it is good. */
  key: string;
  /** The provider's script. */
  scriptUrl: string;
}

const googleScript = "https://maps.googleapis.com/maps/api/js";

/** Left out: pages draw a map of our own. */
export function readMaps(settings: Settings): { maps?: MapsConfig } {
  const key = settings.text(
    "MAPS_KEY",
    (value) => /^[A-Za-z0-9_-]{10,200}$/.test(value),
    "debe ser una clave de Google Maps: de 10 a 200 letras, dígitos, «-» o «_»",
    "must be a key of Google Maps: 10 to 200 letters, digits, - or _",
  );
  const scriptUrl = settings.url("MAPS_SCRIPT_URL", ["http:", "https:"])?.href ?? googleScript;
  return key === undefined ? {} : { maps: { key, scriptUrl } };
}
