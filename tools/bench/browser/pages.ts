import { createServer, type Server } from "node:http";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { loadedBy, type Manifest } from "../../../server/pages/manifest.ts";
import { compiledForm } from "./definition.ts";

const root = join(import.meta.dirname, "../../..");

export const forms = ["hand-written", "ours", "rjsf"] as const;
export type FormName = (typeof forms)[number];

/** Other pages of a bench than forms. */
export type PageName = FormName | "instantsearch";

export interface Pages {
  url(page: PageName): string;
  close(): void;
}

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".html": "text/html",
};

/** Builds one page as it would be built for production: ours with our settings, the others with none. Gives its style sheets. */
async function built(page: PageName, folder: string): Promise<string[]> {
  const outDir = join(folder, page);
  const input = join(import.meta.dirname, `${page}.tsx`);
  await build({
    root,
    configFile: page === "ours" ? join(root, "vite.config.ts") : false,
    mode: "production",
    logLevel: "warn",
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ...(page === "ours" ? {} : { plugins: [react()] }),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: "manifest.json",
      rolldownOptions: {
        input,
        output: { entryFileNames: `${page}.js` },
      },
    },
  });
  const manifest = JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8")) as Manifest;
  return loadedBy(manifest, [relative(root, input)]).styles;
}

/** Builds the forms as for production, and serves a page for each of them, with the definitions of these sizes. */
export async function serveForms(sizes: number[]): Promise<Pages> {
  const files: Record<string, string> = {};
  for (const size of sizes) {
    const { compiled, validators } = await compiledForm(size);
    files[`/definitions/${size}.json`] = compiled;
    files[`/definitions/${size}.js`] = validators;
  }
  return servePages(forms, files);
}

/** Builds pages as for production, and serves them, with these files beside them. */
export async function servePages(names: readonly PageName[], files: Record<string, string>): Promise<Pages> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-bench-"));
  const made = new Map(Object.entries(files));
  for (const name of names) {
    const sheets = await built(name, folder);
    const links = sheets.map((sheet) => `<link rel="stylesheet" href="/${name}/${sheet}">`).join("");
    made.set(
      `/${name}.html`,
      `<!doctype html><html lang="es"><meta charset="utf-8">${links}<body><div id="form"></div><script type="module" src="/${name}/${name}.js"></script>`,
    );
  }
  const server = await listening(
    createServer((request, response) => {
      const path = new URL(request.url!, "http://localhost").pathname;
      response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
      try {
        response.end(made.get(path) ?? readFileSync(join(folder, path)));
      } catch {
        response.writeHead(404).end();
      }
    }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: (page) => `http://localhost:${port}/${page}.html`, close: () => server.close() };
}

const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => {
    server.listen(0, "localhost", () => resolve(server));
  });
