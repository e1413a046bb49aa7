/** The HTML of every kind of page is as the standard wants it. */
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { matchScreen } from "../../server/definitions/match-screen.ts";
import { openApp } from "../support/app.ts";
import { brandCodes } from "../support/brands.ts";

const rules = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

test("every screen that has an address to be told is drawn without a mistake", async () => {
  const app = await openApp();
  const ask = async (brand: string, url: string): Promise<string> =>
    (await app.server.inject({ url, headers: { host: `${brand.toLowerCase()}.localhost` } })).body;
  const seen = new Set<string>();
  const wrong: string[] = [];
  const look = async (brand: string, url: string): Promise<void> => {
    const { results } = await rules.validateString(await ask(brand, url));
    for (const { messages } of results)
      for (const { ruleId, message, selector } of messages)
        wrong.push(`${brand} ${url}: ${ruleId}: ${message} ${selector ?? ""}`);
  };
  for (const brand of brandCodes) {
    const revision = app.definitions.current(brand)!;
    // What services tell of has an address there alone.
    const told = [...(await ask(brand, "/sitemap.xml")).matchAll(/<loc>[^<]*?:\/\/[^/]+([^<]*)/g)];
    const written = revision.public.brand.screens.map(({ route }) => route);
    for (const url of [
      ...written.filter((route) => !route.includes("/:")),
      ...told.map(([, path]) => path!),
    ]) {
      const id = matchScreen(revision, decodeURI(url))?.screen.screen;
      if (id === undefined || seen.has(id)) continue;
      seen.add(id);
      await look(brand, url);
    }
    await look(brand, "/offline.html");
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(60);
});
