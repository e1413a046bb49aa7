/** Which host a request asked for, and whether it comes from this machine. */
import { isIPv6, type Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../config/loopback.ts";
import { ApiError } from "./errors.ts";

export interface Host {
  /** In lower case; an IPv6 address in its brackets. */
  name: string;
  /** As it was given; undefined where it was not. */
  port: number | undefined;
}

const maxNameLength = 253;
const label = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const hostPattern = new RegExp(`^(${label}(?:\\.${label})*|\\[[0-9a-f:.]{2,45}\\])(?::([0-9]{1,5}))?$`, "i");

/**
 * A name or an address, and maybe a port, as a `Host` header has them: undefined for everything else. No user, no
 * path, no list, no dot at the end, no sign that nobody sees.
 */
export function parseHost(text: string): Host | undefined {
  const [, name, port] = hostPattern.exec(text) ?? [];
  if (name === undefined || name.length > maxNameLength) return undefined;
  if (name.startsWith("[") && !isIPv6(name.slice(1, -1))) return undefined;
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)) return undefined;
  return { name: name.toLowerCase(), port: port === undefined ? undefined : Number(port) };
}

/** The host that was asked for, in lower case and without port; empty where there is none, which is nobody's. */
export const hostOf = (request: FastifyRequest): string => parseHost(request.host)?.name ?? "";

const badHost = (): ApiError => new ApiError("bad-host");
const badTarget = (): ApiError => new ApiError("bad-request.target");

/**
 * Refuses requests whose host cannot be told: no name with a port, or several. Also those whose target names a host
 * itself, as only a proxy is asked: it could be another one than the header's. HTTP/1.0 need not name any.
 */
export function refuseBadHosts(server: FastifyInstance): void {
  server.addHook("onRequest", (request, _reply, done) => {
    const { host, raw } = request;
    // What a proxy hands on is believed in its place, but nobody has two.
    const given = raw.headers.host ?? "";
    const isGood = (text: string): boolean => text === "" || parseHost(text) !== undefined;
    if (!isGood(given) || !isGood(host)) return done(badHost());
    done(raw.url?.startsWith("/") === true ? undefined : badTarget());
  });
}

/** Whether whoever is at the other end of a connection sits at this machine, whatever address the server listens on. */
const isAtThisMachine = ({ remoteAddress = "" }: Pick<Socket, "remoteAddress">): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);

/** What a proxy adds, also one that we were not told to trust: behind it is somebody else. */
const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** What of a request tells where it comes from. */
export type Asking = Pick<FastifyRequest["raw"], "socket" | "headers">;

/**
 * Whether somebody at this machine asks, by one of its own names or by one of `names`. A page from elsewhere whose name
 * leads to this machine asks by that name; a proxy here that says nothing of itself asks by somebody's site.
 */
export function isFromThisMachine(
  { socket, headers }: Asking,
  isKnown: (name: string) => boolean = () => false,
): boolean {
  const name = parseHost(headers.host ?? "")?.name;
  return (
    name !== undefined &&
    (isLoopback(name) || isKnown(name)) &&
    isAtThisMachine(socket) &&
    forwarding.every((header) => headers[header] === undefined)
  );
}
