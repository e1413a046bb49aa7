/** The worker of the site as it is sent, in a browser that is made up here. */
import { runInNewContext } from "node:vm";
import { expect, it, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";

type Act = (event: object) => void;

const page = "/offline.html";
const ask = (app: TestApp, url: string) => app.server.inject({ url, headers: { host: "si.localhost" } });

/** A browser that runs the worker, with what it keeps already. `answers` gives what the network says. */
function browser(script: string, caches: Record<string, string[]>, answers: () => Promise<unknown>) {
  const acts: Record<string, Act> = {};
  const done: string[] = [];
  class Asked {
    url: string;
    options: object;
    constructor(url: string, options: object) {
      this.url = url;
      this.options = options;
    }
  }
  const scope = {
    addEventListener: (type: string, act: Act) => void (acts[type] = act),
    skipWaiting: async () => void done.push("skipWaiting"),
    registration: {
      navigationPreload: { enable: async () => void done.push("preload") },
      unregister: async () => void done.push("unregister"),
    },
    caches: {
      open: async (name: string) => ({
        add: async ({ url, options }: Asked) => {
          done.push(`${url} ${JSON.stringify(options)}`);
          (caches[name] ??= []).push(url);
        },
        match: async (url: string) => (caches[name]?.includes(url) ? `kept ${url}` : undefined),
      }),
      keys: async () => Object.keys(caches),
      delete: async (name: string) => delete caches[name],
    },
    fetch: async () => await answers(),
    Request: Asked,
  };
  runInNewContext(script, { self: scope });
  return {
    caches,
    done,
    async tell(type: "install" | "activate") {
      let work: Promise<unknown> | undefined;
      acts[type]!({ waitUntil: (one: Promise<unknown>) => void (work = one) });
      await work;
    },
    /** Undefined where the browser goes on by itself. */
    asks(request: object, preloadResponse: Promise<unknown> = Promise.resolve(undefined)) {
      let answer: Promise<unknown> | undefined;
      acts["fetch"]?.({
        request,
        preloadResponse,
        respondWith: (one: Promise<unknown>) => void (answer = one),
      });
      return answer;
    },
  };
}

const navigation = { mode: "navigate", method: "GET", url: "/contacto" };
const isDown = () => Promise.reject(new TypeError("failed to fetch"));

it("keeps one page, asked for without cookies, in the place of the one before", async () => {
  const app = await openApp();
  const worker = await ask(app, "/service-worker.js");
  expect(worker.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
  });
  const opened = browser(worker.body, { "offline-before": [page], others: ["/x"] }, isDown);
  await opened.tell("install");
  await opened.tell("activate");
  expect(opened.done).toEqual([`${page} {"cache":"reload","credentials":"omit"}`, "skipWaiting", "preload"]);
  expect(Object.values(opened.caches)).toEqual([["/x"], [page]]);
});

test.each<[string, object, Promise<unknown> | undefined, () => Promise<unknown>, unknown]>([
  ["a page that is on its way", navigation, Promise.resolve("early"), isDown, "early"],
  ["a page", navigation, undefined, async () => "fresh", "fresh"],
  ["a page, and nobody answers", navigation, undefined, isDown, `kept ${page}`],
  ["a form that is sent", { ...navigation, method: "POST" }, undefined, isDown, undefined],
  ["an answer of the API", { ...navigation, mode: "cors", url: "/api/page" }, undefined, isDown, undefined],
  [
    "a definition",
    { ...navigation, mode: "cors", url: "/definitions/a/b.json" },
    undefined,
    isDown,
    undefined,
  ],
  ["a picture", { ...navigation, mode: "no-cors", url: "/media/a.avif" }, undefined, isDown, undefined],
])("%s", async (_what, request, preloaded, answers, expected) => {
  const { body } = await ask(await openApp(), "/service-worker.js");
  const opened = browser(body, {}, answers);
  await opened.tell("install");
  expect(await opened.asks(request, preloaded)).toBe(expected);
});

it("is the same as long as its page is, and another one for another brand", async () => {
  const app = await openApp();
  const before = (await ask(app, "/service-worker.js")).body;
  expect((await ask(app, "/service-worker.js")).body).toBe(before);
  expect(
    (await app.server.inject({ url: "/service-worker.js", headers: { host: "wi.localhost" } })).body,
  ).not.toBe(before);
});

it("can be withdrawn: it leaves nothing behind, and answers nothing", async () => {
  const app = await openApp({ env: { OFFLINE_PAGE: "off" } });
  const opened = browser(
    (await ask(app, "/service-worker.js")).body,
    { "offline-before": [page], others: ["/x"] },
    isDown,
  );
  await opened.tell("install");
  await opened.tell("activate");
  expect(opened.done).toEqual(["skipWaiting", "unregister"]);
  expect(opened.caches).toEqual({ others: ["/x"] });
  expect(opened.asks(navigation)).toBeUndefined();
});
