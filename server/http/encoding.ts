/**
 * Bytes that are not UTF-8 are refused, or left out where nothing depends on them: read as something else, they would be
 * kept as what nobody wrote.
 */
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import "./route-options.ts";

/** Bytes that are written in a row with percent signs; a sign by itself stands for itself. */
const escaped = /(?:%[0-9a-f]{2})+/gi;

/** Whether what an address has in percent signs is text. Anything beyond ASCII has to be written with them. */
export function isReadable(address: string): boolean {
  if (!/^[\x21-\x7e]*$/.test(address)) return false;
  try {
    for (const [bytes] of address.matchAll(escaped)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The parameters of a query, with its question mark, that are text: an old link may have others. */
export function readableQuery(query: string): string {
  if (isReadable(query)) return query;
  const kept = query.slice(1).split("&").filter(isReadable);
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

/** Reads JSON bodies strictly, and looks at each address before anybody reads it; at its query too, where one is read. */
export function refuseOtherEncodings(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new ApiError("not-utf-8.body"));
    }
    void parse(request, text, done);
  });
  server.addHook("onRequest", (request, _reply, done) => {
    const { url = "" } = request.raw;
    const isDropped = request.routeOptions.config?.unreadableParameters === "dropped";
    const read = isDropped ? url.split("?", 1)[0]! : url;
    done(isReadable(read) ? undefined : new ApiError("not-utf-8.address"));
  });
}
