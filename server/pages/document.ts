import { randomBytes } from "node:crypto";
import type { Page } from "../../schemas/engine/serve.ts";
import { gzipTemplate, type AnswerTemplate } from "../http/gzip-template.ts";
import type { PageAbout } from "./about.ts";
import type { Assets, PageResources } from "./assets.ts";
import { crossing } from "./crossing.ts";
import { headFor } from "./head.ts";
import { escapeHtml, escapeJson } from "./html.ts";

/** What differs between two answers with the same page. */
export interface Marks {
  nonce: string;
  requestId: string;
  /** Of the site that the page was asked for at. */
  origin: string;
}

// Random, so that nothing that anybody writes can be taken for one of them.
const mark = (): string => `mark-${randomBytes(12).toString("hex")}`;
const marks: Marks = { nonce: mark(), requestId: mark(), origin: mark() };
/** Stands for the nonce in what is made once for many answers. */
export const nonceMark = marks.nonce;
const anyMark = new RegExp(`(${Object.values(marks).join("|")})`);
const names = new Map(Object.entries(marks).map(([name, text]) => [text, name as keyof Marks]));

/** A page drawn once, to be joined with each answer's own nonce, request id and address. */
export interface Document {
  join(values: Marks): Buffer;
  /** The same as gzip. For pages that are the same for everyone: elsewhere the length would tell of what is secret. */
  joinGzip(values: Marks): Buffer;
}

/** What the form of a page needs before it is alive: asked for with the scripts, not after them. */
function preloads({ flow }: Page): string {
  if (!flow) return "";
  const address = escapeHtml(
    `/definitions/${encodeURIComponent(flow.revision)}/${encodeURIComponent(flow.id)}`,
  );
  return `<link rel="preload" as="fetch" crossorigin href="${address}.json">
<link rel="modulepreload" href="${address}.validators.js">
`;
}

/** Draws the whole document of a page. `page.requestId` is replaced by the answer's own. */
export async function drawDocument(
  assets: Assets,
  page: Page,
  resources: PageResources,
  { about, bar }: { about?: PageAbout | undefined; bar?: ((nonce: string) => string) | undefined } = {},
): Promise<Document> {
  const marked: Page = { ...page, requestId: marks.requestId };
  const { html, head } = await assets.render(marked, resources, marks.nonce);
  const tags = assets.tags(page, marks.nonce);
  const later =
    tags.scripts === undefined ? "" : `<template id="scripts">${preloads(page)}${tags.scripts}</template>`;
  // Whoever has no script is led on too.
  const leaving =
    page.leadsTo === undefined
      ? ""
      : `<noscript><meta http-equiv="refresh" content="${page.screen.failure?.after ?? 0};url=${escapeHtml(page.leadsTo)}"></noscript>`;
  const parts: AnswerTemplate<keyof Marks> = `<!doctype html>
<html lang="${escapeHtml(page.brand.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style nonce="${marks.nonce}">${crossing}</style>
${headFor(page, marks.origin, about)}
${leaving}
${tags.head}
${later}
</head>
<body>
${bar?.(marks.nonce) ?? ""}<div id="app">${html}</div>
<script type="application/json" id="page" nonce="${marks.nonce}">${escapeJson(marked)}</script>
</body>
</html>
`
    .split(anyMark)
    // Encoded once: what differs is short.
    .map((part) => names.get(part) ?? Buffer.from(part));
  let compressed: ReturnType<typeof gzipTemplate<keyof Marks>> | undefined;
  return {
    join: (values) => {
      const theirs = encoded(values);
      return Buffer.concat(parts.map((part) => (typeof part === "string" ? theirs[part] : part)));
    },
    joinGzip: (values) => (compressed ??= gzipTemplate(parts))(encoded(values)),
  };
}

const encoded = ({ nonce, requestId, origin }: Marks): Record<keyof Marks, Buffer> => ({
  nonce: Buffer.from(escapeHtml(nonce)),
  requestId: Buffer.from(escapeHtml(requestId)),
  origin: Buffer.from(escapeHtml(origin)),
});
