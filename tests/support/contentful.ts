/** A stand-in of Contentful's delivery API, as far as content is read from it: entries of a type, with what they link to. */
import { onTestFinished } from "vitest";
import type { Sources } from "../../schemas/engine/all.ts";
import { contentDemandOf, type ContentField } from "../../server/content/contentful/types.ts";
import { startStandIn, type Behaviour, type Received, type StandIn } from "./stand-in.ts";

type Json = Record<string, unknown>;

export interface PublishedEntry {
  id: string;
  type: string;
  fields: Json;
}

export interface ContentfulSpace {
  /** Settings that lead to it. */
  env: Record<string, string>;
  /** Content types that there are without an entry. */
  addType(id: string): void;
  /** Publishes an entry: a new one, or a new version of one that is there. */
  publish(entry: PublishedEntry): void;
  /** Publishes some fields of an entry anew. */
  change(id: string, fields: Json): void;
  publishAsset(id: string, url?: string): void;
  unpublish(id: string): void;
  read(id: string): PublishedEntry;
  /** Publishes all content of definition files. Rows become entries that are linked, and addresses of `https:` assets. */
  fill(files: Sources): void;
}

export interface Contentful extends Pick<StandIn, "url" | "requests" | "stop" | "restart" | "forget"> {
  /** A space by its name: made when it is asked for first. */
  space(name: string): ContentfulSpace;
  /** What every request is answered, until it is called without one. */
  fail(behaviour?: Behaviour | ((request: Received) => Behaviour | undefined)): void;
}

export const link = (linkType: "Entry" | "Asset", id: string): Json => ({
  sys: { type: "Link", linkType, id },
});

export const errorBody = (id: string, more: Json = {}): Json => ({
  sys: { type: "Error", id },
  message: "The words of the service",
  requestId: "00000000-0000-0000-0000-000000000000",
  ...more,
});

const date = (version: number): string => new Date(Date.UTC(2026, 0, 1, 0, version)).toISOString();

/** All links in a value, wherever they stand. */
function linksIn(value: unknown): { linkType: string; id: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const sys = (value as { sys?: Json }).sys;
  if (sys?.["type"] === "Link") return [{ linkType: String(sys["linkType"]), id: String(sys["id"]) }];
  return Object.values(value).flatMap(linksIn);
}

/** One without spaces, until the test ends. */
export async function contentfulHere(): Promise<Contentful> {
  const contentful = await startContentful();
  onTestFinished(() => contentful.stop());
  return contentful;
}

async function startContentful(): Promise<Contentful> {
  const standIn = await startStandIn({});
  let failing: Parameters<Contentful["fail"]>[0];

  const spaces = new Map<string, ContentfulSpace>();
  const open = (name: string): ContentfulSpace => {
    const token = `token-of-${name}`;
    const types = new Set<string>();
    const entries = new Map<string, PublishedEntry & { version: number }>();
    const assets = new Map<string, { url: string | undefined; version: number }>();
    const sys = (type: string, id: string, version: number): Json => ({
      type,
      id,
      space: link("Entry", name),
      revision: version,
      createdAt: date(0),
      updatedAt: date(version),
    });
    const asEntry = ({ id, type, fields, version }: PublishedEntry & { version: number }): Json => ({
      sys: {
        ...sys("Entry", id, version),
        contentType: { sys: { type: "Link", linkType: "ContentType", id: type } },
      },
      metadata: { tags: [] },
      fields,
    });

    const answer = (request: Received): Behaviour => {
      const told = typeof failing === "function" ? failing(request) : failing;
      if (told) return told;
      if (request.headers["authorization"] !== `Bearer ${token}`)
        return { status: 401, body: errorBody("AccessTokenInvalid") };
      const { content_type: type = "", include = "1", locale, skip = "0", limit = "100" } = request.query;
      if (locale !== "es") return { status: 400, body: errorBody("BadRequest") };
      if (!types.has(type)) {
        const details = { errors: [{ name: "unknownContentType", value: "DOESNOTEXIST" }] };
        return { status: 400, body: errorBody("InvalidQuery", { details }) };
      }
      const all = [...entries.values()]
        .filter((entry) => entry.type === type)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const items = all.slice(Number(skip), Number(skip) + Number(limit));
      const own = new Set(items.map(({ id }) => id));
      const Entry = new Map<string, Json>();
      const Asset = new Map<string, Json>();
      const errors: Json[] = [];
      let level = items.flatMap(({ fields }) => linksIn(fields));
      for (let depth = 0; depth < Number(include); depth += 1) {
        const next: typeof level = [];
        for (const { linkType, id } of level) {
          const entry = linkType === "Entry" ? entries.get(id) : undefined;
          const asset = linkType === "Asset" ? assets.get(id) : undefined;
          if (entry && !own.has(id) && !Entry.has(id)) {
            Entry.set(id, asEntry(entry));
            next.push(...linksIn(entry.fields));
          } else if (asset) {
            const file =
              asset.url === undefined ? {} : { file: { url: asset.url, contentType: "image/png" } };
            Asset.set(id, { sys: sys("Asset", id, asset.version), fields: { title: id, ...file } });
          } else if (!entry) {
            errors.push({
              sys: { id: "notResolvable", type: "error" },
              details: { type: "Link", linkType, id },
            });
          }
        }
        level = next;
      }
      return {
        body: {
          sys: { type: "Array" },
          total: all.length,
          skip: Number(skip),
          limit: Number(limit),
          items: items.map(asEntry),
          ...(errors.length > 0 ? { errors } : {}),
          includes: { Entry: [...Entry.values()], Asset: [...Asset.values()] },
        },
      };
    };
    standIn.set(`GET /spaces/${name}/environments/master/entries`, answer);

    const self: ContentfulSpace = {
      env: {
        CONTENT: "contentful",
        CONTENTFUL_URL: standIn.url,
        CONTENTFUL_SPACE: name,
        CONTENTFUL_TOKEN: token,
      },
      addType: (id) => void types.add(id),
      publish: (entry) => {
        types.add(entry.type);
        entries.set(entry.id, { ...entry, version: (entries.get(entry.id)?.version ?? 0) + 1 });
      },
      change: (id, fields) => {
        const entry = self.read(id);
        self.publish({ ...entry, fields: { ...entry.fields, ...fields } });
      },
      publishAsset: (id, url) => void assets.set(id, { url, version: (assets.get(id)?.version ?? 0) + 1 }),
      unpublish: (id) => {
        if (!entries.delete(id) && !assets.delete(id)) throw new Error(`nothing is published as ${id}`);
      },
      read: (id) => {
        const entry = entries.get(id);
        if (!entry) throw new Error(`there is no entry ${id}`);
        const { version: _, ...rest } = entry;
        return rest;
      },
      fill: (files) => fill(self, files),
    };
    return self;
  };

  return {
    ...standIn,
    space: (name) => {
      const space = spaces.get(name) ?? open(name);
      spaces.set(name, space);
      return space;
    },
    fail: (behaviour) => {
      failing = behaviour;
    },
  };
}

/** Entries as an editor would have made them from content files. Their ids are `<brand>-<type>` and so on. */
function fill(space: ContentfulSpace, files: Sources): void {
  const { types, brands } = contentDemandOf(files);

  const asFields = (id: string, values: Json, fields: Record<string, ContentField>): Json =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => name !== "$schema")
        .map(([name, value]) => [name, asField(`${id}-${name}`, value, fields[name])]),
    );

  const asField = (id: string, value: unknown, field: ContentField | undefined): unknown => {
    if (field?.type === "address" && typeof value === "string" && value.startsWith("https:")) {
      space.publishAsset(id, value.slice("https:".length));
      return link("Asset", id);
    }
    if (!field?.fields || !Array.isArray(value)) return value;
    const rows = field.fields;
    return value.map((row, index) => {
      const one = `${id}-${index}`;
      space.publish({ id: one, type: `row`, fields: asFields(one, row as Json, rows) });
      return link("Entry", one);
    });
  };

  for (const { id: type, name, fields } of types) {
    space.addType(type);
    for (const brand of brands) {
      const single = new RegExp(`^brands/${brand}/content/${name}\\.json$`);
      const many = new RegExp(`^brands/${brand}/content/${name}/([^/]+)\\.json$`);
      for (const [path, text] of Object.entries(files)) {
        const slug = many.exec(path)?.[1];
        if (slug === undefined && !single.test(path)) continue;
        const id = [brand, type, ...(slug === undefined ? [] : [slug])].join("-");
        const values = asFields(id, JSON.parse(text) as Json, fields);
        const own = { brand_codes: [brand], internal_name: id, ...(slug === undefined ? {} : { slug }) };
        space.publish({ id, type, fields: { ...values, ...own } });
      }
    }
  }
}
