import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "../../schemas/engine/serve.ts";
import { contentHash } from "../content-hash.ts";
import type { Assets, Render } from "./assets.ts";
import { entriesOf, flowEntries, loadedBy, pageEntry, startEntry, type Manifest } from "./manifest.ts";
import { serveFolder, unchanging } from "./static-files.ts";

/** Tags of what a page loads. */
interface PageFiles {
  head: string;
  scripts: string;
}

/**
 * What `npm run build` left in `dist/client` and `dist/server`.
 * @throws {Error} when there is no build, or it lacks an entry.
 */
export async function readBuild(dist: string): Promise<Assets> {
  const client = join(dist, "client");
  const manifestText = await readFile(join(client, "manifest.json"), "utf8").catch((cause: unknown) => {
    throw new Error(`there is no build in ${dist}: run "npm run build"`, { cause });
  });
  const manifest = JSON.parse(manifestText) as Manifest;
  const known = new Map<string, PageFiles>();
  const filesFor = (page: Page): PageFiles => {
    const entries = entriesOf(manifest, page);
    const key = JSON.stringify(entries);
    const files = known.get(key) ?? filesOf(manifest, entries);
    known.set(key, files);
    return files;
  };
  // A build that lacks what pages load is none.
  for (const entry of [startEntry, pageEntry, ...Object.keys(flowEntries)]) loadedBy(manifest, [entry]);
  // It stands in the page: an answer of its own would cost more than it is long.
  const startText = (await readFile(join(client, manifest[startEntry]!.file), "utf8")).trim();
  const start = `<script type="module">${startText}</script>`;
  const startHash = createHash("sha256").update(startText).digest("base64");
  const serverFile = join(dist, "server", "entry-server.js");
  const serverText = await readFile(serverFile);
  const build = contentHash(manifestText, serverText);
  // The address carries the build: a module that was loaded before is another one.
  const { render } = (await import(`${pathToFileURL(serverFile).href}?${build}`)) as { render: Render };

  return {
    build,
    render: async (page, resources, nonce) => render(page, resources, nonce),
    tags(page: Page) {
      const { head, scripts } = filesFor(page);
      return { head: `${head}\n${fontTag(manifest, page)}${start}`, scripts };
    },
    embedFolder: join(dist, "embed"),
    gallery: () => ({
      head: `<link rel="stylesheet" href="/_desarrollo/embed/vitrina.css">
<script type="module" src="/_desarrollo/embed/gallery.js"></script>`,
      module: "/_desarrollo/embed/vitrina.js",
    }),
    policy: () => ({ scripts: [`'sha256-${startHash}'`], connections: [] }),
    close: () => Promise.resolve(),
    register: (app) => serveFolder(app, "/assets", join(client, "assets"), unchanging),
  };
}

/** Style sheets, and what comes once the page was painted: the script, and what it imports so that it need not be found out. */
function filesOf(manifest: Manifest, { first, later }: ReturnType<typeof entriesOf>): PageFiles {
  const { scripts } = loadedBy(manifest, first);
  const { styles } = loadedBy(manifest, [...first, ...later]);
  const main = manifest[pageEntry]!.file;
  return {
    head: styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join("\n"),
    scripts: [
      ...scripts.filter((file) => file !== main).map((file) => `<link rel="modulepreload" href="/${file}">`),
      `<script type="module" src="/${main}"></script>`,
    ].join("\n"),
  };
}

/** The file of the brand's font: asked for with the page, not once its style sheets say where it is. */
function fontTag(manifest: Manifest, { brand }: Page): string {
  const { font } = brand.theme;
  if (typeof font === "object") return preload(font.address);
  const name = Object.keys(manifest).find((key) => key.endsWith(`/${font}-latin-wght-normal.woff2`));
  if (name === undefined) throw new Error(`the build has no font "${font}"`);
  return preload(`/${manifest[name]!.file}`);
}

const preload = (font: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">\n`;
