/** A form on a page of another origin that hands its run to the server: as on the site, and nothing of the page is touched. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contactAnd } from "../support/contact-alone.ts";
import type { TestPage } from "../support/browser.ts";
import { chooseOption } from "../support/choose-option.ts";
import { somebody } from "../support/contact-form.ts";
import { root } from "../support/definitions.ts";
import { startEmbedHost } from "../support/embed-host.ts";
import { startProduct } from "../support/product.ts";

const page = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Otro sitio</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/vitrina.css"></head><body><main id="form"></main>
<script type="module">
import { mountFlow } from "/vitrina.js";
await mountFlow(document.querySelector("#form"), {
  url: new URLSearchParams(location.search).get("flow"),
  submit: "server",
  answers: { "request.name": "Ana" },
});
</script></body></html>`;

const named = await startEmbedHost({ "/page.html": page });
const stranger = await startEmbedHost({ "/page.html": page });
const file = "brands/SI/brand.json";
const brand = JSON.parse(readFileSync(join(root, file), "utf8")) as object;
const embeddedBy = [new URL(named.url("/")).origin];
const product = await startProduct({
  files: contactAnd({ [file]: JSON.stringify({ ...brand, embeddedBy }) }),
});
const address = `/page.html?flow=${encodeURIComponent(product.server.url("SI", "/embed/contact.json"))}`;

const control = (at: TestPage, field: string) => at.locator(`[name="request.${field}"]`);
async function fill(at: TestPage, email: string): Promise<void> {
  const typed = somebody("SI", { email });
  for (const field of ["type", "service", "reason", "subReason", "city", "branch"] as const)
    await chooseOption(control(at, field), { label: typed[field]! });
  for (const field of ["lastName", "identity", "phone", "email", "plate", "comment"] as const)
    await control(at, field).fill(typed[field]);
  await control(at, "terms").check();
}
const send = (at: TestPage) => at.getByRole("button", { name: "Enviar", exact: true }).click();

test("it is sent once, with calls, mails and receipt; the page's address and storage stay", async () => {
  const at = await product.blank("phone");
  const before = named.url(address);
  await at.goto(before);
  await control(at, "type").waitFor();
  await expect.poll(() => control(at, "name").inputValue()).toBe("Ana");
  await fill(at, "embebida@correo.cl");
  await send(at);
  await at.getByRole("heading", { name: "Hemos recibido tu solicitud" }).waitFor();
  await product.delivered();
  expect(product.submissionsOf("embebida@correo.cl")).toHaveLength(1);
  expect(product.mailsOf("embebida@correo.cl").length).toBeGreaterThan(0);
  await expect
    .poll(() =>
      at.evaluate(() => [location.href, localStorage.length, sessionStorage.length, document.cookie]),
    )
    .toEqual([before, 0, 0, ""]);
  expect(await at.context().cookies()).toEqual([]);
  at.clean();
});

test("from an origin that the brand does not name nothing is begun, and what was typed stays", async () => {
  const at = await product.blank();
  const runs = product.rows("select id from runs").length;
  await at.goto(stranger.url(address));
  await control(at, "type").waitFor();
  await fill(at, "nadie@correo.cl");
  await send(at);
  await at.getByRole("alert").first().waitFor();
  await expect.poll(() => control(at, "email").inputValue()).toBe("nadie@correo.cl");
  expect(product.rows("select id from runs")).toHaveLength(runs);
  expect(product.submissionsOf("nadie@correo.cl")).toEqual([]);
});
