import { expect, test } from "vitest";
import { brandCodes, brandNames } from "../support/brands.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test.each(brandCodes)(
  "%s: icons, manifest and structured data are let in by the page's policy",
  async (brand) => {
    const page = await product.open(brand, "/terminos-y-condiciones", "desktop");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // In the page itself: the names of hosts mean something to the browser alone.
    const fetched = (url: string): Promise<string> =>
      page.evaluate(async (asked) => {
        const { status, headers } = await fetch(asked);
        return `${status} ${headers.get("content-type")}`;
      }, url);
    const links = await page
      .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect([link, await fetched(link)]).toEqual([link, expect.stringMatching(/^200 (image|application)/)]);
    }
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    expect(await fetched(picture!)).toBe("200 image/png");
    const graph = await page.locator('script[type="application/ld+json"]').textContent();
    expect((JSON.parse(graph!) as { "@graph": object[] })["@graph"]).toHaveLength(4);

    const session = await page.context().newCDPSession(page);
    const { data, errors } = await session.send("Page.getAppManifest");
    expect([errors, (JSON.parse(data!) as { name: string }).name]).toEqual([[], brandNames[brand]]);
    page.clean();
  },
);
