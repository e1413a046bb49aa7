import { startBrowser, type Viewport } from "./tests/support/browser.ts";
import { fillIn } from "./tests/support/fill-in.ts";
import { compiledBrand } from "./tests/support/definitions.ts";
import { readFileSync } from "node:fs";
const { port } = JSON.parse(readFileSync("/tmp/F-run/server.json", "utf8"));
const browser = await startBrowser();
const only = process.argv[2];
const rows: [string, string, string, string, Viewport, string][] = [
  ["leasing", "/leasing", "accepted-si", "SI", "phone", "confirmacion"],
  ["leasing", "/leasing", "accepted-wi", "WI", "desktop", "confirmacion"],
  ["test-drive", "/test-drive", "accepted-si", "SI", "phone", "gracias"],
  ["test-drive", "/test-drive", "accepted-wi", "WI", "desktop", "gracias"],
  ["fleet-quote", "/flotas", "accepted-si", "SI", "desktop", "confirmacion"],
  ["fleet-quote", "/flotas", "accepted-wi", "WI", "phone", "confirmacion"],
  ["kinto-quote", "/kinto", "accepted-co", "CO", "phone", "confirmacion"],
  ["kinto-quote", "/kinto", "accepted-si", "SI", "desktop", "confirmacion"],
];
for (const [flow, path, example, brand, viewport, slug] of rows) {
  if (only && only !== flow) continue;
  const page = await browser.newPage(viewport);
  const shot = (name: string) => page.screenshot({ path: `/tmp/F-shots/${flow}-${brand}-${viewport}-${name}.png`, fullPage: true });
  await page.goto(`http://${brand.toLowerCase()}.localhost:${port}${path}`);
  await page.locator("form button[type=submit]").waitFor();
  await page.waitForTimeout(600);
  await shot("1-empty");
  await page.locator("form button[type=submit]").click();
  await page.getByRole("alert").first().waitFor();
  await shot("2-problems");
  const compiled = (await compiledBrand(brand)).public;
  const { answers } = JSON.parse(readFileSync(`schemas/flows/${flow}/examples/${example}.json`, "utf8"));
  await fillIn(page, compiled.flows[flow]!, "request", answers);
  await shot("3-filled");
  await page.locator("form button[type=submit]").click();
  try { await page.waitForURL(`**${path}/${slug}*`); } catch { console.log("NOT SENT", page.url()); }
  await page.waitForTimeout(500);
  console.log(flow, brand, page.url(), page.problems());
  await shot("4-sent");
  await page.close();
}
if (!only || only === "service-survey") {
  for (const viewport of ["phone", "desktop"] as Viewport[]) {
  const page = await browser.newPage(viewport);
  await page.goto(`http://si.localhost:${port}/formularios/ejemplo`);
  await page.locator("#request-form:not([inert])").waitFor();
  const shot = (name: string) => page.screenshot({ path: `/tmp/F-shots/survey-${viewport}-${name}.png`, fullPage: true });
  await shot("1-empty");
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByRole("alert").first().waitFor();
  await shot("2-problems");
  console.log(await page.locator("form [name]").evaluateAll((all) => all.map((e) => `${e.tagName} ${e.id} ${(e as any).name} ${e.getAttribute("type")} ${e.getAttribute("autocomplete")} ${e.getAttribute("inputmode")}`)));
  await page.close();
  }
}
await browser.close();
