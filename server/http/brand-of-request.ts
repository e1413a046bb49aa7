import type { FastifyRequest } from "fastify";
import type { Revision } from "../../schemas/engine/serve.ts";
import { ApiError } from "./errors.ts";
import { hostOf } from "./host.ts";

/** What is live, by the host that serves it. */
export interface Sites {
  forHost(host: string): Revision | undefined;
}

/** The live revision of the brand whose host was asked. @throws {ApiError} when it is nobody's. */
export function revisionOfRequest(sites: Sites, request: FastifyRequest): Revision {
  const revision = sites.forHost(hostOf(request));
  if (!revision) throw new ApiError("not-found.site");
  return revision;
}

/** That brand. @throws {ApiError} when it is nobody's. */
export const brandOfRequest = (sites: Sites, request: FastifyRequest): string =>
  revisionOfRequest(sites, request).brand;
