/** Where a brand's site is, for links that leave with a page or a mail. */
import type { FastifyRequest } from "fastify";
import type { Revision } from "../../schemas/engine/serve.ts";
import type { Config } from "../config/config.ts";
import { hostOf } from "./host.ts";

export type SiteConfig = Pick<Config, "port" | "publicUrl">;

const usualPorts: Record<string, string> = { http: "80", https: "443" };

/** What `PUBLIC_URL` says of all addresses, else how a connection came; of none, how this machine listens. */
function schemeAndPort({ publicUrl, port }: SiteConfig, request?: FastifyRequest): [string, string] {
  if (publicUrl) return [publicUrl.protocol.slice(0, -1), publicUrl.port];
  if (!request) return ["http", String(port)];
  // A proxy that is believed says which protocol people use; what else it says is none.
  const scheme = request.protocol === "https" ? "https" : "http";
  const isProxied = request.ip !== request.socket.remoteAddress;
  return [scheme, isProxied || scheme === "https" ? "" : String(request.socket.localPort ?? port)];
}

/** Scheme, host and port of one of the brands' hosts, as a definition names it. */
export function addressOf(config: SiteConfig, request: FastifyRequest | undefined, host: string): string {
  const [scheme, port] = schemeAndPort(config, request);
  return `${scheme}://${host}${port === "" || port === usualPorts[scheme] ? "" : `:${port}`}`;
}

/** The same for the site that was asked: never a word of the request's own, only which of the brand's hosts it meant. */
export function siteAddress(
  config: SiteConfig,
  request: FastifyRequest,
  { private: { hosts } }: Pick<Revision, "private">,
): string {
  const asked = hostOf(request);
  return addressOf(config, request, hosts.find((host) => host === asked) ?? hosts[0]!);
}

/** Of a site that nobody asks for now: at its first host, as `PUBLIC_URL` says. */
export const ownAddress = (config: SiteConfig, { private: { hosts } }: Pick<Revision, "private">): string =>
  addressOf(config, undefined, hosts[0]!);
