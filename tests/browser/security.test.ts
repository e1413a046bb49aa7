import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { brandNames } from "../support/brands.ts";
import {
  alive,
  contactKept,
  contactShown,
  control,
  fillContact,
  receiptNumber,
  send,
  somebody,
  somebodyAnywhere,
} from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test("an inline script that gets into the page does not run", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  await alive(page);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = 'script'";
    document.body.append(script);
    const holder = document.createElement("div");
    holder.innerHTML = `<img src="/no-picture.png" alt="" onload="ran='handler'" onerror="ran='handler'"><style>h1{color:lime}</style>`;
    document.querySelector("main")!.append(holder);
  });
  // The picture's answer comes last, and in its own time.
  await expect.poll(() => page.problems().some((problem) => problem.includes("404"))).toBe(true);
  await expect.poll(() => page.evaluate(() => (globalThis as { ran?: string }).ran)).toBeUndefined();
  await expect
    .poll(() => page.locator("h1").evaluate((title) => getComputedStyle(title).color))
    .not.toBe("rgb(0, 255, 0)");
  page.clean([
    /policy violation: script-src-elem inline/,
    /policy violation: script-src-attr inline/,
    /policy violation: style-src-elem inline/,
    /console error: .*Content Security Policy/,
    // The picture that there is none of.
    /console error: .*404/,
  ]);
});

test.each(["/", "/contacto", "/306", "/nada", "/_desarrollo"])("%s has the strict policy", async (path) => {
  const response = await product.server.fetch("SI", path);
  const policy = Object.fromEntries(
    (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name, ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
  const html = await response.text();
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
  // Of scripts that stand in a page, the one that lets the others in is named by what it says; a gallery has none.
  const inline = [...html.matchAll(/<script type="module">([^<]+)<\/script>/g)].map(
    ([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`,
  );
  expect(inline.length).toBe(path === "/_desarrollo" ? 0 : 1);
  expect(policy).toMatchObject({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...inline],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "style-src-attr": ["'unsafe-inline'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
  const others = Object.entries(policy).filter(([name]) => name !== "style-src-attr");
  expect(JSON.stringify(others)).not.toMatch(/unsafe|\*|https?:/);
  expect(html.replace('<script type="module">', "")).not.toMatch(
    /<script(?![^>]*(src=|type="application\/(ld\+)?json"))/,
  );
  // Another answer has another nonce.
  expect(await (await product.server.fetch("SI", path)).text()).not.toContain(nonce);
});

/** Comments that must reach the other end as they are: at most 500 letters each. */
const comments = {
  markup: `<script>alert(1)</script> <img src=x onerror=alert(1)> </textarea><b>no</b> {request.email} **no** [x](javascript:y) &amp; "'`,
  letters: "🚗👩‍🔧 ¡Gracias! 🇨🇱 שלום עולם مرحبا \u200f123",
  oneWord: "x".repeat(500),
};

test.each(Object.entries(comments))(
  "%s in an answer stays what it is, in form and mails",
  async (_name, comment) => {
    const page = await product.open("WI", "/contacto", "phone");
    const person = somebodyAnywhere("WI", { comment });
    await fillContact(page, person);
    await contactKept(product, page, "WI");
    await page.reload();
    await alive(page);
    await expect.poll(() => contactShown(page)).toMatchObject({ comment });
    await send(page).click();
    await page.waitForURL("**/contacto/confirmacion");
    await receiptNumber(page);
    await product.delivered();
    const mails = product.mailsOf(person.email);
    expect(mails).toHaveLength(2);
    page.clean();
    for (const { email } of mails) {
      expect(email.text).toContain(`Comentario: ${comment}`);
      // As a mail program draws it, on a phone.
      const reader = await product.blank("phone", { javaScriptEnabled: true });
      await reader.setContent(email.html!);
      const cell = reader.getByRole("row").filter({ hasText: "Comentario" }).getByRole("cell");
      await expect.poll(() => cell.textContent()).toBe(comment);
      await expect.poll(() => reader.locator("script, textarea, b").count()).toBe(0);
      await expect.poll(() => cell.locator("img").count()).toBe(0);
      // The brand's wordmark, which comes with the mail, is the only picture.
      await expect
        .poll(() =>
          reader
            .locator("img")
            .evaluateAll((pictures) =>
              pictures.map((picture) => [
                picture.getAttribute("src"),
                picture.getAttribute("alt"),
                picture.hasAttribute("onerror"),
              ]),
            ),
        )
        .toEqual([["cid:wordmark", brandNames.WI, false]]);
      await expect
        .poll(() =>
          reader.evaluate(
            () => document.scrollingElement!.scrollWidth - document.scrollingElement!.clientWidth,
          ),
        )
        .toBe(0);
      // No browser fetches the wordmark: it is in the mail.
      reader.clean([/^request failed: GET cid:wordmark /, /^console error: .*\(cid:wordmark:0\)$/]);
    }
  },
);

test("the receipt shows special letters as they were typed", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  // The only special letters that a name, a phone and a mail address may have.
  const person = somebody("SI", { name: "Ñandú´" });
  person.email = `{a}_*b*_${person.email}`;
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  await receiptNumber(page);
  const words = await page.locator("main").innerText();
  expect(words).toContain("Gracias, Ñandú´.");
  expect(words).toContain(person.email);
  await expect.poll(() => control(page, "email").count()).toBe(0);
  page.clean();
});
