import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Diagnostic } from "../../schemas/engine/serve.ts";
import { isFromThisMachine } from "../http/host.ts";
import { blocksHome } from "../gallery/blocks.ts";
import { addressOf } from "../http/site-address.ts";
import { contentStatusPart } from "./content-status.ts";
import { crossing } from "./crossing.ts";
import { escapeHtml } from "./html.ts";
import { nonce } from "./nonce.ts";
import { contentPolicy, secure, type PolicyExtras } from "./content-policy.ts";
import type { PagesOptions } from "./types.ts";

const styles = `
${crossing}
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:#17202b;background:#f4f6f8}
main{max-width:56rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.5rem}
a{color:#0b57a4}:focus-visible{outline:3px solid #0b57a4;outline-offset:2px}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
li,.card{background:#fff;border:1px solid #dbe1e7;border-radius:.5rem;padding:1rem 1.25rem}
li.error{border-left:6px solid #b3121d}li.warning{border-left:6px solid #a86100}
pre{overflow:auto;margin:.5rem 0;padding:.75rem;background:#f4f6f8;border-radius:.25rem}
.brand{font-weight:700;font-size:1.125rem;display:inline-block;padding:.5rem 0}
.quiet{color:#54606d}iframe{width:100%;height:34rem;border:1px solid #dbe1e7;border-radius:.5rem;background:#fff}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}dt{color:#54606d}dd{margin:0;overflow-wrap:anywhere}
`;

/**
 * Pages for whoever builds the sites: `/_desarrollo` with what is wrong in
 * the definitions and the mails that were written, and the gallery. They are there in development only.
 */
export function developmentPages(
  app: FastifyInstance,
  { definitions, config, assets, mails, dead }: PagesOptions,
): void {
  const isSite = (name: string): boolean => definitions.forHost(name) !== undefined;
  app.addHook("onRequest", async (request, reply) => {
    // They show what people wrote.
    if (!isFromThisMachine(request.raw, isSite)) await reply.code(404).type("text/plain").send("No existe.");
  });

  app.get("/_desarrollo", async (request, reply) => {
    const list = (await mails?.list()) ?? [];
    const lost = ((await dead?.()) ?? []).map(
      ({ id, brand, kind, created_at, last_error }) =>
        `<li class="error"><strong>${escapeHtml(`${brand} · ${kind}`)}</strong> ${escapeHtml(last_error ?? "")}
<div class="quiet">${escapeHtml(`${id} · ${created_at}`)}</div></li>`,
    );
    const items = list.map(
      ({ id, to, subject, date }) =>
        `<li><a href="/_desarrollo/correos/${encodeURIComponent(id)}">${escapeHtml(subject || "(sin asunto)")}</a>
<div class="quiet">${escapeHtml(to)} · ${escapeHtml(date)}</div></li>`,
    );
    return send(
      reply,
      "Desarrollo",
      `<h1>Desarrollo</h1><p><a href="/_desarrollo/galeria">Galería de widgets</a>${blocksLink(request, { definitions, config })}${exampleLink(request, { definitions, config, assets })}</p><h2>Definiciones</h2>${diagnosticsList(definitions.diagnostics())}
${contentStatusPart(definitions.contentStatus(), definitions.live())}
${lost.length > 0 ? `<h2>Entregas que no se pudieron hacer</h2><ul>${lost.join("")}</ul>` : ""}
<h2>Correos</h2>${items.length > 0 ? `<ul>${items.join("")}</ul>` : '<p class="quiet">Todavía no hay correos.</p>'}`,
    );
  });

  app.get("/_desarrollo/correos/:id", async (request, reply) => {
    const mail = await mails?.read((request.params as { id: string }).id);
    if (!mail) return send(reply, "Correo", "<h1>No existe ese correo</h1>", 404);
    // The frame is under this page's policy, so that the mail's own styles need its nonce.
    const shown = (own: string): string => mail.html.replaceAll("<style>", `<style nonce="${own}">`);
    return sendPage(reply, mail.subject, {
      body: (own) => `<p><a href="/_desarrollo">Desarrollo</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl class="card"><dt>Para</dt><dd>${escapeHtml(mail.to)}</dd><dt>Fecha</dt><dd>${escapeHtml(mail.date)}</dd></dl>
<h2>Como se ve</h2><iframe sandbox title="Correo" srcdoc="${escapeHtml(shown(own))}"></iframe>
<h2>Como texto</h2><pre class="card" tabindex="0">${escapeHtml(mail.text)}</pre>`,
    });
  });
}

/** The gallery of blocks is part of each brand's site: of every brand here. */
function blocksLink(
  request: FastifyRequest,
  { definitions, config }: Pick<PagesOptions, "definitions" | "config">,
): string {
  const links = definitions.hosts().map(({ host, name }) => {
    const address = `${addressOf(config, request, host)}${blocksHome}`;
    return `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>`;
  });
  return links.length === 0 ? "" : ` · Galería de bloques: ${links.join(", ")}`;
}

/** The example of a page of others, with a form of the first brand; none where the module was not built. */
function exampleLink(
  request: FastifyRequest,
  { definitions, config, assets: { embedFolder } }: Pick<PagesOptions, "definitions" | "config" | "assets">,
): string {
  const [first] = definitions.hosts();
  const flows = first ? (definitions.forHost(first.host)?.public.flows ?? {}) : {};
  const form = Object.keys(flows).find((id) => !flows[id]!.finder);
  if (embedFolder === undefined || !first || form === undefined) return "";
  const flow = `${addressOf(config, request, first.host)}/embed/${form}.json`;
  const address = `/_desarrollo/embed/example.html?flow=${encodeURIComponent(flow)}`;
  return ` · <a href="${escapeHtml(address)}">Un formulario en la página de otro</a>`;
}

/** The brands and where they are, for a host that is none of theirs. */
export function sendChooser(
  request: FastifyRequest,
  reply: FastifyReply,
  { definitions, config }: Pick<PagesOptions, "definitions" | "config">,
): FastifyReply {
  const items = definitions.hosts().map(({ brand, name, host }) => {
    const address = addressOf(config, request, host);
    return `<li><a class="brand" href="${escapeHtml(`${address}/`)}">${escapeHtml(name)}</a>
<div class="quiet">${escapeHtml(brand)} · ${escapeHtml(new URL(address).host)}</div></li>`;
  });
  return send(
    reply,
    "Vitrina",
    `<h1>Vitrina</h1><p>Cada marca tiene su propia dirección:</p><ul>${items.join("")}</ul>
<p><a href="/_desarrollo">Desarrollo: diagnósticos y correos</a></p>`,
  );
}

function diagnosticsList(diagnostics: Diagnostic[]): string {
  if (diagnostics.length === 0) return '<p class="card">Sin problemas: todo lo guardado está publicado.</p>';
  const items = diagnostics.map(
    ({ severity, code, file, line, column, message, fix: mend, suggestion, excerpt, length }) =>
      `<li class="${severity}"><strong>${escapeHtml(message)}</strong>
<div class="quiet">${escapeHtml(`${file}:${line}:${column} · ${severity === "error" ? "error" : "aviso"} · ${code}`)}</div>
<pre tabindex="0">${escapeHtml(excerpt)}\n${" ".repeat(Math.max(column - 1, 0))}${"^".repeat(Math.max(length, 1))}</pre>
${suggestion === undefined ? "" : `¿Quisiste decir «${escapeHtml(suggestion)}»? `}${escapeHtml(mend)}</li>`,
  );
  const broken = diagnostics.some(({ severity }) => severity === "error");
  const note = broken ? "<p>Hay errores: sigue publicada la última versión sin ellos.</p>" : "";
  return `${note}<ul>${items.join("")}</ul>`;
}

const send = (reply: FastifyReply, title: string, body: string, status = 200): FastifyReply =>
  sendPage(reply, title, { body, status });

interface DevelopmentPage {
  body: string | ((nonce: string) => string);
  /** More of the head. */
  head?(nonce: string): string;
  /** What the policy has to allow beyond the strict one. */
  policy?(nonce: string): PolicyExtras;
  status?: number;
}

/** Sends a page for whoever builds the sites. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  { body, head, policy, status = 200 }: DevelopmentPage,
): FastifyReply {
  const own = nonce();
  secure(reply, contentPolicy(own, policy?.(own)));
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store")
    .send(`<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><meta name="robots" content="noindex"><link rel="icon" href="data:,"><style nonce="${own}">${styles}</style>${head?.(own) ?? ""}</head>
<body><main>${typeof body === "string" ? body : body(own)}</main></body>
</html>
`);
}
