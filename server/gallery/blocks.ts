import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "../../schemas/engine/serve.ts";

/** One block in one of its states, and what is to be found on it. `block.schema.json` beside the files says more. */
export interface BlockExample {
  describe: string;
  /** It names its page, or takes more of a page than its place: it has one of its own. */
  alone?: true;
  /** As in a screen, without the block's name. */
  slots: Record<string, unknown>;
  /** Of a page that only its server knows: what is kept of an attempt, where others are. */
  page?: Partial<Page>;
  expect: { role: string; name: string }[];
  /** What else can be read. */
  text?: string[];
  keys?: BlockKey[];
}

/** A key pressed on something, and what can be found then and not before: without a role, words that are announced. */
export interface BlockKey {
  on: { role: string; name: string };
  press: string;
  expect: { role?: string; name: string; checked?: boolean };
}

export interface BlockFile {
  block: string;
  describe: string;
  /** A screen whose queries its pages have. */
  dataOf?: string;
  examples: BlockExample[];
}

/** The page of some examples of a block. */
export interface BlockPage {
  path: string;
  file: BlockFile;
  examples: BlockExample[];
}

export const blocksHome = "/_desarrollo/bloques";
const folder = join(import.meta.dirname, "../../renderer/blocks/descriptors");
const isExamples = (name: string): boolean => name.endsWith(".json") && !name.endsWith(".schema.json");

/** The descriptors of all blocks, by name. Read anew each time: they are edited while the gallery is looked at. */
export async function blockFiles(): Promise<BlockFile[]> {
  const names = (await readdir(folder)).filter(isExamples).toSorted();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as BlockFile),
  );
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The pages of a block's examples: one for all, and one for each that needs its own. */
export function blockPages(file: BlockFile): BlockPage[] {
  const path = `${blocksHome}/${kebab(file.block)}`;
  const together = file.examples.filter(({ alone }) => !alone);
  const own = file.examples.filter(({ alone }) => alone);
  return [
    ...(together.length > 0 ? [{ path, file, examples: together }] : []),
    ...own.map((example, index) => ({ path: `${path}-${index + 1}`, file, examples: [example] })),
  ];
}
