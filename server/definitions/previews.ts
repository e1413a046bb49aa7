/** What sites would be with content that is not live yet: built when somebody looks, published never, kept nowhere. */
import type { Diagnostic, Revision, Sources } from "../../schemas/engine/serve.ts";
import type { ContentSource, ContentVersions } from "../content/source.ts";
import type { BuiltBrand } from "./built.ts";
import type { Publishing } from "./publishing.ts";
import { loadUnpublished, unpublishedPlace } from "./unpublished-files.ts";

/** What a brand's site would be, or why it cannot be so. */
export type Preview = { revision: Revision } | { diagnostics: Diagnostic[] };

export interface Previews {
  /** As the content is at this moment. */
  of(brand: string): Promise<Preview>;
  /** One that was looked at a moment ago, for what its pages ask for. */
  known(brand: string, hash: string): Revision | undefined;
}

interface PreviewsDeps {
  root: string;
  engine: string;
  thread: Pick<Publishing, "load" | "build">;
  /** Where content comes from, where that is not the files. */
  content: ContentSource | undefined;
  /** What is live of a brand: where nothing else would be, its preview is the same. */
  live: (brand: string) => Revision | undefined;
}

/** Milliseconds in which one look is good for all who ask: a page asks for itself, and for what it loads. */
const freshMs = 2_000;

/** How many of a brand's are remembered: a page that is open asks for its own. */
const remembered = 5;

export function openPreviews({ root, engine, thread, content, live }: PreviewsDeps): Previews {
  const looks = new Map<string, { at: number; preview: Promise<Preview> }>();
  const built = new Map<string, Map<string, Revision>>();

  const remember = (brand: string, hash: string, text: string): Revision => {
    const known = built.get(brand) ?? new Map<string, Revision>();
    built.set(brand, known);
    const revision = known.get(hash) ?? (JSON.parse(text) as Revision);
    known.delete(hash);
    known.set(hash, revision);
    if (known.size > remembered) known.delete(known.keys().next().value!);
    return revision;
  };

  const look = async (brand: string): Promise<Preview> => {
    const { sources } = await thread.load(root);
    const own = content ? {} : await loadUnpublished(root, brand);
    const make = (all: Sources, versions: ContentVersions = new Map()) => thread.build(all, engine, versions);
    const { diagnostics, brands } = content
      ? await content.preview<BuiltBrand[]>(brand, sources, make)
      : await make({ ...sources, ...own });
    const made = brands?.find((one) => one.brand === brand);
    if (made?.revision === undefined || made.withheld.length > 0) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      return { diagnostics: errors.map((one) => ({ ...one, file: unpublishedPlace(one.file, own) })) };
    }
    const now = live(brand);
    return { revision: now?.hash === made.hash ? now : remember(brand, made.hash, made.revision) };
  };

  return {
    of: (brand) => {
      const last = looks.get(brand);
      if (last && performance.now() - last.at < freshMs) return last.preview;
      const preview = look(brand);
      // Whoever asks while it is built waits for the same one.
      const one = { at: Infinity, preview };
      looks.set(brand, one);
      void preview.then(
        () => (one.at = performance.now()),
        () => looks.delete(brand),
      );
      return preview;
    },
    known: (brand, hash) => built.get(brand)?.get(hash),
  };
}
