/// <reference types="vitest/config" />
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const leftOut = (file: string): string => join(import.meta.dirname, "renderer/left-out", file);

/**
 * Two builds from one file:
 *   vite build                                                             the browser's files, into dist/client
 *   vite build --ssr renderer/entry-server.tsx --outDir dist/server        the server's renderer
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: "custom",
  plugins: [react()],
  resolve: {
    // What rjsf brings along and nothing of ours asks for: 20 KB less for every form.
    alias: [
      { find: /^markdown-to-jsx(\/react)?$/, replacement: leftOut("markdown.ts") },
      { find: "fast-uri", replacement: leftOut("uri.ts") },
    ],
  },
  // Nothing is published as it lies in a folder.
  publicDir: false,
  ...(command === "build" && isSsrBuild
    ? // The server's renderer is the fast one of its libraries, whatever the server's own NODE_ENV says.
      { define: { "process.env.NODE_ENV": JSON.stringify("production") } }
    : {}),
  // Everything in one file: libraries that Node cannot import as they are, and React of one kind only.
  ssr: { noExternal: command === "build" ? true : [/^@mantine\//, /^@rjsf\//] },
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
    ...(isSsrBuild ? {} : { rolldownOptions: { input: "renderer/entry-client.tsx" } }),
  },
  test: {
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}"],
    server: { deps: { inline: [/@rjsf\//] } },
  },
}));
