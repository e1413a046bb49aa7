import { consentText, type Page as SitePage } from "../../schemas/engine/all.ts";
import type { TestPage } from "./browser.ts";
import type { TestServer } from "./server.ts";

/** The browser of a page as that of somebody who allowed all that a brand's pages load of others, at an earlier visit. */
export async function allowOthers(
  page: TestPage,
  server: Pick<TestServer, "fetch" | "url">,
  brand: string,
): Promise<void> {
  const answer = await server.fetch(brand, "/api/page?path=/");
  const { consent } = (await answer.json()) as SitePage;
  if (!consent) throw new Error(`the pages of ${brand} load nothing of others`);
  const value = consentText({ ...consent, visitor: crypto.randomUUID() });
  await page.context().addCookies([{ name: "consent", value, url: server.url(brand, "/") }]);
}
