/** Which services answer elsewhere, and by which keys they and ours are reached. */
import { portOf } from "./network.ts";
import { asBaseUrl, type Settings } from "./settings.ts";

export interface ServicesConfig {
  services: { port: number | "off"; key?: string };
  /** Base URLs by `<SERVICE>` or `<SERVICE>_<BRAND>`; read them with `upstreamFor`. */
  upstreams: Record<string, string>;
  /** What an upstream knows us by, by the same names; read them with `tokenFor`. */
  tokens: Record<string, string>;
  /** Those that this program answers itself in production, or `all`. */
  embeddedServices?: string[];
}

const idPattern = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;
const tokenPattern = /^[\x21-\x7e]{1,4000}$/;

function byService(
  settings: Settings,
  prefix: string,
  read: (text: string) => string | undefined,
  [es, en]: [string, string],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of settings.names(prefix)) {
    const id = name.slice(prefix.length);
    const value = idPattern.test(id) ? read(settings.get(name)!) : undefined;
    if (value === undefined) settings.refuse(name, es, en);
    else found[id] = value;
  }
  return found;
}

const baseUrl = (text: string): string | undefined => asBaseUrl(text, ["http:", "https:"]);

export function readServices(settings: Settings, production: boolean): ServicesConfig {
  const port = portOf(settings, "SERVICES_PORT", 3001, "off");
  const key = settings.key("SERVICES_KEY");
  if (settings.get("SERVICES_KEY") === undefined && production && port !== "off") {
    settings.refuse(
      "SERVICES_KEY",
      "es obligatoria en producción, salvo con SERVICES_PORT=off",
      "is required in production, unless SERVICES_PORT=off",
    );
  }
  const embedded = settings.get("EMBEDDED_SERVICES");
  return {
    services: { port, ...(key === undefined ? {} : { key }) },
    ...(embedded === undefined ? {} : { embeddedServices: embedded.split(",").map((name) => name.trim()) }),
    upstreams: byService(settings, "UPSTREAM_", baseUrl, [
      "debe ser UPSTREAM_<SERVICIO> o UPSTREAM_<SERVICIO>_<MARCA>, con una URL http(s) sin usuario, consulta ni ancla",
      "must be UPSTREAM_<SERVICE> or UPSTREAM_<SERVICE>_<BRAND>, with an http(s) URL without user, query or fragment",
    ]),
    tokens: byService(settings, "TOKEN_", (text) => (tokenPattern.test(text) ? text : undefined), [
      "debe ser TOKEN_<SERVICIO> o TOKEN_<SERVICIO>_<MARCA>, con caracteres ASCII sin espacios",
      "must be TOKEN_<SERVICE> or TOKEN_<SERVICE>_<BRAND>, with ASCII characters without spaces",
    ]),
  };
}

export const settingName = (service: string): string =>
  service.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();

const settingFor = (settings: Record<string, string>, service: string, brand: string): string | undefined => {
  const name = settingName(service);
  return settings[`${name}_${brand.toUpperCase()}`] ?? settings[name];
};

/** The base URL of a service for a brand, ending in `/`; undefined where the embedded one answers. */
export const upstreamFor = (
  { upstreams }: Pick<ServicesConfig, "upstreams">,
  service: string,
  brand: string,
): string | undefined => settingFor(upstreams, service, brand);

/** The token by which a service knows a brand's calls. */
export const tokenFor = (
  { tokens }: Pick<ServicesConfig, "tokens">,
  service: string,
  brand: string,
): string | undefined => settingFor(tokens, service, brand);

/** Names of `UPSTREAM_…` and `TOKEN_…` settings that fit no service or brand: misspelt ones would quietly do nothing. */
export function unknownServices(
  { upstreams, tokens }: Pick<ServicesConfig, "upstreams" | "tokens">,
  services: string[],
  brands: string[],
): string[] {
  const known = new Set(services.map(settingName));
  for (const name of services.map(settingName)) {
    for (const brand of brands) known.add(`${name}_${brand.toUpperCase()}`);
  }
  const unknown = (prefix: string, settings: Record<string, string>): string[] =>
    Object.keys(settings)
      .filter((name) => !known.has(name))
      .map((name) => prefix + name);
  return [...unknown("UPSTREAM_", upstreams), ...unknown("TOKEN_", tokens)];
}
