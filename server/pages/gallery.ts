import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validatorModule, type Revision } from "../../schemas/engine/serve.ts";
import { loadSources } from "../definitions/load.ts";
import { widgetFiles, type WidgetFile } from "../gallery/files.ts";
import type { GalleryForm } from "../gallery/forms.ts";
import { escapeHtml, escapeJson } from "./html.ts";
import { sendPage } from "./development.ts";
import { asked, serveFolder } from "./static-files.ts";
import type { PagesOptions } from "./types.ts";

interface CachedGallery {
  /** What it was made of: what is live, and the examples. */
  live: Revision | undefined;
  examples: string;
  forms: Map<string, GalleryForm[]>;
}

interface GalleryQuery {
  files: WidgetFile[];
  brand: string;
  forms: Map<string, GalleryForm[]>;
}

const home = "/_desarrollo/galeria";

const styles = `
.gallery{display:grid;gap:.5rem 1rem}.gallery ul{display:flex;flex-wrap:wrap;gap:.25rem .75rem}
.gallery li{background:none;border:0;padding:0}.gallery a{display:inline-block;padding:.375rem .125rem}
.gallery a[aria-current]{font-weight:700;text-decoration-thickness:3px}
#forms{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;margin-top:1.5rem}
main:has(#forms){padding-inline:min(1.25rem,4vw)}
`;

/**
 * `/_desarrollo/galeria`: every widget in each of its states, in the look of every brand, mounted as on pages of others.
 * `/_desarrollo/embed`: what they are mounted with, and the example of such a page.
 */
export async function gallery(
  app: FastifyInstance,
  { definitions, config, assets }: PagesOptions,
): Promise<void> {
  const kept = new Map<string, CachedGallery>();

  async function find(request: FastifyRequest): Promise<GalleryQuery> {
    const files = await widgetFiles();
    const { marca } = request.query as { marca?: string };
    const known = definitions.hosts().map((host) => host.brand);
    const brand = known.find((one) => one === marca) ?? known[0] ?? "";
    const live = definitions.live().find((one) => one.brand === brand);
    const examples = JSON.stringify(files);
    const before = kept.get(brand);
    if (before?.live === live && before?.examples === examples) return { files, brand, forms: before.forms };
    const sources = await loadSources(config.definitionsDir);
    const { galleryForms } = await import("../gallery/forms.ts");
    const forms = galleryForms(sources, brand, files);
    kept.set(brand, { live, examples, forms });
    return { files, brand, forms };
  }

  async function sendGallery(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { widget } = request.params as { widget?: string };
    // What is broken is not compiled.
    if (definitions.diagnostics().some(({ severity }) => severity === "error")) {
      const body = '<h1>Las definiciones tienen errores</h1><p><a href="/_desarrollo">Desarrollo</a></p>';
      return sendPage(reply, "Galería", { body, status: 503 });
    }
    const { files, brand, forms } = await find(request);
    const file = files.find((one) => one.widget === widget) ?? (widget === undefined ? files[0] : undefined);
    if (!file) return sendPage(reply, "Galería", { body: "<h1>No existe ese widget</h1>", status: 404 });
    const link = (name: string, code: string, words: string, current: boolean): string =>
      `<li><a href="${home}/${escapeHtml(name)}?marca=${escapeHtml(code)}"${current ? ' aria-current="page"' : ""}>${escapeHtml(words)}</a></li>`;
    const brands = new Map(definitions.hosts().map((host) => [host.brand, host.name]));
    const widgets = files.map((one) => link(one.widget, brand, one.widget, one === file));
    const looks = [...brands].map(([code, name]) => link(file.widget, code, name, code === brand));
    return sendPage(reply, `${file.widget} · Galería`, {
      head: (nonce) => `<style nonce="${nonce}">${styles}</style>${assets.gallery(nonce).head}`,
      policy: assets.policy,
      body: (
        nonce,
      ) => `<div class="gallery"><nav aria-label="Desarrollo"><a href="/_desarrollo">Desarrollo</a></nav>
<nav aria-label="Widgets"><ul>${widgets.join("")}</ul></nav>
<nav aria-label="Marcas"><ul>${looks.join("")}</ul></nav></div>
<div id="forms"></div>
<script type="application/json" id="gallery" nonce="${nonce}">${escapeJson({
        module: assets.gallery(nonce).module,
        forms: (forms.get(file.widget) ?? []).map((form) => ({
          ...form,
          validators: `${home}/${file.widget}/${form.id}.js?marca=${brand}`,
        })),
      })}</script>`,
    });
  }

  app.get(home, sendGallery);
  app.get(`${home}/:widget`, sendGallery);

  app.get(`${home}/:widget/:file`, async (request, reply) => {
    const { widget, file } = request.params as { widget: string; file: string };
    const { forms } = await find(request);
    const form = forms.get(widget)?.find(({ id }) => `${id}.js` === file);
    if (!form) return reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-store")
      .send(validatorModule(form.flow));
  });

  if (assets.embedFolder !== undefined) {
    await serveFolder(app, "/_desarrollo/embed", assets.embedFolder, asked);
  }
}
