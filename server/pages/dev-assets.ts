import type { ViteDevServer } from "vite";
import type { Assets, Render } from "./assets.ts";

/** Addresses that are Vite's: its own, and source files. Everything else is ours, as in production. */
const vites = /^\/(@vite|@id|@fs|@react-refresh|renderer\/|node_modules\/|schemas\/engine\/)/;

/** Vite reads the nonce of its styles from the meta element. React's refresh has to be there before React is. */
const ready = (nonce: string): string => `<meta property="csp-nonce" nonce="${nonce}">
<script type="module" nonce="${nonce}">
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
</script>
<script type="module" src="/@vite/client"></script>`;

/** Transforms sources when they are asked for; a saved file shows at once. */
export function throughVite(root: string): Assets {
  let vite: ViteDevServer | undefined;
  const running = (): ViteDevServer => {
    if (!vite) throw new Error("Vite runs as soon as its assets are registered");
    return vite;
  };
  return {
    async render(page, resources, nonce) {
      const { render } = (await running().ssrLoadModule("/renderer/entry-server.tsx")) as { render: Render };
      return render(page, resources, nonce);
    },
    tags: (_page, nonce) => ({
      head: `${ready(nonce)}
<script type="module" src="/renderer/entry-client.tsx"></script>`,
    }),
    gallery: (nonce) => ({
      head: `${ready(nonce)}\n<script type="module" src="/renderer/gallery/gallery.ts"></script>`,
      module: "/renderer/embed/vitrina.ts",
    }),
    // One script stands in the page, and changes come over a web socket. Not in production.
    policy: (nonce) => ({ scripts: [`'nonce-${nonce}'`], connections: ["ws:"] }),
    async register(app) {
      const { createServer } = await import("vite");
      const started = await createServer({
        root,
        configFile: `${root}/vite.config.ts`,
        appType: "custom",
        // Changes are told through the server that the pages come from.
        server: { middlewareMode: true, hmr: { server: app.server } },
        clearScreen: false,
      });
      vite = started;
      app.addHook("onRequest", (request, reply, done) => {
        if (!vites.test(request.url)) return done();
        reply.hijack();
        started.middlewares(request.raw, reply.raw, () => {
          reply.raw.statusCode = 404;
          reply.raw.end();
        });
      });
    },
    close: async () => vite?.close(),
  };
}
