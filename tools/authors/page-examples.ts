/** The examples beside screens with data: what an address shows when services answer so. Run by `check` and by the tests. */
import { isDeepStrictEqual } from "node:util";
import type { Answer, DataStatus, Revision, WrittenPageExampleFile } from "../../schemas/engine/all.ts";
import type { Difference } from "./examples.ts";

/** An example as it is written; of what services answer, nothing `late` is drawn. */
export interface PageExample extends WrittenPageExampleFile {
  /** From the project's root. */
  file: string;
  screen: string;
}

/** What a page shows. */
export interface ShownPage {
  status: number;
  redirect?: string;
  title?: string;
  head: WrittenPageExampleFile["expect"]["head"];
  blocks: string[];
  /** What its blocks say, as plain text. */
  says: string[];
  leadsTo?: string;
  data: Record<string, DataStatus | "late">;
  /** By call, each time that it was made. */
  asked: Map<string, Record<string, unknown>[]>;
  values: Record<string, Answer | undefined>;
}

/** The examples of pages among parsed definition files. */
export function pageExamplesIn(files: { path: string; value: unknown }[]): PageExample[] {
  return files.flatMap(({ path, value }) => {
    const screen = /^schemas\/screens\/([^/]+)\/examples\//.exec(path)?.[1];
    return screen === undefined ? [] : [{ ...(value as WrittenPageExampleFile), file: path, screen }];
  });
}

/** Where what a page shows is not what its example says. */
export async function pageDifferences(revision: Revision, example: PageExample): Promise<Difference[]> {
  // What asks for a page is the server's, and takes its time to load.
  const { showPage } = await import("./show-page.ts");
  const { MisfitError } = await import("./run-program.ts");
  try {
    return compared(await showPage(revision, example), example);
  } catch (error) {
    if (error instanceof MisfitError) return [error];
    throw error;
  }
}

function compared(shown: ShownPage, { calls = {}, expect }: PageExample): Difference[] {
  const found: Difference[] = [];
  const compare = (key: string, at: string[], expected: unknown, got: unknown): void => {
    if (!isDeepStrictEqual(expected, got)) found.push({ at: ["expect", key, ...at], expected, found: got });
  };
  for (const key of ["status", "redirect", "title", "blocks", "leadsTo"] as const) {
    if (expect[key] !== undefined) compare(key, [], expect[key], shown[key]);
  }
  for (const [index, text] of (expect.says ?? []).entries()) {
    if (!shown.says.includes(text)) compare("says", [String(index)], text, shown.says);
  }
  for (const [key, said] of Object.entries(expect.head ?? {})) {
    compare("head", [key], said, shown.head?.[key as keyof typeof shown.head]);
  }
  for (const [name, state] of Object.entries(expect.data ?? {})) {
    compare("data", [name], state, Object.hasOwn(shown.data, name) ? shown.data[name] : undefined);
  }
  for (const [call, inputs] of Object.entries(expect.asked ?? {})) {
    const asked = shown.asked.get(call) ?? [];
    if (asked.some((one) => isDeepStrictEqual(one, inputs))) continue;
    found.push({ at: ["expect", "asked", call], expected: inputs, found: asked.at(-1) });
  }
  for (const [path, value] of Object.entries(expect.values ?? {})) {
    compare("values", [path], value, shown.values[path] ?? null);
  }
  const unasked = Object.keys(calls).find((call) => !shown.asked.has(call));
  if (unasked !== undefined) {
    found.push({ at: ["calls", unasked], expected: unasked, found: "una llamada que no se hace" });
  }
  return found;
}
