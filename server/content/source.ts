/** Content that comes from Contentful: kept up to date, laid out as files, and kept for when it cannot be read. */
import type { ContentVersion, Diagnostic, Sources } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import { spaceFor, type ContentConfig, type ContentSpace } from "../config/content.ts";
import type { Log } from "../log.ts";
import { connectionsTo } from "../services/send-upstream.ts";
import { keepContentCopy, readContentCopy } from "../store/content-copies.ts";
import type { Store } from "../store/store.ts";
import type { SpaceSnapshot } from "./contentful/snapshot.ts";
import { maxPageBytes, fetchSpace, type ContentfulApi } from "./contentful/client.ts";
import { explainContent } from "./explain.ts";
import { ContentFailure, describeFailure } from "./contentful/failure.ts";
import { withUnpublished } from "./contentful/unpublished.ts";
import { toContentFiles, type ContentFiles } from "./contentful/to-content-files.ts";
import { problemAt } from "./contentful/problems.ts";
import { linkDepth, contentDemandOf, withoutContent, type ContentDemand } from "./contentful/types.ts";

/** How a space is doing. */
export interface ContentStatus {
  /** As revisions name it: `contentful:<space>/<environment>`. */
  source: string;
  /** When it was last read whole; by another process, before this one began. */
  readAt?: Date;
  /** Why the last reading failed. */
  failure?: ContentFailure;
}

/** What content of a content system is among the files, by brand. */
export type ContentVersions = ReadonlyMap<string, ContentVersion>;

/** What became of files with content; no brands where errors allow none. What brands are is whoever's who builds them. */
export interface Built<Brands> {
  diagnostics: Diagnostic[];
  brands?: Brands;
}

export interface ContentSource {
  /**
   * Builds definition files with the content. Where the content that was read last is no good, the last that was takes its
   * place; the diagnostics are those of the newest.
   */
  build<Brands>(
    files: Sources,
    make: (sources: Sources, versions: ContentVersions) => Promise<Built<Brands>>,
  ): Promise<Built<Brands>>;
  /** Builds them with what the editors of a brand have not published yet, read now; nothing of it is kept. */
  preview<Brands>(
    brand: string,
    files: Sources,
    make: (sources: Sources, versions: ContentVersions) => Promise<Built<Brands>>,
  ): Promise<Built<Brands>>;
  /** What is wrong with reading it, now. */
  diagnostics(): Diagnostic[];
  status(): ContentStatus[];
  /** Looks for what is new from now on, and says when there is some. */
  follow(changed: () => void): void;
  close(): Promise<void>;
}

interface Space extends ContentStatus {
  connection: ContentSpace;
  brands: string[];
  /** What was read last, and what was built last: the same, unless the newest is no good. As JSON too, to compare. */
  newest?: { copy: SpaceSnapshot; text: string };
  good?: { copy: SpaceSnapshot; text: string };
}

interface ContentSourceDeps {
  config: NonNullable<ContentConfig["content"]>;
  store: Store;
  log: Log;
  clock: Clock;
}

/** Milliseconds until content is asked for again of which nothing is known yet. */
const firstReadRetryMs = 5_000;

const hasErrors = (diagnostics: Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === "error");

/** Opens the source. Nothing is read before the first `build`. */
export function openContentSource({ config, store, log, clock }: ContentSourceDeps): ContentSource {
  const connections = connectionsTo([config.url, config.previewUrl], maxPageBytes);
  const ending = new AbortController();
  const delivery: ContentfulApi = {
    url: config.url,
    locale: config.locale,
    dispatcher: connections.dispatcher,
    signal: ending.signal,
  };
  const spaces = new Map<string, Space>();
  let wanted: ContentDemand = { types: [], brands: [] };
  let timer: NodeJS.Timeout | undefined;
  /** Whether it was read, or tried to be, since this process began. */
  let looked = false;

  /** The space of each brand; what the store has of one that is new. */
  const assign = async (): Promise<void> => {
    for (const space of spaces.values()) space.brands = [];
    for (const brand of wanted.brands) {
      const connection = spaceFor(config, brand);
      const source = `contentful:${connection.space}/${connection.environment}`;
      let space = spaces.get(source);
      if (!space) {
        space = { source, connection, brands: [] };
        const kept = await readContentCopy(store, copyName(source));
        if (kept) {
          const { text, readAt } = kept;
          Object.assign(space, { good: { copy: JSON.parse(text) as SpaceSnapshot, text }, readAt });
          space.newest = space.good;
        }
        spaces.set(source, space);
      }
      space.brands.push(brand);
    }
    for (const [source, { brands }] of spaces) if (brands.length === 0) spaces.delete(source);
  };

  const copyName = (source: string): string => `${source} ${config.locale}`;

  const isComplete = ({ newest }: Space): boolean =>
    newest !== undefined &&
    wanted.types.every(({ id, fields }) => (newest.copy.types[id]?.depth ?? -1) >= linkDepth(fields));

  const read = async (space: Space): Promise<boolean> => {
    const types = wanted.types.map(({ id, fields }) => ({ id, depth: linkDepth(fields) }));
    try {
      const copy = await fetchSpace(space.connection, types, delivery);
      const text = JSON.stringify(copy);
      space.readAt = clock();
      if (space.failure) log.info({ source: space.source }, "the content can be read again");
      delete space.failure;
      if (text === space.newest?.text) return false;
      space.newest = { copy, text };
      return true;
    } catch (error) {
      if (!(error instanceof ContentFailure)) throw error;
      if (ending.signal.aborted) return false;
      const told = describeFailure(error);
      // Once, not at each look: the metrics say how long it lasts.
      if (error.message !== space.failure?.message)
        log.error({ source: space.source }, `${told.message} ${told.mend}`);
      space.failure = error;
      return false;
    }
  };

  // One reading at a time: whoever asks meanwhile gets what that one finds.
  let reading: Promise<boolean> | undefined;
  const refresh = (which: (space: Space) => boolean): Promise<boolean> => {
    looked = true;
    reading ??= Promise.all([...spaces.values()].filter(which).map(read))
      .then((changes) => changes.includes(true))
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const attempt = async <Brands>(
    files: Sources,
    which: "newest" | "good",
    make: (sources: Sources, versions: ContentVersions) => Promise<Built<Brands>>,
  ): Promise<Built<Brands>> => {
    const contents = [...spaces.values()].map((space) => ({ ...space, copy: space[which]!.copy }));
    return await buildWith(files, toContentFiles(contents, wanted), make);
  };

  const buildWith = async <Brands>(
    files: Sources,
    { sources, origins, versions, problems }: ContentFiles,
    make: (sources: Sources, versions: ContentVersions) => Promise<Built<Brands>>,
  ): Promise<Built<Brands>> => {
    const all = { ...withoutContent(files), ...sources };
    const { diagnostics, brands } = await make(all, versions);
    const told = explainContent([...diagnostics, ...problems], sources, origins);
    return { diagnostics: told, ...(brands && !hasErrors(problems) ? { brands } : {}) };
  };

  const keep = async (): Promise<void> => {
    for (const space of spaces.values()) {
      const { source, newest, good, readAt = clock() } = space;
      if (!newest || newest.text === good?.text) continue;
      await keepContentCopy(store, copyName(source), newest.text, readAt);
      space.good = newest;
    }
  };

  const build: ContentSource["build"] = async (files, make) => {
    wanted = contentDemandOf(files);
    await assign();
    await reading;
    if (![...spaces.values()].every(isComplete)) await refresh((space) => !isComplete(space));
    const known = [...spaces.values()];
    if (known.some(({ newest }) => !newest)) return { diagnostics: [] };
    const newest = await attempt(files, "newest", make);
    if (newest.brands) {
      await keep();
      return newest;
    }
    if (known.some(({ good }) => !good) || known.every(({ newest: one, good }) => one === good))
      return newest;
    const { brands } = await attempt(files, "good", make);
    return { ...newest, ...(brands ? { brands } : {}) };
  };

  const preview: ContentSource["preview"] = async (brand, files, make) => {
    const connection = spaceFor(config, brand);
    const others = [...spaces.values()].flatMap((space) =>
      space.good ? [{ source: space.source, brands: space.brands, copy: space.good.copy }] : [],
    );
    const demand = contentDemandOf(files);
    const live = toContentFiles(others, demand);
    const { previewToken: token } = connection;
    if (token === undefined) return await buildWith(files, live, make);
    const source = `contentful:${connection.space}/${connection.environment}`;
    try {
      const types = demand.types.map(({ id, fields }) => ({ id, depth: linkDepth(fields) }));
      const copy = await fetchSpace({ ...connection, token }, types, { ...delivery, url: config.previewUrl });
      return await buildWith(files, withUnpublished({ brand, source, copy, live, demand }), make);
    } catch (error) {
      if (!(error instanceof ContentFailure)) throw error;
      const { message: reason, mend } = describeFailure(error);
      const told = { reason, kept: "Sin esa lectura no hay vista previa.", mend };
      return {
        diagnostics: [problemAt(source, "content-not-read", told, { severity: "error", excerpt: source })],
      };
    }
  };

  const pause = (): number => {
    const all = [...spaces.values()];
    const asked = Math.max(0, ...all.map(({ failure }) => (failure?.refusal.reset ?? 0) * 1000));
    const usual = config.refresh * 1000;
    return Math.max(asked, all.some(({ newest }) => !newest) ? Math.min(firstReadRetryMs, usual) : usual);
  };

  return {
    build,
    preview,
    diagnostics: () =>
      [...spaces.values()].flatMap(({ source, failure, newest }) => {
        if (!failure) return [];
        const { message: reason, mend } = describeFailure(failure);
        const kept = newest
          ? "Sigue vigente el último contenido bueno."
          : "Todavía no se ha leído nada: no se publica hasta que se pueda.";
        const severity = newest ? "warning" : "error";
        return [problemAt(source, "content-not-read", { reason, kept, mend }, { severity, excerpt: source })];
      }),
    status: () =>
      [...spaces.values()].map(({ source, readAt, failure }) => ({
        source,
        ...(readAt ? { readAt } : {}),
        ...(failure ? { failure } : {}),
      })),
    follow: (changed) => {
      const look = async (): Promise<void> => {
        try {
          if (await refresh(() => true)) changed();
        } catch (error) {
          log.error({ err: error }, "the content could not be looked at");
        }
        again(pause());
      };
      const again = (within: number): void => {
        if (!ending.signal.aborted) timer = setTimeout(() => void look(), within).unref();
      };
      // What the store had may be old.
      again(looked ? pause() : 0);
    },
    close: async () => {
      ending.abort();
      clearTimeout(timer);
      await reading?.catch(() => {});
      await connections.close();
    },
  };
}
