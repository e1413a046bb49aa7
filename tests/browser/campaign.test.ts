import { expect, test } from "vitest";
import type { Page } from "playwright";
import { alive, control } from "../support/contact-form.ts";
import { anyOf } from "../support/covering.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

const campaign = { utm_source: "diario", utm_campaign: "verano", gclid: "Cj0" };

/** What the next run is told of the visit when it is begun. */
const told = async (page: Page): Promise<unknown> => {
  const request = await page.waitForRequest(
    (one) => one.url().endsWith("/api/runs") && one.method() === "POST",
  );
  return (request.postDataJSON() as { tracking?: unknown }).tracking;
};

test.each(anyOf(["WI", "SI"] as const))(
  "%s: a campaign is kept for the visit, wherever it leads",
  async (brand) => {
    const page = await product.open(
      brand,
      "/?utm_source=diario&utm_campaign=verano&gclid=Cj0&rut=1-9",
      "desktop",
    );
    await page.getByRole("banner").getByRole("link", { name: "Contáctanos" }).click();
    await page.waitForURL("**/contacto");
    await page.reload();
    await alive(page);
    const first = told(page);
    await control(page, "name").fill("Ana");
    const { userId } = (await first) as { userId: string };
    expect(await first).toEqual({ userId: expect.stringMatching(/^[\da-f-]{36}$/), campaign });

    // Another flow, in another tab.
    const tab = await product.newTab(page);
    await tab.goto(product.server.url(brand, "/test-drive"));
    await alive(tab);
    const second = told(tab);
    await tab.locator("main form input[autocomplete=name]").fill("Ana");
    expect(await second).toEqual({ userId, campaign });

    // A page that leads on, whose own address has lost it.
    await tab.goto(product.server.url(brand, "/399"));
    await tab.waitForURL(
      product.server.url(brand, "/vehiculos?utm_source=diario&utm_campaign=verano&gclid=Cj0"),
    );

    // Another campaign takes its place, whole.
    await tab.goto(product.server.url(brand, "/vehiculos?utm_source=radio"));
    await tab.waitForFunction(() => localStorage.getItem("vitrina-visit")?.includes("radio"));
    await tab.goto(product.server.url(brand, "/306"));
    await tab.waitForURL(product.server.url(brand, "/vehiculos?utm_source=radio"));

    // After half an hour without a look the next visit begins. Where no page of the site is, nothing notes a look meanwhile.
    await tab.goto(product.server.url(brand, "/robots.txt"));
    await tab.evaluate(() => {
      const visit = JSON.parse(localStorage.getItem("vitrina-visit")!) as { seen: number };
      visit.seen -= 31 * 60 * 1000;
      localStorage.setItem("vitrina-visit", JSON.stringify(visit));
    });
    await tab.goto(product.server.url(brand, "/399"));
    await tab.waitForURL(product.server.url(brand, "/vehiculos"));
    page.clean();
  },
);
