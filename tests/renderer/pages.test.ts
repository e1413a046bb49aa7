import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { prepareFlow, type Page, type Revision, type RunState } from "../../schemas/engine/all.ts";
import type { Assets } from "../../server/pages/assets.ts";
import { pages } from "../../server/pages/pages.ts";
import type { PagesOptions } from "../../server/pages/types.ts";
import { smallFlow, smallPage, validators } from "./support/small-flow.ts";

const screen = { ...smallPage.screen, indexed: false, flow: undefined, breadcrumbs: [], blocks: [] };
const screens = [
  { ...screen, screen: "home", route: "/", title: "Inicio", indexed: true },
  smallPage.screen,
  {
    ...screen,
    screen: "failure",
    route: "/306",
    title: "Falló",
    failure: { otherwise: "/", after: 2, keep: [] },
  },
  {
    ...screen,
    screen: "lost",
    route: "/404",
    title: "No está",
    answers: 404,
    failure: { title: "No se envió" },
    blocks: [
      { block: "hero", title: "No está" },
      { block: "failure", title: "No se envió" },
    ],
  },
  { ...screen, screen: "broken", route: "/500", title: "Falló", answers: 500 },
].map(({ flow, ...rest }) => (flow === undefined ? rest : { ...rest, flow }));

const revision: Revision = {
  hash: "rev1",
  brand: "ZZ",
  public: { brand: { ...smallPage.brand, screens }, flows: { visit: smallFlow } },
  private: { facts: {}, hosts: ["zz.test"], programs: {}, calls: {} },
};
const runState = (more: Partial<RunState> = {}): RunState => ({
  run: "run-1",
  flow: "visit",
  revision: "rev1",
  step: "ask",
  version: 0,
  answers: { "ask.name": "Ana" },
  results: {},
  status: "open",
  done: [],
  ...more,
});

let app: FastifyInstance | undefined;
afterEach(async () => app?.close());

async function open({
  run = null,
  failed = null,
  mode = "production",
  render,
}: {
  run?: RunState | null;
  failed?: { run: RunState; flow: string } | null;
  mode?: "production" | "development";
  render?: (page: Page) => string;
} = {}) {
  const drawn: Page[] = [];
  const assets: Assets = {
    build: "build-1",
    render: async (page, _resources, nonce) => {
      drawn.push(page);
      return {
        html: render?.(page) ?? `<style nonce="${nonce}"></style>`,
        head: `<title>${page.screen.title}</title>`,
      };
    },
    tags: () => ({ head: "" }),
    register() {},
    gallery: () => ({ head: "", module: "" }),
    policy: () => ({ scripts: [], connections: [] }),
    close: async () => {},
  };
  const options: PagesOptions = {
    drawing: { draw: () => Promise.reject(new Error("nothing is drawn here")), close: async () => {} },
    definitions: {
      forHost: (host) => (host === "zz.test" ? revision : undefined),
      revision: async (_brand, hash) => (hash === "rev1" ? revision : undefined),
      validators: () => validators,
      prepared: () => prepareFlow(smallFlow),
      hosts: () => [{ brand: "ZZ", name: "Marca <b>", host: "zz.test" }],
      diagnostics: () => [],
      live: () => [revision],
      contentStatus: () => [],
    },
    wordError: ({ sentence }) => sentence,
    runs: {
      current: async () => run,
      sent: async () => null,
      known: async () => undefined,
      transferred: async () => undefined,
      failed: async () => failed,
    },
    pageData: {
      resolve: async () => ({
        found: { answers: {}, data: {} },
        effective: {},
        data: {},
        verdict: "found" as const,
        isComplete: true,
        isShared: true,
        hash: "",
      }),
      ofFirstStep: async () => ({ data: {}, isComplete: true }),
    },
    config: { mode, definitionsDir: "/nowhere", port: 3000, media: { folder: "/nowhere" } },
    assets,
    mails: {
      list: async () => [{ id: "m1", to: "a@b.example", subject: "<i>Hola</i>", date: "2026" }],
      read: async () => ({ to: "a", subject: "s", date: "d", text: "<t>", html: '<p title="x">hola</p>' }),
    },
    clock: () => new Date("2026-11-22T02:00:00Z"),
  };
  const server = Fastify({ genReqId: () => "request-1" });
  app = server;
  await server.register(pages, options);
  const get = (url: string, host = "ZZ.test:3000") => server.inject({ url, headers: { host } });
  return { server, get, drawn };
}

describe("addresses", () => {
  test("a page of a brand, with its policy, nonce and origin", async () => {
    const { get } = await open();
    const one = await get("/");
    const two = await get("/");
    expect(one.statusCode).toBe(200);
    const nonce = /'nonce-([^']+)'/.exec(String(one.headers["content-security-policy"]))![1]!;
    expect(one.body).toContain(`<style nonce="${nonce}">`);
    expect(two.body).not.toContain(nonce);
    expect(one.body).not.toContain("mark-");
    expect(one.body).toContain('<link rel="canonical" href="http://zz.test:3000/">');
    expect(one.headers["content-security-policy"]).toContain("script-src 'self';");
    expect(one.headers["cache-control"]).toBe("private, no-cache");
    expect(one.body).toContain('"requestId":"request-1"');
  });

  test("crawlers are led through the site in production, and through none elsewhere", async () => {
    const { get } = await open();
    expect((await get("/robots.txt")).body).toBe(
      "User-agent: *\nDisallow:\n\nSitemap: http://zz.test:3000/sitemap.xml\n",
    );
    const { body } = await get("/sitemap.xml");
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      screens.filter(({ indexed }) => indexed).map(({ route }) => `http://zz.test:3000${route}`),
    );
    await app?.close();
    const tried = await open({ mode: "development" });
    expect((await tried.get("/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
  });

  test("pages that are the same for everyone are drawn once", async () => {
    const { get, drawn } = await open();
    await get("/");
    await get("/?utm_source=x");
    await get("/nada");
    await get("/tampoco");
    expect(drawn.map(({ screen: { screen } }) => screen)).toEqual(["home", "lost"]);
    expect(drawn[0]!.today).toBe("2026-11-21");
  });

  test("unknown addresses are the brand's 404, unknown hosts plain text", async () => {
    const { get } = await open();
    const lost = await get("/nada");
    expect([lost.statusCode, lost.body.includes("No está")]).toEqual([404, true]);
    const elsewhere = await get("/", "evil.example");
    expect([elsewhere.statusCode, elsewhere.headers["content-type"]]).toEqual([
      404,
      "text/plain; charset=utf-8",
    ]);
    expect((await get("/api/nada")).json()).toMatchObject({ error: "not-found", requestId: "request-1" });
  });

  test("the page for 404 is the one for a failed attempt too, for whoever's answers are kept", async () => {
    const blocks = ({ screen: { title, blocks: shown } }: Page) => [title, shown.map(({ block }) => block)];
    const { get, drawn } = await open({ failed: { run: runState(), flow: "visit" } });
    const theirs = await get("/404");
    expect([theirs.statusCode, theirs.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(drawn.map(blocks)).toEqual([["No se envió", ["failure"]]]);
    expect(theirs.body).not.toContain("http-equiv");
    const lost = await get("/nada");
    expect(lost.statusCode).toBe(404);
    expect(drawn.slice(1).map(blocks)).toEqual([["No está", ["hero"]]]);
    expect(drawn[1]).not.toHaveProperty("failed");
  });

  test("the page for 404 is only that for everyone else", async () => {
    const { get, drawn } = await open();
    expect((await get("/404")).statusCode).toBe(404);
    expect(drawn.map(({ screen: { title, blocks } }) => [title, blocks.length])).toEqual([["No está", 1]]);
  });

  test.each([
    ["/visita/", "/visita"],
    ["//evil.example/", "/evil.example"],
  ])("%s is tidied to %s", async (url, location) => {
    const { get } = await open();
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
  });

  test("an exception is the brand's 500, with the request's id", async () => {
    const { get } = await open({
      render: (page) => {
        if (page.screen.answers === 500) return page.requestId;
        throw new Error("secret");
      },
    });
    const answer = await get("/");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain("request-1");
    expect(answer.body).not.toContain("secret");
  });

  test("where the page for errors fails too, plain text remains", async () => {
    const { get } = await open({
      render: () => {
        throw new Error("secret");
      },
    });
    const answer = await get("/");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toBe("Algo falló de nuestro lado. Código: request-1\n");
  });

  test("a form that is sent the old way goes back to its page without its answers", async () => {
    const { server } = await open();
    const answer = await server.inject({
      method: "POST",
      url: "/visita?x=1",
      headers: { host: "zz.test", "content-type": "application/x-www-form-urlencoded" },
      payload: "ask.name=Ana",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/visita"]);
  });

  test("what is in the page's JSON cannot end its element", async () => {
    const { get } = await open({ run: runState({ answers: { "ask.name": "</script><script>x" } }) });
    expect((await get("/visita")).body).toContain("\\u003c/script>\\u003cscript>x");
  });
});

describe("steps", () => {
  const done = runState({ status: "done", step: "thanks", done: ["ask"], version: 1 });
  test.each([
    ["nobody began", null, "/visita", 200, undefined],
    ["nobody began", null, "/visita/gracias", 302, "/visita"],
    ["an open run", runState(), "/visita", 200, "run-1"],
    ["an open run", runState(), "/visita/gracias?utm_a=1", 302, "/visita?utm_a=1"],
    ["a run that is done", done, "/visita/gracias", 200, "run-1"],
    ["a run that is done", done, "/visita", 200, undefined],
    ["a run of a revision that is gone", runState({ revision: "rev0" }), "/visita", 200, undefined],
    ["an unknown step", null, "/visita/nada", 404, undefined],
  ])("%s (%#): %s %s", async (_name, run, url, status, expected) => {
    const { get, drawn } = await open({ run });
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    if (status === 302) expect(answer.headers.location).toBe(expected);
    if (status === 200) {
      expect(drawn[0]!.flow!.run?.run).toBe(expected);
      expect(answer.headers["cache-control"]).toBe(expected ? "private, no-store" : "private, no-cache");
    }
  });

  test("for navigation in the browser the same comes as JSON", async () => {
    const { get } = await open({ run: runState() });
    expect((await get("/api/page?path=/visita")).json()).toMatchObject({
      path: "/visita",
      flow: { run: { run: "run-1" } },
    });
    expect((await get("/api/page?path=/visita/gracias")).json()).toEqual({ redirect: "/visita" });
    for (const path of ["", "//evil.example", "/a?b", "x"]) {
      expect((await get(`/api/page?path=${encodeURIComponent(path)}`)).statusCode).toBe(400);
    }
  });

  test("a failure page knows the run that failed, and is nobody else's", async () => {
    const { get, drawn } = await open({ failed: { run: runState({ failure: "/306" }), flow: "visit" } });
    const answer = await get("/306");
    expect(drawn[0]!.failed).toMatchObject({ run: { run: "run-1" }, path: "/visita" });
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });
});

describe("development", () => {
  test("a host that is no brand's lists the brands; names are escaped", async () => {
    const { get } = await open({ mode: "development" });
    const answer = await get("/", "localhost:3000");
    expect(answer.body).toContain('href="http://zz.test:3000/"');
    expect(answer.body).toContain("Marca &#60;b&#62;");
  });

  test("mails are listed, and shown in a frame that runs nothing", async () => {
    const { get } = await open({ mode: "development" });
    expect((await get("/_desarrollo")).body).toContain("&#60;i&#62;Hola");
    const mail = (await get("/_desarrollo/correos/m1")).body;
    expect(mail).toContain('<iframe sandbox title="Correo" srcdoc="&#60;p title=&#34;x');
  });

  test("none of it is there in production", async () => {
    const { get } = await open();
    expect((await get("/_desarrollo")).statusCode).toBe(404);
    expect((await get("/_desarrollo", "localhost")).statusCode).toBe(404);
    expect((await get("/", "localhost:3000")).statusCode).toBe(404);
  });
});
