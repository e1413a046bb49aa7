/** Part of `npm run build`: the module for pages of others, into dist/embed. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { InlineConfig } from "vite";

const root = join(import.meta.dirname, "..");
const source = join(root, "renderer/embed");

/** As much of PostCSS as is needed to walk a style sheet. */
interface StyleRule {
  selectors: string[];
  parent?: { type: string; name?: string };
  remove(): void;
}
interface StyleSheet {
  source?: { input: { file?: string } };
  walkRules(visit: (rule: StyleRule) => void): void;
}

/** A selector that holds below `scope` alone; none where it is about the page itself. */
export function scoped(selector: string, scope: string): string | undefined {
  if (/^(html|body|:host|:global\((html|body)\))(?![\w-])/.test(selector)) return undefined;
  return selector.startsWith(":root") ? scope + selector.slice(":root".length) : `${scope} ${selector}`;
}

/** Makes every rule hold in the element that a form is mounted in, and nowhere else of a page. */
export const scopeStyles = (scope: string) => ({
  postcssPlugin: "scope",
  Once(sheet: StyleSheet): void {
    // Names in modules are the module's own, unless they say otherwise.
    const isModule = sheet.source?.input.file?.endsWith(".module.css") ?? false;
    const around = isModule ? `:global(${scope})` : scope;
    sheet.walkRules((rule) => {
      const { parent } = rule;
      // Nested rules stand in one that was seen to; those of an animation are no selectors.
      if (parent?.type === "rule" || parent?.name?.endsWith("keyframes")) return;
      const selectors = rule.selectors.flatMap((selector) => scoped(selector, around) ?? []);
      if (selectors.length === 0) rule.remove();
      else rule.selectors = selectors;
    });
  },
});

/** What Vite is to build, beside what the project's own configuration says. */
export const embedConfig = (outDir: string): InlineConfig => ({
  // Wherever it is put, its parts are beside it.
  base: "./",
  css: { postcss: { plugins: [scopeStyles(".vitrina") as never] } },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: false,
    cssCodeSplit: false,
    // The gallery of development and the example are pages of others too.
    rolldownOptions: {
      input: {
        vitrina: join(source, "vitrina.ts"),
        gallery: join(root, "renderer/gallery/gallery.ts"),
      },
      preserveEntrySignatures: "exports-only",
      output: {
        codeSplitting: true,
        entryFileNames: "[name].js",
        chunkFileNames: "parts/[name]-[hash].js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css")) ? "vitrina.css" : "parts/[name]-[hash][extname]",
      },
    },
  },
});

/** KB, packed with gzip, of what a page loads before a form is mounted: the module with what it imports, and the style sheet. */
export function embedSize(outDir: string): number {
  const files = new Set(["vitrina.js"]);
  for (const file of files) {
    const text = readFileSync(join(outDir, file), "utf8");
    for (const [, name] of text.matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g)) {
      files.add(join(dirname(file), name!));
    }
  }
  const bytes = [...files, "vitrina.css"].map((file) => gzipSync(readFileSync(join(outDir, file))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/**
 * Puts beside the module what says to TypeScript how it is used, and a page that uses it. `api.ts` has types alone, so
 * that it is its own declaration.
 */
export function describeEmbed(outDir: string): void {
  const types = readFileSync(join(source, "api.ts"), "utf8");
  const text = `${types}\nexport declare const mountFlow: MountFlow;\nexport {};\n`;
  writeFileSync(join(outDir, "vitrina.d.ts"), text);
  copyFileSync(join(root, "docs/embedding.html"), join(outDir, "example.html"));
}
