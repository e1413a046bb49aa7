/** A site of somebody else's, with pages that mount forms: a plain server of its own, on another origin. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll } from "vitest";
import { root } from "./definitions.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** The policy that docs/embedding.md gives to pages with forms, for a Vitrina server at this origin. */
export function documentedEmbedPolicy(vitrina: string): string {
  const text = readFileSync(join(root, "docs/embedding.md"), "utf8");
  const [, policy] = /^ *Content-Security-Policy: (.+)$/m.exec(text)!;
  return policy!.replaceAll("https://si.example", vitrina);
}

export interface EmbedHost {
  url(path: string): string;
}

/** Serves `dist/embed`, and these pages by path, all with these headers. To be called at the top of a test file. */
export async function startEmbedHost(
  pages: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<EmbedHost> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
    try {
      response.end(pages[path] ?? readFileSync(join(root, "dist/embed", path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: (path) => `http://127.0.0.1:${port}${path}` };
}
