/** The environment, read once and checked. Nothing else in the server reads it. */
import { isIP } from "node:net";
import { join, resolve } from "node:path";

export interface Config {
  mode: "development" | "production";
  /** Where pages are served. `localhost` means every loopback address, IPv4 and IPv6. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  services: { port: number | "off"; key?: string };
  /** Absolute path. What the server stores. */
  dataDir: string;
  /** Absolute path of the folder that holds `schemas/` and `brands/`. */
  definitionsDir: string;
  smtpUrl?: string;
  /** As Fastify takes it: nobody, everybody, or the addresses of the proxies. */
  trustProxy: boolean | string[];
  /** Whether cookies are for TLS only; `auto` goes by each request's protocol. */
  secureCookies: boolean | "auto";
  /** Base URLs by `<SERVICE>` or `<SERVICE>_<BRAND>`; read them with `upstreamFor`. */
  upstreams: Record<string, string>;
}

export interface ConfigProblem {
  name: string;
  es: string;
  en: string;
}

/** All that is wrong with the environment, in Spanish and in English. Values are never repeated: some are secrets. */
export class ConfigError extends Error {
  readonly problems: ConfigProblem[];
  constructor(problems: ConfigProblem[]) {
    const lines = problems.map(({ name, es, en }) => `  ${name}: ${es} / ${en}`);
    super(["Configuración no válida / Invalid configuration", ...lines].join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

type Env = Record<string, string | undefined>;

const projectRoot = resolve(import.meta.dirname, "..");
const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;
const upstreamPattern = /^UPSTREAM_([A-Z0-9]+(?:_[A-Z0-9]+)*)$/;
const keyPattern = /^[\x21-\x7e]{16,200}$/;
const proxyNames = new Set(["loopback", "linklocal", "uniquelocal"]);

const asUrl = (text: string, protocols: string[]): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined;
};

const isProxy = (entry: string): boolean => {
  const [address = "", bits, ...rest] = entry.split("/");
  if (rest.length > 0) return false;
  if (bits === undefined) return isIP(address) !== 0 || proxyNames.has(address);
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most;
};

/** Reads the settings. Throws `ConfigError` with every wrong one; an empty setting counts as left out. */
export function readConfig(env: Env): Config {
  const problems: ConfigProblem[] = [];
  const refuse = (name: string, es: string, en: string): void => {
    problems.push({ name, es, en });
  };
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;

  const port = (name: string, otherwise: number, off: boolean): number | "off" => {
    const text = get(name);
    if (text === undefined) return otherwise;
    if (off && text === "off") return "off";
    if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
    refuse(
      name,
      `debe ser un número de 0 a 65535${off ? ' u "off"' : ""}`,
      `must be a number from 0 to 65535${off ? ' or "off"' : ""}`,
    );
    return otherwise;
  };

  const environment = get("NODE_ENV") ?? "development";
  if (!["production", "development", "test"].includes(environment)) {
    refuse("NODE_ENV", "debe ser production o development", "must be production or development");
  }
  const mode = environment === "development" || environment === "test" ? "development" : "production";

  const host = get("HOST") ?? "localhost";
  if (isIP(host) === 0 && !hostPattern.test(host)) {
    refuse("HOST", "debe ser una dirección IP o un nombre de host", "must be an IP address or a host name");
  }

  const servicesPort = port("SERVICES_PORT", 3001, true);
  const servicesKey = get("SERVICES_KEY");
  if (servicesKey === undefined && mode === "production" && servicesPort !== "off") {
    refuse(
      "SERVICES_KEY",
      "es obligatoria en producción, salvo con SERVICES_PORT=off",
      "is required in production, unless SERVICES_PORT=off",
    );
  }
  if (servicesKey !== undefined && !keyPattern.test(servicesKey)) {
    refuse(
      "SERVICES_KEY",
      "debe tener de 16 a 200 caracteres ASCII sin espacios",
      "must have 16 to 200 ASCII characters without spaces",
    );
  }

  const smtpUrl = get("SMTP_URL");
  if (smtpUrl !== undefined && !asUrl(smtpUrl, ["smtp:", "smtps:"])) {
    refuse("SMTP_URL", "debe ser una URL smtp:// o smtps://", "must be an smtp:// or smtps:// URL");
  }

  const publicUrl = get("PUBLIC_URL");
  const publicAddress = publicUrl === undefined ? undefined : asUrl(publicUrl, ["http:", "https:"]);
  if (publicUrl !== undefined && !publicAddress) {
    refuse("PUBLIC_URL", "debe ser una URL http:// o https://", "must be an http:// or https:// URL");
  }

  const proxies = get("TRUST_PROXY") ?? "false";
  let trustProxy: boolean | string[] = proxies === "true" || proxies === "1";
  if (!["true", "1", "false", "0"].includes(proxies)) {
    trustProxy = proxies.split(",").map((entry) => entry.trim());
    if (!trustProxy.every(isProxy)) {
      refuse(
        "TRUST_PROXY",
        "debe ser true, false o una lista de direcciones IP separadas por comas",
        "must be true, false or a comma-separated list of IP addresses",
      );
    }
  }

  const upstreams: Record<string, string> = {};
  for (const name of Object.keys(env).toSorted()) {
    const text = get(name);
    if (!name.startsWith("UPSTREAM_") || text === undefined) continue;
    const id = upstreamPattern.exec(name)?.[1];
    const url = asUrl(text, ["http:", "https:"]);
    if (id && url && url.search === "" && url.hash === "" && url.username === "") {
      upstreams[id] = url.href.endsWith("/") ? url.href : `${url.href}/`;
    } else {
      refuse(
        name,
        "debe ser UPSTREAM_<SERVICIO> o UPSTREAM_<SERVICIO>_<MARCA>, con una URL http(s) sin usuario, consulta ni ancla",
        "must be UPSTREAM_<SERVICE> or UPSTREAM_<SERVICE>_<BRAND>, with an http(s) URL without user, query or fragment",
      );
    }
  }

  const config: Config = {
    mode,
    host,
    port: port("PORT", 3000, false) as number,
    services: { port: servicesPort, ...(servicesKey === undefined ? {} : { key: servicesKey }) },
    dataDir: resolve(get("DATA_DIR") ?? join(projectRoot, "var")),
    definitionsDir: resolve(get("DEFINITIONS_DIR") ?? projectRoot),
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    trustProxy,
    secureCookies: publicAddress ? publicAddress.protocol === "https:" : "auto",
    upstreams,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

const settingName = (service: string): string =>
  service.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();

/** The base URL of a service for a brand, ending in `/`; undefined where the embedded one answers. */
export function upstreamFor(
  config: Pick<Config, "upstreams">,
  service: string,
  brand: string,
): string | undefined {
  const name = settingName(service);
  return config.upstreams[`${name}_${brand.toUpperCase()}`] ?? config.upstreams[name];
}

/** Names of `UPSTREAM_…` settings that fit no service or brand: misspelt ones would quietly do nothing. */
export function unknownUpstreams(
  config: Pick<Config, "upstreams">,
  services: string[],
  brands: string[],
): string[] {
  const known = new Set(services.map(settingName));
  for (const name of services.map(settingName)) {
    for (const brand of brands) known.add(`${name}_${brand.toUpperCase()}`);
  }
  return Object.keys(config.upstreams)
    .filter((name) => !known.has(name))
    .map((name) => `UPSTREAM_${name}`);
}
