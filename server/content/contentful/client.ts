/** Contentful's delivery API: reads all entries of some content types, page by page. */
import { setTimeout as wait } from "node:timers/promises";
import { request, type Dispatcher } from "undici";
import type { ContentSpace } from "../../config/content.ts";
import { failureOf } from "../../services/send-upstream.ts";
import { refuseProto } from "../../services/sent.ts";
import { byId, type SnapshotAsset, type SnapshotEntry, type SpaceSnapshot } from "./snapshot.ts";
import { ContentFailure } from "./failure.ts";

export interface ContentfulApi {
  /** Base URL without `/` at its end. */
  url: string;
  locale: string;
  dispatcher: Dispatcher;
  /** Milliseconds for one request; 10,000 unless said. */
  timeout?: number;
  /** Ends a reading that is under way. */
  signal?: AbortSignal;
}

/** How much of a type is asked for: the API sends at most 7 MB. */
const pageSize = 100;
/** Bytes. */
export const maxPageBytes = 8 * 1024 * 1024;
/** The API follows no more levels of links. */
const maxIncludeDepth = 10;
/** Seconds that one reading waits in all when it is asked to slow down. */
const maxPauseSeconds = 15;
/** Seconds: what is said to take longer is asked for again then. A timer of months would go off at once. */
const maxResetSeconds = 3_600;
const idPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

type Json = Record<string, unknown>;

const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** What all resources have. Throws where it is not what the API sends: half of it must not go live. */
function readSys(resource: unknown): { id: string; version: number; updatedAt: string } {
  const { id, revision, updatedAt } = asObject(asObject(resource)["sys"]);
  if (typeof id !== "string" || !idPattern.test(id)) throw new ContentFailure("garbled");
  return {
    id,
    version: typeof revision === "number" ? revision : 0,
    updatedAt: typeof updatedAt === "string" ? updatedAt : "",
  };
}

const readEntry = (item: unknown): SnapshotEntry => ({
  ...readSys(item),
  // Without fields there is no key for them.
  fields: asObject(asObject(item)["fields"]),
});

function readAsset(item: unknown): SnapshotAsset {
  const { url } = asObject(asObject(asObject(item)["fields"])["file"]);
  // Addresses of files begin with `//`.
  const whole = typeof url === "string" && url.startsWith("//") ? `https:${url}` : url;
  return { ...readSys(item), ...(typeof whole === "string" ? { url: whole } : {}) };
}

interface Page {
  total: number;
  items: SnapshotEntry[];
  linked: SnapshotEntry[];
  assets: SnapshotAsset[];
}

function readPage(body: unknown): Page {
  const { items, total, includes } = asObject(body);
  if (!Array.isArray(items) || typeof total !== "number") throw new ContentFailure("garbled");
  const { Entry, Asset } = asObject(includes);
  return {
    total,
    items: items.map(readEntry),
    linked: asList(Entry).map(readEntry),
    assets: asList(Asset).map(readAsset),
  };
}

const isUnknownType = (body: unknown): boolean =>
  asList(asObject(asObject(body)["details"])["errors"]).some(
    (error) => asObject(error)["name"] === "unknownContentType",
  );

interface Answer {
  status: number;
  body: unknown;
  /** Seconds until the next request may come, where the API says so. */
  reset: number;
}

async function ask(
  url: URL,
  token: string,
  { dispatcher, timeout = 10_000, signal }: ContentfulApi,
): Promise<Answer> {
  const within = AbortSignal.timeout(timeout);
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      dispatcher,
      signal: signal ? AbortSignal.any([signal, within]) : within,
    });
    const text = await answer.body.text();
    const told = Number(answer.headers["x-contentful-ratelimit-reset"] ?? 1);
    const reset = told >= 0 ? Math.min(told, maxResetSeconds) : 1;
    const isWhole = answer.statusCode === 200;
    return { status: answer.statusCode, body: readJson(text, isWhole), reset };
  } catch (error) {
    if (error instanceof ContentFailure) throw error;
    throw new ContentFailure(failureOf(error));
  }
}

function readJson(text: string, isWhole: boolean): unknown {
  try {
    return JSON.parse(text, refuseProto);
  } catch {
    if (isWhole) throw new ContentFailure("garbled");
    return undefined;
  }
}

/**
 * Reads all entries of the types, with what they link to. `depth` is how many levels of links a type needs.
 * @throws {ContentFailure} where anything of it did not come whole.
 */
export async function fetchSpace(
  { space, environment, token }: ContentSpace,
  types: { id: string; depth: number }[],
  delivery: ContentfulApi,
): Promise<SpaceSnapshot> {
  const entries = new Map<string, SnapshotEntry>();
  const assets = new Map<string, SnapshotAsset>();
  let paused = 0;

  const readOne = async (type: string, depth: number, skip: number): Promise<Page> => {
    const url = new URL(`${delivery.url}/spaces/${space}/environments/${environment}/entries`);
    const query = {
      content_type: type,
      include: Math.min(depth, maxIncludeDepth),
      locale: delivery.locale,
      // So that no entry moves to another page in between.
      order: "sys.id",
      limit: pageSize,
      skip,
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    for (;;) {
      const { status, body, reset } = await ask(url, token, delivery);
      if (status === 200) return readPage(body);
      if (status === 400 && isUnknownType(body)) return { total: 0, items: [], linked: [], assets: [] };
      const id = asObject(asObject(body)["sys"])["id"];
      const pause = Math.max(reset, 0.1);
      if (status !== 429 || paused + pause > maxPauseSeconds) {
        throw new ContentFailure("refused", { status, id, ...(status === 429 ? { reset } : {}) });
      }
      paused += pause;
      await wait(pause * 1000, undefined, { signal: delivery.signal }).catch(() => {
        throw new ContentFailure("timeout");
      });
    }
  };

  const found: SpaceSnapshot["types"] = {};
  for (const { id: type, depth } of types) {
    const ids = new Set<string>();
    for (let skip = 0; ;) {
      const { total, items, linked, assets: files } = await readOne(type, depth, skip);
      for (const entry of [...linked, ...items]) entries.set(entry.id, entry);
      for (const asset of files) assets.set(asset.id, asset);
      for (const { id } of items) ids.add(id);
      skip += items.length;
      if (skip >= total) {
        // Something came or went while it was read.
        if (ids.size !== total) throw new ContentFailure("garbled");
        break;
      }
      if (items.length === 0) throw new ContentFailure("garbled");
    }
    found[type] = { depth, ids: [...ids].toSorted() };
  }
  return {
    types: found,
    entries: [...entries.values()].toSorted(byId),
    assets: [...assets.values()].toSorted(byId),
  };
}
