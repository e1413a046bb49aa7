/** What an embedded service is: routes that answer one request shape, whether it came by HTTP or from this process. */
import type { Revision } from "../../../schemas/engine/serve.ts";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config/config.ts";
import { ownAddress, type SiteConfig } from "../../http/site-address.ts";
import { mailBrand } from "../../mail/brand.ts";
import type { MailBrand } from "../../mail/content.ts";
import type { FileContent } from "../../file-safety/file-content.ts";
import type { Log } from "../../log.ts";
import type { Store } from "../../store/store.ts";

/** What a service knows of the brand that calls. */
export interface ServiceBrand {
  code: string;
  name: string;
  /** Primary colour, `#rrggbb`. */
  colour: string;
  /** How its mails look, and what stands at their end. */
  mails: () => MailBrand;
  facts: Record<string, unknown>;
}

/** What is known of an idempotency key. Of one without it, as by HTTP, nothing is. */
export interface KeyState {
  /** Whether no service has heard of it. */
  isNew: boolean;
  /** Whether the service has kept its answer by it: who asks again with the same key is told the same. */
  isKept: boolean;
}

export interface ServiceRequest {
  brand: ServiceBrand;
  /** What stands in the path where the route has `{name}`. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** By name in lower case: those that the call's definition says, at least. */
  headers: Record<string, string>;
  /** Parsed JSON; undefined where there was none. */
  body: unknown;
  /** What came as multipart/form-data, in the place of JSON. */
  form?: ServiceForm;
  /** Idempotency key. */
  key: string | undefined;
  keyState?: KeyState;
}

export interface ServiceForm {
  /** Texts by part name. */
  fields: Record<string, string>;
  files: ServiceFile[];
}

export interface ServiceFile {
  /** Name of its part. */
  part: string;
  name: string;
  /** MIME type. */
  type: string;
  bytes: Uint8Array;
  /** Whether this process has judged it just now, for the place that it goes to. What came by HTTP never is. */
  isJudged?: boolean;
}

export interface ServiceAnswer {
  status: number;
  /** Written as JSON. */
  body: unknown;
}

export interface ServiceRoute {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** From the root, e.g. `/branch-office/get-cities`; a part `{id}` is any one. */
  path: string;
  handle: (request: ServiceRequest) => Promise<ServiceAnswer>;
}

export interface ServiceRoutes {
  /** As definitions name it. */
  service: string;
  routes: ServiceRoute[];
  /** What takes too long for whoever asks first: done before the server listens. */
  prepare?: () => Promise<void>;
  /** Ends what `prepare` began. */
  close?: () => void;
}

export interface EmbeddedService extends ServiceRoutes {
  caller: ServiceCaller;
}

/** By which header a service knows which brand calls it by HTTP. */
export interface ServiceCaller {
  header: string;
  /** For its documentation. */
  description: string;
  schema: Record<string, unknown>;
  /** What a brand sends in it; none where the brand cannot call. */
  of: (brand: Pick<ServiceBrand, "code" | "facts">) => string | undefined;
}

/** The brand's code: for services that know brands as we do. */
export const callerByCode: ServiceCaller = {
  header: "x-brand",
  description: "El código de la marca que llama.",
  schema: { type: "string" },
  of: ({ code }) => code,
};

/** What embedded services are made with. */
export interface EmbeddedDeps {
  store: Store;
  clock: Clock;
  /** Called after a delivery was queued and committed. */
  queued?: () => void;
  /** Where operators read what went wrong while nobody asked. */
  log?: Log;
  /** Where they keep what people send. Left out, they can keep nothing. */
  files?: ServiceFiles;
  /** What the limits of addresses are multiplied by. Left out, 1. */
  limitFactor?: number;
}

/** Bytes of files that a service keeps, sealed. */
export interface ServiceFiles {
  /** What a file is whose content is looked at. @throws {ApiError} where it is not taken, or could not be looked at. */
  judge(
    given: { name: string; declared: string | undefined; content: FileContent },
    limits: { size: number; types?: string[] },
  ): Promise<{ name: string; type: string }>;
  /** Durable when this resolves; gives the name that a row has to have. */
  keep(bytes: Uint8Array): Promise<string>;
  /** Removes what no row names any more. What cannot be removed now goes with housekeeping. */
  discard(names: string[]): Promise<void>;
}

export type CreateEmbedded = (deps: EmbeddedDeps) => EmbeddedService[];

/** The backend of a trade, as it comes with the program. */
export interface EmbeddedBackend {
  /** Of its services, for whoever asks before there is a store. */
  names: readonly string[];
  /** Reads what its services answer with. Undefined where there is nothing, and no definition names a service of it. */
  open: (config: Pick<Config, "definitionsDir" | "referenceDir">) => Promise<CreateEmbedded | undefined>;
}

/** What a path has in the places of a route's `{name}`; undefined where it is another's. */
function paramsIn(route: string, path: string): Record<string, string> | undefined {
  const parts = path.split("/");
  const own = route.split("/");
  if (own.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of own.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) params[name] = parts[at]!;
    else if (part !== parts[at]) return undefined;
  }
  return params;
}

/** The route of a request, one that is written so before one with `{name}`; and what its path has there. */
export function routeOf(
  { routes }: ServiceRoutes,
  method: string,
  path: string,
): { route: ServiceRoute; params: Record<string, string> } | undefined {
  const found = routes.flatMap((route) => {
    const params = route.method === method ? paramsIn(route.path, path) : undefined;
    return params ? [{ route, params }] : [];
  });
  return found.find(({ route }) => route.path === path) ?? found[0];
}

/** A refusal with its reason, in Spanish. */
export const refusal = (
  status: number,
  message: string,
  more: Record<string, unknown> = {},
): ServiceAnswer => ({
  status,
  body: { error: status, message, ...more },
});

/** The brand of a revision, as services see it. Where its site is, mails lead to it. */
export function brandOfRevision(revision: Revision, site?: SiteConfig): ServiceBrand {
  const { facts } = revision.private;
  const { primary } = revision.public.brand.theme.colours;
  return serviceBrand(revision.brand, facts, primary, () => ({
    ...mailBrand(revision),
    ...(site ? { address: ownAddress(site, revision) } : {}),
  }));
}

/** Checks what services rely on. Throws with the brand's code. */
export function serviceBrand(
  code: string,
  facts: Record<string, unknown>,
  colour: string,
  mails: () => MailBrand,
): ServiceBrand {
  const { name } = facts;
  if (typeof name !== "string") throw new Error(`The facts of brand ${code} need a name`);
  return { code, name, colour, mails, facts };
}
