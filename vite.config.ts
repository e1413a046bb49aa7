/// <reference types="vitest/config" />
import { statSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { flowEntries, formChunk, sharedChunks, startEntry } from "./server/pages/manifest.ts";
import { illustrationSheet } from "./tools/illustration-sheet.ts";

const bundlerStub = (file: string): string => join(import.meta.dirname, "renderer/bundler-stubs", file);

/** A module, and those that come with it. */
function importedBy(entry: string, chunks: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([join(import.meta.dirname, entry), "\0rolldown/runtime.js"]);
  for (const id of found)
    for (const imported of chunks.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** An entry that shares this file with others. */
const isIn = (chunk: string, id: string): boolean =>
  Object.entries(sharedChunks).some(([entry, name]) => name === chunk && id.endsWith(`/${entry}`));

/** A page waits for each of its style sheets, and a phone's network longer for each than for what is in a small one. */
const isSmallStyleSheet = (id: string): boolean =>
  /\/renderer\/(views|blocks)\/.+\.css$/.test(id) && statSync(id).size < 1_700;

/** Those of blocks that only some pages have: the content of a brand; and how the summary of a long form looks. And what frames of others share. */
const isOfContent = (id: string): boolean =>
  /\/(flow\/Recap|controls\/other-frame|blocks\/(stories|story-card|reviews|call-to-action|facts|office|questions|cards|social))\.module\.css$/.test(
    id,
  ) || id.endsWith("/controls/OtherFrame.tsx");

/** Those of blocks that pages of words have, and homes have not. */
const isOfWords = (id: string): boolean =>
  /\/blocks\/(text|tall-card|media|columns|frame|sections|failure|site-search)\.module\.css$/.test(id);

/** Tables that are wider than their page, and the block of one. */
const isOfTables = (id: string): boolean =>
  /\/renderer\/(controls\/(ScrollTable\.tsx|scroll-table\.module\.css)|blocks\/table\.module\.css)$/.test(id);

/** Small style sheets of views and blocks, and what is too little for a file of its own and in many of those. */
const isSmall = (id: string): boolean =>
  isSmallStyleSheet(id) || /\/renderer\/blocks\/(ExampleMark\.tsx|Drawn\.tsx|cards-class\.ts)$/.test(id);

/** What tells a story: promotions, news, reviews. */
const isOfStories = (id: string): boolean => id.endsWith("/blocks/StoryCard.tsx") || isIn("stories", id);

/** What banners and sliders share. */
const isOfSlides = (id: string): boolean =>
  /\/renderer\/(blocks\/Slide\.tsx|controls\/(use-carousel\.ts|CarouselControls\.tsx|slide-to\.ts))$/.test(
    id,
  );

/**
 * What several widgets share that come when they are asked for: too little for a file of its own. And how flows look: one
 * style sheet, as each is waited for.
 */
const isOfForms = (id: string): boolean =>
  /\/renderer\/(run\/(use-address|use-step-answers)\.ts|(widgets\/ActionButton|controls\/(code-input|dialog))\.module\.css)$/.test(
    id,
  ) || /\/renderer\/flow\/(finder|flow|handoff|tabs|StepsBar)\.module\.css$/.test(id);

/** Of the engine what comes with one thing alone, which no page waits for. */
const isAlone = (id: string): boolean => isOfQuestions(id) || id.endsWith("/schemas/engine/calendar-file.ts");

const isOfQuestions = (id: string): boolean => id.endsWith("/schemas/engine/4-evaluate/anchor-of.ts");

/** What forms and finders need: a file for each, and one for what both do. Of the engine too what other pages have no use for. */
function flowFiles(priority: number): Rolldown.CodeSplittingGroup {
  let needed: Map<string, Set<string>> | undefined;
  return {
    debugName: formChunk,
    priority,
    // What one of them brings along, the other may need too.
    includeDependenciesRecursively: false,
    name: (id, chunks) => {
      if (isAlone(id)) return null;
      needed ??= new Map(
        Object.entries(flowEntries).map(([name, entry]) => [name, importedBy(entry, chunks)]),
      );
      const names = [...needed].filter(([, ids]) => ids.has(id)).map(([name]) => name);
      return isOfForms(id) || names.length > 1 ? formChunk : (names[0] ?? null);
    },
  };
}

/**
 * The files of our own pages, few because each costs a request: what every page loads, what forms load besides, and the
 * engine by who needs what of it, and small style sheets.
 */
const pageFiles: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      {
        name: "page",
        tags: ["$initial"],
        test: (id) => !id.endsWith(startEntry) || id.includes("rolldown/runtime"),
        priority: 3,
        // Of the engine too what every page uses, and not all that comes with that.
        includeDependenciesRecursively: false,
      },
      flowFiles(2.5),
      {
        name: "engine",
        test: (id) => /\/schemas\/engine\//.test(id) && !isAlone(id),
        priority: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 80_000,
      },
      {
        name: "slides",
        test: (id) => isOfSlides(id) || isIn("slides", id),
        includeDependenciesRecursively: false,
      },
      {
        name: "content",
        test: (id) => isOfContent(id) || isIn("content", id) || isOfQuestions(id),
        includeDependenciesRecursively: false,
      },
      {
        name: "tables",
        test: (id) => isOfTables(id) || isIn("tables", id),
        includeDependenciesRecursively: false,
      },
      { name: "stories", test: isOfStories, includeDependenciesRecursively: false },
      { name: "words", test: isOfWords },
      { name: "small", test: isSmall, includeDependenciesRecursively: false },
    ],
  },
  // Of the names of all who share a file, the first says enough.
  chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
};

/**
 * Two builds from one file:
 *   vite build                                                             the browser's files, into dist/client: `tools/build.ts` says of what
 *   vite build --ssr renderer/entry-server.tsx --outDir dist/server        the server's renderer
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: "custom",
  plugins: [react(), illustrationSheet()],
  resolve: {
    // What rjsf brings along and not every form of ours asks for: 40 KB less.
    alias: [
      { find: /^markdown-to-jsx(\/react)?$/, replacement: bundlerStub("markdown.ts") },
      { find: /^@x0k\/json-schema-merge$/, replacement: bundlerStub("schema-merge.ts") },
      { find: "fast-equals", replacement: bundlerStub("equal.ts") },
      // A development server keeps what a build leaves out of Ajv, and that asks for all of it.
      ...(command === "build" ? [{ find: "fast-uri", replacement: bundlerStub("uri.ts") }] : []),
    ],
  },
  // Nothing is published as it lies in a folder.
  publicDir: false,
  ...(command === "build" && isSsrBuild
    ? // The server's renderer is the fast one of its libraries, whatever the server's own NODE_ENV says.
      { define: { "process.env.NODE_ENV": JSON.stringify("production") } }
    : {}),
  // Everything in one file: libraries that Node cannot import as they are, and React of one kind only.
  ssr: { noExternal: command === "build" ? true : [/^@rjsf\//] },
  build: {
    target: "es2022",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    // Read by the server: which files an entry needs, by their hashed names.
    manifest: isSsrBuild ? false : "manifest.json",
    // Small files inside others would need `data:` in more places than images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      ...(isSsrBuild ? {} : { output: pageFiles }),
      // How long a build takes is nobody's question while it starts.
      checks: { bundlerTimings: false },
      // The engine is pure: pages that only fill words do without its rules and its telephone numbers.
      treeshake: { moduleSideEffects: [{ test: /\/schemas\/engine\//, sideEffects: false }] },
    },
  },
  test: {
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}"],
    // What is waited for comes when it comes, on a busy machine too.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    server: { deps: { inline: [/@rjsf\//] } },
  },
}));
