/** What pages are made of, whatever they show. */
import type { FastifyRequest } from "fastify";
import {
  booleansOf,
  conditionsOf,
  filledScreen,
  holdsSecret,
  isShown,
  type CompiledBrand,
  type CompiledFlow,
  type CompiledScreen,
  type Page,
  type Revision,
  type ScreenFilling,
} from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import type { CaptchaConfig } from "../config/protection.ts";
import type { MapsConfig } from "../config/maps.ts";
import type { Others } from "../consent/asked.ts";
import type { PageData } from "../runs/page-data.ts";
import type { Arrival } from "./leading.ts";
import { screenForStatus } from "../definitions/match-screen.ts";
import type { PageAbout } from "./about.ts";
import type { PageResources } from "./assets.ts";
import type { Runs } from "../runs/runs.ts";
import type { PageDefinitions } from "./types.ts";
import { withoutKept } from "./failure-page.ts";

/**
 * What an address leads to. `shared`: the same for everyone who asks for it, but for marks; `variant` names which one,
 * where an address has several. A redirect takes the query along, unless it has its own.
 */
export type ResolvedPage =
  | { redirect: string; query?: string; status?: 301 }
  /** Gone, in a brand that has no page to say so. */
  | { gone: true }
  | {
      page: Page;
      resources: PageResources;
      status: number;
      shared: boolean;
      variant?: string;
      about?: PageAbout;
      /** What stands over the page, outside of it. */
      bar?: (nonce: string) => string;
    };

export interface PageRequest {
  request: FastifyRequest;
  revision: Revision;
  path: string;
  arrival: Arrival;
  /** Whether a document is drawn, with all that the page shows. Who draws it elsewhere asks for most of that himself. */
  isDocument: boolean;
  now: Date;
  requestId: string;
  /** What the brand's pages have of others. */
  others: Others;
  /** How many visits of these days this is, by the visitor's browser. */
  visits: number;
  /** Whether content that is an example is shown. */
  examples: boolean;
}

export interface PageSources {
  definitions: Pick<PageDefinitions, "prepared" | "revision" | "validators">;
  runs: Pick<Runs, "current" | "failed" | "known" | "sent" | "transferred">;
  pageData: PageData;
  /** Who is signed in; undefined where nobody is. */
  personOf?: ((request: FastifyRequest) => Promise<string | undefined>) | undefined;
  captcha?: CaptchaConfig | undefined;
  maps?: MapsConfig | undefined;
}

/** The brand's page for a status, if it has one. Its address is the page's own, whatever was asked for. */
export function errorPage(asked: PageRequest, status: number): ResolvedPage | undefined {
  const screen = screenForStatus(asked.revision, status);
  if (!screen) return undefined;
  const page = plainPage({ ...asked, path: screen.route }, withoutKept(screen), {});
  return { page, resources: {}, status, shared: status < 500 };
}

const stripped = new WeakMap<CompiledBrand, CompiledBrand>();

/** A brand as a page carries it: of all other screens it needs the addresses, not what is written there. */
function withoutBlocks(brand: CompiledBrand): CompiledBrand {
  const known = stripped.get(brand);
  if (known) return known;
  const bare = {
    ...brand,
    screens: brand.screens.map((screen) => ({
      ...screen,
      blocks: [],
      data: undefined,
      head: undefined,
      documents: undefined,
    })),
  };
  stripped.set(brand, bare);
  return bare;
}

/** By what it is decided what of a screen is shown, with what its queries gave. */
export function fillingOf(
  { revision, now, visits, examples }: PageRequest,
  route: Record<string, string>,
  data: ScreenFilling["data"] = {},
): ScreenFilling {
  const { brand } = revision.public;
  const today = dayIn(brand.timeZone, now);
  return { data, today, route, booleans: booleansOf(brand.words), visits, examples };
}

/** Whether the page of an entry of content is there: not outside its days, nor of an example where there are to be none. */
export const isThere = (asked: PageRequest, { when, example }: CompiledScreen): boolean =>
  isShown({ ...(when === undefined ? {} : { when }), ...(example ? { example } : {}) }, fillingOf(asked, {}));

export function plainPage(asked: PageRequest, screen: CompiledScreen, params: Record<string, string>): Page {
  const { revision, path, now, requestId, others } = asked;
  const { brand } = revision.public;
  // What they say, only those read who take them along.
  const { documents: _, ...seen } = screen;
  const isSettled = screen.data !== undefined || !conditionsOf(screen).any;
  return {
    revision: revision.hash,
    path,
    brand: withoutBlocks(brand),
    // What queries give comes later.
    screen: isSettled ? seen : filledScreen(seen, fillingOf(asked, params)),
    params,
    today: dayIn(brand.timeZone, now),
    ...othersFor(brand, screen, others, !holdsSecret(brand.screens, path)),
    requestId,
  };
}

/**
 * What of others a page has, some of it once that is allowed: of a social network only where a block shows it, of an
 * identity provider only where people sign in, and nothing that measures where the address may hold a secret.
 */
function othersFor(
  { site }: CompiledBrand,
  { blocks, route }: CompiledScreen,
  { social, identity, tags, ...others }: Others,
  mayMeasure: boolean,
): Others {
  return {
    ...others,
    ...(tags && mayMeasure ? { tags } : {}),
    ...(social && blocks.some(({ block }) => block === "social") ? { social } : {}),
    ...(identity && site.signIn?.to === route ? { identity } : {}),
  };
}

/** What a page has to know that draws on a map. */
export const mapsFor = (
  { blocks }: CompiledScreen,
  maps: MapsConfig | undefined,
  flow?: CompiledFlow,
): Pick<Page, "maps"> =>
  maps && (flow?.map === true || blocks.some(({ map }) => map === true)) ? { maps } : {};
