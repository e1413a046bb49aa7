import {
  formatDiagnostic,
  prepareFlow,
  type Diagnostic,
  type Prepared,
  type Revision,
  type Validators,
} from "../../schemas/engine/serve.ts";
import { afterStart } from "../after-start.ts";
import type { Clock } from "../clock.ts";
import type { Built, ContentSource, ContentStatus } from "../content/source.ts";
import type { Log } from "../log.ts";
import type { SharedThread } from "../shared-thread.ts";
import { keepRevision, newestRevisions, readRevision } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";
import { builtRevision, readBuilt, type BuiltBrand } from "./built.ts";
import { engineCodeHash } from "./engine-code.ts";
import { loadCachedBuild } from "./build-cache.ts";
import { followPublishes } from "./follow.ts";
import { keepFlows } from "./keep-flows.ts";
import { openPreviews, type Previews } from "./previews.ts";
import { createPublisher } from "./publisher.ts";
import { publishing, type Publishing } from "./publishing.ts";
import { watchDefinitions } from "./watch.ts";

/** The published meaning of every brand, and where it comes from. */
export interface Definitions {
  /** Names the engine's code. */
  engine: string;
  /** The live revision of the brand that has this host; the host in lower case, without port. */
  forHost(host: string): Revision | undefined;
  current(brand: string): Revision | undefined;
  /** The live revisions of all brands. */
  live(): Revision[];
  /** A live or an older revision. */
  revision(brand: string, hash: string): Promise<Revision | undefined>;
  /** The same at once; undefined where it would have to be read. */
  known(brand: string, hash: string): Revision | undefined;
  validators(revision: Revision, flow: string): Validators;
  /** @throws {Error} when the revision has no such flow. */
  prepared(revision: Revision, flow: string): Prepared;
  hosts(): { brand: string; name: string; host: string }[];
  /** Of the files and the content as they are now; errors among them mean that an older revision is live. */
  diagnostics(): Diagnostic[];
  /** What is not live yet, for those who have a link to it. */
  previews: Previews;
  /** How reading content from elsewhere goes; nothing where it is files. */
  contentStatus(): ContentStatus[];
  /** Reads the files again and publishes them, unless they are broken. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  root: string;
  store: Store;
  log: Log;
  clock: Clock;
  /** Whether files go live when they are saved. */
  watch: boolean;
  /** Where content comes from, where that is not the files; and whether what is published there goes live by itself. */
  content?: ContentSource;
  followContent: boolean;
  publishingThread?: SharedThread;
  /** How files are read and built before anybody is served. */
  firstPublishing?: Publishing;
}

/** Milliseconds until files that could not be read or published are tried again. */
const afterTroubleMs = 5_000;

/** Old revisions that stay in memory beside the live ones: each has up to seven megabytes. */
const remembered = 16;

/** What the flows of a revision need before they can be run, for as long as somebody has the revision. */
const ready = new WeakMap<Revision, Map<string, Prepared>>();

interface NewRevision {
  revision: Revision;
  /** The same as JSON. */
  text: string;
}

/** Loads, publishes and watches. Where the files are broken, what was published last goes on. */
export async function openDefinitions({
  root,
  store,
  log,
  clock,
  watch,
  content,
  followContent,
  publishingThread,
  firstPublishing = publishing,
}: Options): Promise<Definitions> {
  const engine = await engineCodeHash();
  const live = new Map<string, Revision>();
  /** What the files here said last, by brand: another process may have published something else since. */
  const said = new Map<string, string>();
  /** What was live of brands that the files here have no more: the store keeps it, and it must not come back. */
  const left = new Map<string, string>();
  const older = new Map<string, Revision>();
  let hosts = new Map<string, Revision>();
  let diagnostics: Diagnostic[] = [];

  const publish = (revisions: Iterable<Revision>): void => {
    for (const revision of revisions) live.set(revision.brand, revision);
    hosts = new Map(
      [...live.values()].flatMap((revision) => revision.private.hosts.map((host) => [host, revision])),
    );
  };

  const thread = createPublisher(publishingThread);
  /** Names what the files said when they were read last. */
  let loaded: string | undefined;

  const make = async ({
    load: read,
    build,
    publish: readAndBuild,
  }: Publishing): Promise<Built<BuiltBrand[]>> => {
    if (!content) {
      const { name, built } = await readAndBuild(root, engine);
      loaded = name;
      return built;
    }
    const { name, sources } = await read(root);
    loaded = name;
    return await content.build(sources, (all, versions) => build(all, engine, versions));
  };

  /** The new revision of a brand, with its text; undefined where it stays as it is: all is known, or none can be made. */
  const revisionOf = (made: BuiltBrand): NewRevision | undefined => {
    const { brand, hash, revision: text, withheld } = made;
    if (text === undefined || said.get(brand) === hash || live.get(brand)?.hash === hash) return undefined;
    const built = readBuilt(made, text);
    const revision = keepFlows(built, withheld, live.get(brand));
    return revision && { revision, text: revision === built ? text : JSON.stringify(revision) };
  };

  const load = async (where: Publishing): Promise<void> => {
    const started = performance.now();
    const built = await make(where);
    diagnostics = built.diagnostics;
    for (const diagnostic of diagnostics) log.warn(`\n${formatDiagnostic(diagnostic)}`);
    if (!built.brands) {
      // Without any diagnostic there was nothing to judge: content that could not be read.
      const why = diagnostics.length > 0 ? "Las definiciones tienen errores" : "El contenido no se pudo leer";
      log.error(
        live.size > 0
          ? `${why}: sigue vigente lo último que se publicó.`
          : `${why} y nada se ha publicado todavía: no hay sitios hasta que se arregle.`,
      );
      return;
    }
    const changed = built.brands.flatMap((brand) => revisionOf(brand) ?? []);
    for (const { revision, text } of changed) await keepRevision(store, revision, engine, clock(), text);
    const here = new Set(built.brands.map(({ brand }) => brand));
    for (const { brand, hash, revision } of built.brands) {
      if (revision !== undefined) said.set(brand, hash);
      left.delete(brand);
    }
    for (const [brand, { hash }] of live) {
      if (here.has(brand)) continue;
      live.delete(brand);
      said.delete(brand);
      left.set(brand, hash);
    }
    publish(changed.map(({ revision }) => revision));
    for (const {
      revision: { brand, hash },
    } of changed) {
      log.info({ brand, revision: hash, took: Math.round(performance.now() - started) }, "published");
    }
  };

  // One at a time, and what comes meanwhile is one more round.
  let working: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;
  const reload = (): Promise<void> => {
    waiting ??= working.then(() => {
      waiting = undefined;
      working = load(thread).catch((error: unknown) => {
        if (closed) return;
        log.error({ err: error }, "the definitions could not be read or published");
        // A full disk, a database that is away: what was saved is to go live when that is over.
        clearTimeout(again);
        again = setTimeout(() => void reload(), afterTroubleMs).unref();
      });
      return working;
    });
    return waiting;
  };

  await loadCachedBuild();
  publish(await newestRevisions(store, { known: builtRevision }));
  const unwatch = watch
    ? watchDefinitions(root, {
        changed: () => void reload(),
        // While something is being read, that one tells.
        isNew: async () => waiting === undefined && (await thread.name(root)) !== loaded,
      })
    : () => {};
  // Nobody is served yet: what was compiled before is at hand here.
  const first = load(firstPublishing);
  working = first.catch(() => {});
  await first;
  // What the thread does for the first time takes longer, and the first change is not to wait for that.
  const readying = watch ? afterStart(() => thread.publish(root, engine).catch(() => {})) : undefined;
  if (followContent) content?.follow(() => void reload());
  const unfollow = store.shared
    ? followPublishes({
        store,
        readable: () => ({ engine, own: [...said.values()] }),
        known: (hash) => [...live.values()].find((revision) => revision.hash === hash),
        log,
        adopt: (revisions) => {
          const others = revisions.filter(
            ({ brand, hash }) => live.get(brand)?.hash !== hash && left.get(brand) !== hash,
          );
          publish(others);
          for (const { brand, hash } of others) log.info({ brand, revision: hash }, "published elsewhere");
        },
      })
    : async () => {};

  const knownRevision = (brand: string, hash: string): Revision | undefined => {
    const current = live.get(brand);
    return current?.hash === hash ? current : older.get(`${brand}/${hash}`);
  };

  const readyFlow = (revision: Revision, flow: string): Prepared => {
    const compiled = revision.public.flows[flow];
    if (!compiled) throw new Error(`revision ${revision.hash} has no flow "${flow}"`);
    const flows = ready.get(revision) ?? new Map<string, Prepared>();
    ready.set(revision, flows);
    let one = flows.get(flow);
    if (!one) {
      one = prepareFlow(compiled);
      flows.set(flow, one);
    }
    return one;
  };

  return {
    engine,
    forHost: (host) => hosts.get(host),
    current: (brand) => live.get(brand),
    known: knownRevision,
    live: () => [...live.values()],
    revision: async (brand, hash) => {
      const found = knownRevision(brand, hash) ?? (await readRevision(store, brand, hash));
      if (!found || found === live.get(brand)) return found;
      const key = `${brand}/${hash}`;
      older.delete(key);
      older.set(key, found);
      if (older.size > remembered) older.delete(older.keys().next().value!);
      return found;
    },
    validators: (revision, flow) => readyFlow(revision, flow).validators,
    prepared: readyFlow,
    hosts: () =>
      [...hosts].map(([host, { brand, public: open }]) => ({ brand, name: open.brand.name, host })),
    previews: openPreviews({ root, engine, thread, content, live: (brand) => live.get(brand) }),
    diagnostics: () => [...(content?.diagnostics() ?? []), ...diagnostics],
    contentStatus: () => content?.status() ?? [],
    reload,
    close: async () => {
      closed = true;
      unwatch();
      clearTimeout(again);
      clearTimeout(readying);
      await content?.close();
      await unfollow();
      await thread.close();
      await working;
    },
  };
}
