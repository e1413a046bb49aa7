/** Pages as those see them who opened a link to a preview. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Diagnostic, Revision } from "../../schemas/engine/serve.ts";
import type { Previews } from "../definitions/previews.ts";
import type { PreviewLink } from "../preview/link.ts";
import { barText, placeText, previewBar } from "../preview/page.ts";
import { sendPage } from "./development.ts";
import { escapeHtml } from "./html.ts";
import type { PageSources, ResolvedPage } from "./page-parts.ts";

/** What pages need of previews. */
export interface PreviewSource extends Pick<Previews, "of"> {
  /** The preview that somebody looks at; undefined for everybody else. */
  seenBy(request: FastifyRequest, brand: string): PreviewLink | undefined;
}

/** What a site is to somebody: as it is live, or as it would be, with the bar that says so, or what is wrong with that. */
export type Seen = { revision: Revision; bar?: Bar } | { diagnostics: Diagnostic[]; bar: Bar };

type Bar = (nonce: string) => string;

export async function seenSite(
  previews: PreviewSource | undefined,
  request: FastifyRequest,
  live: Revision,
  now: Date,
): Promise<Seen> {
  const link = previews?.seenBy(request, live.brand);
  if (!previews || !link) return { revision: live };
  const text = escapeHtml(barText(link.until, now, live.public.brand.timeZone));
  return { ...(await previews.of(live.brand)), bar: (nonce) => previewBar(text, nonce) };
}

/** A page of a preview: nobody's own, in no cache, and with the bar over it. */
export const inPreview = (found: ResolvedPage, bar: Bar | undefined): ResolvedPage =>
  bar && "page" in found ? { ...found, shared: false, bar } : found;

/** No form of a preview goes on with what somebody began with what is live. */
export const withoutRuns = (sources: PageSources): PageSources => ({
  ...sources,
  runs: {
    current: async () => null,
    failed: async () => null,
    known: async () => undefined,
    sent: async () => null,
    transferred: async () => undefined,
  },
});

/** In the place of a page: what an editor has to put right. What is live stays as it is. */
export function sendBrokenPreview(
  reply: FastifyReply,
  { diagnostics, bar }: Extract<Seen, { diagnostics: unknown }>,
): FastifyReply {
  const items = diagnostics.map(
    (one) => `<li class="error"><strong>${escapeHtml(one.message)}</strong>
<div class="quiet">${escapeHtml(`${placeText(one)} · ${one.code}`)}</div>
${one.excerpt === "" ? "" : `<pre tabindex="0">${escapeHtml(one.excerpt)}</pre>`}
${one.suggestion === undefined ? "" : `¿Quisiste decir «${escapeHtml(one.suggestion)}»? `}Cómo se arregla: ${escapeHtml(one.fix)}</li>`,
  );
  return sendPage(reply.header("x-robots-tag", "noindex"), "El contenido sin publicar tiene errores", {
    body: (nonce) => `${bar(nonce)}<h1>El contenido sin publicar tiene errores</h1>
<p>El sitio publicado no cambia. Arregla lo que sigue y vuelve a cargar esta página.</p>
<ul>${items.join("")}</ul>`,
    status: 422,
  });
}
