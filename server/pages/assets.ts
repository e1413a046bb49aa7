import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { CompiledFlow, Page, Validators } from "../../schemas/engine/serve.ts";

/** The flow of a page, in the revision that the page names. */
export interface PageResources {
  flow?: CompiledFlow;
  validators?: Validators;
}

export interface RenderedPage {
  /** What stands in `#app`. */
  html: string;
  /** Title, description, robots, theme colour, the look of the brand. */
  head: string;
}

/** Draws a page; `nonce` stands on every style element. */
export type Render = (page: Page, resources: PageResources, nonce: string) => RenderedPage;

/** Where the renderer and the browser's files come from: built ones, or Vite's in development. */
export interface Assets {
  /** Names the build, for pages that are drawn once and kept. Without it none is kept. */
  build?: string;
  render(page: Page, resources: PageResources, nonce: string): Promise<RenderedPage>;
  /**
   * Tags for style sheets and scripts. `scripts` are those that wait until the page was painted, where they do. `nonce` may
   * be a mark that is replaced in each answer.
   */
  tags(page: Page, nonce: string): { head: string; scripts?: string };
  /** Serves the files. */
  register(app: FastifyInstance): void | Promise<void>;
  /** Tags of the gallery of widgets, and the address of the module that mounts its forms. */
  gallery(nonce: string): { head: string; module: string };
  /** Where the module for pages of others is, if it was built. */
  embedFolder?: string;
  /** What the content security policy has to allow beyond the strict one. */
  policy(nonce: string): { scripts: string[]; connections: string[] };
  close(): Promise<void>;
}

const root = join(import.meta.dirname, "..", "..");

/**
 * What `npm run build` made.
 * @throws {Error} when there is no build, or it lacks an entry.
 */
export async function builtAssets(dist = join(root, "dist")): Promise<Assets> {
  const { readBuild } = await import("./built-assets.ts");
  return readBuild(dist);
}

/** The sources as they are, through Vite. */
export async function devAssets(project = root): Promise<Assets> {
  const { throughVite } = await import("./dev-assets.ts");
  return throughVite(project);
}
