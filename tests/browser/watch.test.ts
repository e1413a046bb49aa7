import { afterAll, expect, test } from "vitest";
import { tellPage } from "../support/at-failure.ts";
import { axe } from "../support/axe.ts";
import { startBrowser, type Viewport } from "../support/browser.ts";
import { startStandIn } from "../support/stand-in.ts";

/** A page under the strictest policy. */
function page(body: string) {
  return {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'self'" },
    body: `<!doctype html><html lang="es"><title>Prueba</title><main><h1>Prueba</h1>${body}</main>`,
  };
}

const standIn = await startStandIn({
  "GET /favicon.ico": { status: 204 },
  "GET /good": page("<p>Hola</p>"),
  "GET /policy": page("<script>document.title = 'x'</script>"),
  "GET /missing": page(`<img src="/none.png" alt="">`),
  "GET /failing": page(`<script src="/throw.js"></script>`),
  "GET /throw.js": {
    headers: { "content-type": "text/javascript" },
    body: "console.warn('careful'); throw Error('oh')",
  },
  "GET /cut": page(`<img src="/cut.png" alt="">`),
  "GET /cut.png": { cutOff: "before" },
  "GET /left": page(`<script src="/leaving.js"></script>`),
  "GET /leaving.js": {
    headers: { "content-type": "text/javascript" },
    body: "setInterval(() => fetch('/told', { method: 'POST', keepalive: true }), 50)",
  },
  "POST /told": { status: 204, delay: 600 },
  "GET /later": { ...page("<p>Hola</p>"), delay: 300 },
  "GET /barrier": page(`<img src="/good"><input>`),
});
const browser = await startBrowser();
afterAll(async () => {
  await browser.close();
  await standIn.stop();
});

test.each<Viewport>(["phone", "desktop"])(
  "a good page is clean and without barriers on a %s",
  async (viewport) => {
    const opened = await browser.newPage(viewport);
    await opened.goto(`${standIn.url}/good`);
    await axe(opened);
    opened.clean();
    await opened.context().close();
  },
);

test.each<[string, RegExp[]]>([
  ["/policy", [/policy violation: script-src-elem/, /console error: .*Content Security Policy/]],
  ["/missing", [/console error: .*404/]],
  ["/failing", [/console warning: careful/, /page error: Error: oh/]],
  ["/cut", [/request failed: GET .*cut\.png/, /console error: .*ERR_EMPTY_RESPONSE/]],
])("%s is not clean, unless that was expected", async (path, expected) => {
  const opened = await browser.newPage();
  // The page tells of a violation on a way of its own, which may take longer than the loading.
  const all = () => expected.every((pattern) => opened.problems().some((problem) => pattern.test(problem)));
  await opened.goto(standIn.url + path);
  await expect.poll(all).toBe(true);
  expect(() => opened.clean()).toThrow("the page had problems");
  await opened.reload();
  await expect.poll(all).toBe(true);
  opened.clean(expected);
  expect(() => opened.clean(expected)).toThrow("did not happen");
  await opened.context().close();
});

test("axe names the barrier and its place", async () => {
  const opened = await browser.newPage();
  await opened.goto(`${standIn.url}/barrier`);
  await expect(axe(opened)).rejects.toThrow(/image-alt[^]*label[^]*input/);
  await opened.context().close();
});

test("a failure tells what its page shows, asked for and has no answer to", async () => {
  const opened = await browser.newPage();
  await opened.goto(`${standIn.url}/left`);
  await expect.poll(() => opened.underWay()).not.toEqual([]);
  const error = { message: "not there", stack: "Error: not there\n    at here" };
  await tellPage(opened, [error]);
  for (const told of [error.message, error.stack])
    expect(told).toMatch(/not there[^]*\/left, and shows:\nPrueba\n[^]*GET .*\/left 200\n[^]*POST .*\/told/);
  await opened.context().close();
});

test("what a page asks for while it is left is nothing that the next one waits for", async () => {
  const opened = await browser.newPage();
  await opened.goto(`${standIn.url}/left`);
  await opened.goto(`${standIn.url}/later`);
  await expect.poll(() => opened.underWay()).toEqual([]);
  opened.clean();
  await opened.context().close();
});
