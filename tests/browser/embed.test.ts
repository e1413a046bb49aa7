/** Forms on pages of others: what they ask, what they hand over, and what of the page they leave alone. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { chooseOption } from "../support/choose-option.ts";
import { somebody, type ContactTyped } from "../support/contact-form.ts";
import { startEmbedHost } from "../support/embed-host.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import type { Answers, MountFlow, Mounted, Problem } from "../../renderer/embed/api.ts";

declare const mountFlow: MountFlow;
/** What a test's page keeps of what it is told. */
interface Told {
  mounted: Mounted[];
  changes: Answers[];
  sent: Answers[];
  refuse: Problem[] | "throw" | undefined;
}
declare const told: Told;

const bare = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Otro sitio</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/vitrina.css">
<style>body{margin:13px;background:rgb(1,2,3);color:#fff;font-family:serif}input{margin:9px}</style></head>
<body><main><h1>Otro sitio</h1><p><button>Otro</button> <input aria-label="Otro"></p><div id="one"></div><div id="two"></div></main>
<script type="module">
import { mountFlow } from "/vitrina.js";
Object.assign(globalThis, { mountFlow, told: { mounted: [], changes: [], sent: [] } });
</script></body></html>`;

const product = await sharedProduct();
const host = await startEmbedHost({ "/bare.html": bare });
const flow = product.server.url("SI", "/embed/contact.json");

async function openBare(viewport?: Viewport): Promise<TestPage> {
  const page = await product.blank(viewport);
  await page.goto(host.url("/bare.html"));
  await page.waitForFunction(() => "mountFlow" in globalThis);
  return page;
}

/** Mounts the form in an element of the bare page. */
const mount = (page: TestPage, id: string, more: object = {}): Promise<void> =>
  page.evaluate(
    async ([element, url, options]) => {
      const mounted = await mountFlow(document.querySelector(`#${element}`)!, {
        url,
        onChange: (answers) => told.changes.push(answers),
        onSubmit(answers) {
          if (told.refuse === "throw") throw new Error("not today");
          told.sent.push(answers);
          return Promise.resolve(told.refuse as Problem[]);
        },
        ...options,
      });
      told.mounted.push(mounted);
    },
    [id, flow, more] as const,
  );

const control = (page: TestPage, within: string, field: string) =>
  page.locator(`${within} [name="request.${field}"]`);

async function fill(page: TestPage, within: string, typed: ContactTyped): Promise<void> {
  const choices = ["type", "service", "reason", "subReason", "city", "branch"] as const;
  for (const field of choices) await chooseOption(control(page, within, field), { label: typed[field]! });
  const texts = ["name", "lastName", "identity", "phone", "email", "plate", "comment"] as const;
  for (const field of texts) await control(page, within, field).fill(typed[field]);
  await control(page, within, "terms").check();
}
const send = (page: TestPage, within: string) =>
  page.locator(within).getByRole("button", { name: "Enviar", exact: true }).click();
const sent = (page: TestPage): Promise<Answers[]> => page.evaluate(() => told.sent);
/** What of the page is nobody's but its own. */
const around = (page: TestPage) =>
  page.evaluate(() => {
    const { backgroundColor, color, fontFamily, margin } = getComputedStyle(document.body);
    const [button, input] = [...document.querySelectorAll("main > p > *")].map((one) => {
      const { margin: outer, borderRadius, font, minHeight, boxSizing } = getComputedStyle(one);
      return [outer, borderRadius, font, minHeight, boxSizing].join(" ");
    });
    return {
      page: [backgroundColor, color, fontFamily, margin],
      inner: [button, input],
      root: document.documentElement.outerHTML.slice(0, 40),
      address: location.href,
      entries: history.length,
      title: document.title,
      stored: [localStorage.length, sessionStorage.length, document.cookie],
      head: document.head.querySelectorAll("meta, title, link[rel=stylesheet]").length,
    };
  });

test("the example page fills the contact form of another origin, and gets the answers", async () => {
  const runs = () => product.rows("select id from runs");
  const before = runs();
  for (const viewport of ["desktop", "phone"] as const) {
    const page = await product.blank(viewport);
    await page.goto(`${host.url("/example.html")}?flow=${encodeURIComponent(flow)}`);
    await control(page, "#form", "type").waitFor();
    await axe(page);
    await fits(page);
    await fill(page, "#form", somebody("SI", { email: "ana@correo.cl" }));
    await send(page, "#form");
    await page.getByText('"request.email": "ana@correo.cl"').waitFor();
    const answers = JSON.parse(await page.locator("#answers").innerText()) as Answers;
    expect(answers).toMatchObject({
      "request.identity": "12345678-5",
      "request.phone": "987654321",
      "request.terms": true,
    });
    // What was chosen from data that came from the other origin.
    expect(typeof answers["request.branch"]).toBe("string");
    await page.locator("#form h1").waitFor();
    await expect
      .poll(() => page.locator("#form").getByRole("link", { name: "Ir al inicio" }).count())
      .toBe(0);
    await axe(page);
    await fits(page);
    page.clean();
  }
  expect(runs()).toEqual(before);
});

test("nothing of the page changes: style, address, title, storage, scrolling", async () => {
  const page = await openBare();
  const before = await around(page);
  await page.evaluate(() => {
    document.body.style.paddingTop = "1500px";
    scrollTo(0, 300);
  });
  await mount(page, "one");
  await control(page, "#one", "type").waitFor();
  await expect.poll(() => around(page)).toEqual(before);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  // Of a step that is too long for the window, no more is moved than it takes.
  await send(page, "#one");
  await page.locator("#one [role=alert]").waitFor();
  await expect.poll(() => around(page)).toEqual(before);
  await page.evaluate(() => told.mounted[0]!.unmount());
  await expect.poll(() => page.locator("#one").evaluate((one) => one.outerHTML)).toBe('<div id="one"></div>');
  await expect.poll(() => around(page)).toEqual(before);
  await mount(page, "one");
  await control(page, "#one", "type").waitFor();
  page.clean();
});

test("two forms on one page know nothing of each other", async () => {
  const page = await openBare();
  await mount(page, "one");
  await mount(page, "two", {
    answers: { "request.name": "Berta" },
    theme: { colours: { primary: "#6b21a8" }, font: "monospace" },
  });
  await control(page, "#one", "name").fill("Ana");
  await control(page, "#two", "lastName").fill("Soto");
  await expect.poll(() => control(page, "#two", "name").inputValue()).toBe("Berta");
  const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const [one, two] = await page.evaluate(() => told.mounted.map((mounted) => mounted.answers()));
  expect(one).toEqual({ "request.name": "Ana" });
  expect(two).toEqual({ "request.name": "Berta", "request.lastName": "Soto" });
  const changes = await page.evaluate(() => told.changes);
  expect(changes.at(-1)).toEqual(two);
  const look = (id: string) =>
    page.locator(`#${id} button[type=submit]`).evaluate((button) => {
      const { backgroundColor, fontFamily } = getComputedStyle(button);
      return [backgroundColor, fontFamily];
    });
  expect(await look("two")).toEqual(["rgb(107, 33, 168)", "monospace"]);
  expect(await look("one")).not.toEqual(await look("two"));
  // A link of the summary leads into its own form.
  await send(page, "#two");
  await page.locator("#two [role=alert] a").first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("#one, #two")?.id)).toBe("two");
  await expect.poll(() => page.locator("#one [aria-invalid=true]").count()).toBe(0);
  // The page itself has the same form twice.
  await axe(page, { rules: { "landmark-unique": { enabled: false } } });
  page.clean();
});

test("what the page refuses is said beside its field, and what it cannot do keeps everything", async () => {
  const page = await openBare();
  await mount(page, "one");
  await fill(page, "#one", somebody("SI"));
  await page.evaluate(() => {
    told.refuse = [{ path: "request.email", message: "Ya nos escribiste hoy con este correo" }];
  });
  await send(page, "#one");
  await page.locator("#one [role=alert]").getByText("Ya nos escribiste hoy con este correo").waitFor();
  const email = control(page, "#one", "email");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
  await email.fill("otra@correo.cl");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");
  for (const refuse of ["throw", [{ path: "request.nothing", message: "?" }]] as const) {
    await page.evaluate((how) => {
      told.refuse = how as Told["refuse"];
    }, refuse);
    await send(page, "#one");
    await page.locator("#one").getByRole("button", { name: "Reintentar" }).waitFor();
    await expect.poll(() => email.inputValue()).toBe("otra@correo.cl");
    page.clean([/not today|request\.nothing/]);
  }
  await page.evaluate(() => {
    told.refuse = undefined;
  });
  await page.locator("#one").getByRole("button", { name: "Reintentar" }).click();
  await page.locator("#one h1").filter({ hasText: "Hemos recibido tu solicitud" }).waitFor();
  await expect
    .poll(async () => (await sent(page)).at(-1))
    .toMatchObject({ "request.email": "otra@correo.cl" });
  page.clean();
});

test("what cannot be mounted says why", async () => {
  const page = await openBare();
  const why = (element: string | null, options: object): Promise<string> =>
    page.evaluate(
      async ([id, given]) => {
        const onSubmit = "onSubmit" in given ? given.onSubmit : () => {};
        try {
          await mountFlow(id === null ? (null as never) : document.querySelector(id)!, {
            ...given,
            onSubmit,
          } as unknown as Parameters<MountFlow>[1]);
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
        return "mounted";
      },
      [element, options] as const,
    );
  const elsewhere = product.server.url("SI", "/embed/nothing.json");
  expect(await why(null, { url: flow })).toBe("mountFlow: there is no element to mount in");
  expect(await why("#one", {})).toBe('mountFlow needs either "compiled" or "url"');
  expect(await why("#one", { url: flow, compiled: {} })).toBe('mountFlow needs either "compiled" or "url"');
  expect(await why("#one", { url: flow, onSubmit: null })).toBe('mountFlow needs "onSubmit", a function');
  expect(await why("#one", { url: elsewhere })).toBe(`there is no flow at ${elsewhere}`);
  expect(await why("#one", { url: "http://127.0.0.1:9/embed/contact.json" })).toContain("does not answer");
  expect(await why("#one", { url: host.url("/vitrina.css") })).toContain("gives no flow");
  expect(await why("#one", { url: "http://" })).toBe('"http://" is no address');
  expect(await why("#one", { compiled: { brand: {} } })).toBe(
    '"compiled" has no revision, today, brand, flow, validators',
  );
  expect(await why("#one", { url: flow, answers: { "request.nme": "Ana", request: "x" } })).toBe(
    "the form does not ask for request.nme, request",
  );
  expect(await why("#one", { url: flow, answers: { "request.name": null } })).toBe(
    "what is given for request.name is no answer",
  );
  expect(await why("#one", { url: flow, theme: { colours: { primary: "blue" } } })).toContain('"blue"');
  expect(await why("#one", { url: flow, theme: { radius: "huge" } })).toBe('there is no radius "huge"');
  expect(await why("#one", { url: flow, locale: "de-DE" })).toContain('there is no locale "de-DE"');
  await expect.poll(() => page.locator("#one").evaluate((one) => one.outerHTML)).toBe('<div id="one"></div>');
  expect(await why("#one", { url: flow })).toBe("mounted");
  expect(await why("#one", { url: flow })).toBe("mountFlow: a form is mounted in this element already");
  page.clean([/127\.0\.0\.1:9|ERR_CONNECTION_REFUSED/, /nothing\.json|404/]);
});
