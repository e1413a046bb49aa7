/** Where the server listens, and what it believes about who asks. */
import { isIP } from "node:net";
import type { Settings } from "./settings.ts";

export interface NetworkConfig {
  /** Where pages are served. `localhost` means every loopback address, IPv4 and IPv6. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** As Fastify takes it: nobody, everybody, or the addresses of the proxies. */
  trustProxy: boolean | string[];
  /** Scheme and port that all sites are reached by from outside; the hosts are the brands'. */
  publicUrl?: URL;
  /** Whether cookies are for TLS only; `auto` goes by each request's protocol. */
  secureCookies: boolean | "auto";
  /** Between saying that it ends and taking nothing new: what a balancer needs to notice. */
  drainSeconds: number;
}

const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;
const proxyNames = new Set(["loopback", "linklocal", "uniquelocal"]);

const isProxy = (entry: string): boolean => {
  const [address = "", bits, ...rest] = entry.split("/");
  if (rest.length > 0) return false;
  if (bits === undefined) return isIP(address) !== 0 || proxyNames.has(address);
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most;
};

/** A port, or that there is none to be. */
export function portOf(settings: Settings, name: string, otherwise: number): number;
export function portOf(settings: Settings, name: string, otherwise: number, off: "off"): number | "off";
export function portOf(settings: Settings, name: string, otherwise: number, off?: "off"): number | "off" {
  const text = settings.get(name);
  if (text === undefined) return otherwise;
  if (off !== undefined && text === off) return off;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  const [es, en] = off === undefined ? ["", ""] : [' u "off"', ' or "off"'];
  settings.refuse(name, `debe ser un número de 0 a 65535${es}`, `must be a number from 0 to 65535${en}`);
  return otherwise;
}

function proxiesOf(settings: Settings): boolean | string[] {
  const proxies = settings.get("TRUST_PROXY") ?? "false";
  if (["true", "1", "false", "0"].includes(proxies)) return proxies === "true" || proxies === "1";
  const list = proxies.split(",").map((entry) => entry.trim());
  if (!list.every(isProxy)) {
    settings.refuse(
      "TRUST_PROXY",
      "debe ser true, false o una lista de direcciones IP separadas por comas",
      "must be true, false or a comma-separated list of IP addresses",
    );
  }
  return list;
}

export function readNetwork(settings: Settings): NetworkConfig {
  const host = settings.text(
    "HOST",
    (text) => isIP(text) !== 0 || hostPattern.test(text),
    "debe ser una dirección IP o un nombre de host",
    "must be an IP address or a host name",
  );
  const publicAddress = settings.url("PUBLIC_URL", ["http:", "https:"]);
  return {
    host: host ?? "localhost",
    port: portOf(settings, "PORT", 3000),
    trustProxy: proxiesOf(settings),
    ...(publicAddress ? { publicUrl: publicAddress } : {}),
    secureCookies: publicAddress ? publicAddress.protocol === "https:" : "auto",
    drainSeconds: Number(
      settings.text(
        "DRAIN_SECONDS",
        (text) => /^\d{1,3}$/.test(text) && Number(text) <= 300,
        "debe ser un número de segundos de 0 a 300",
        "must be a number of seconds from 0 to 300",
      ) ?? 0,
    ),
  };
}
