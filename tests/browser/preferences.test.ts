import { expect, test } from "vitest";
import type { TestPage } from "../support/browser.ts";
import { alive, fillContact, receiptNumber, send, somebody, summary } from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

/** Controls of the page that have no edge that can be seen: where colours are forced, no background tells them apart. */
const withoutEdge = (page: TestPage): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(button, input, select, textarea)")]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => !["checkbox", "radio", "range"].includes((element as HTMLInputElement).type))
      .filter((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        const edge = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1;
        return !edge || borderTopColor === backgroundColor;
      })
      .map((element) => element.outerHTML.slice(0, 90)),
  );

test("with forced colours every control has an edge, and the focus can be seen", async () => {
  const page = await product.open("SI", "/contacto", "phone", { forcedColors: "active" });
  await alive(page);
  await expect.poll(() => withoutEdge(page)).toEqual([]);
  await send(page).click();
  await summary(page).waitFor();
  await expect.poll(() => withoutEdge(page)).toEqual([]);
  await page.locator("#request-name").focus();
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press("Tab");
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const holder = getComputedStyle(focused.closest("label, fieldset, div")!);
      const seen = [outlineStyle, holder.outlineStyle].some((style) => style !== "none");
      return seen && outlineWidth !== "0px" ? [] : [focused.outerHTML.slice(0, 90)];
    });
    expect(unseen).toEqual([]);
  }
  // The search over the page has lost its shadow, and what is chosen in it its ground.
  await page.locator("header a[data-site-search][aria-haspopup]").click();
  const search = page.getByRole("dialog");
  await search.getByRole("combobox").fill("test drive");
  await search.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await search.locator("[aria-selected=true]").waitFor();
  const seen = () =>
    search.evaluate((dialog) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(dialog);
      const { outlineStyle, outlineWidth } = getComputedStyle(dialog.querySelector("[aria-selected=true]")!);
      return [borderTopStyle, borderTopWidth, outlineStyle, outlineWidth];
    });
  await expect.poll(seen).toEqual(["solid", "1px", "solid", "2px"]);
  page.clean();
});

test.each([
  ["reduce", 0.01],
  ["no-preference", 1000],
] as const)("of motion that lasts, who prefers %s sees %s ms", async (reducedMotion, milliseconds) => {
  const page = await product.open("SI", "/contacto", "phone", { reducedMotion });
  await alive(page);
  // As long as anything of ours moves: what turns while something is on its way.
  const lasting = await page.evaluate(() => {
    const moving = document.createElement("div");
    moving.style.cssText = "animation: x 1s infinite; transition: opacity 1s";
    document.querySelector("main")!.append(moving);
    const { animationDuration, animationIterationCount, transitionDuration } = getComputedStyle(moving);
    const all = [animationDuration, transitionDuration].map((text) => 1000 * Number.parseFloat(text));
    return { longest: Math.max(...all), count: animationIterationCount };
  });
  expect(lasting.longest).toBeCloseTo(milliseconds, 3);
  expect(lasting.count).toBe(reducedMotion === "reduce" ? "1" : "infinite");
  page.clean();
});

test("where no motion is wanted, what is shown is shown with all that is in it at once", async () => {
  const page = await product.open("SI", "/contacto", "phone", { reducedMotion: "reduce" });
  await alive(page);
  const seen = await page.evaluate(() => {
    const outer = document.createElement("div");
    outer.innerHTML = "<button><span>Siguiente</span></button>";
    const visibilities = (): string[] =>
      [outer, ...outer.querySelectorAll("*")].map((one) => getComputedStyle(one).visibility);
    outer.style.visibility = "hidden";
    document.querySelector("main")!.append(outer);
    const before = visibilities();
    outer.style.visibility = "visible";
    return { before, after: visibilities() };
  });
  expect(seen).toEqual({
    before: ["hidden", "hidden", "hidden"],
    after: ["visible", "visible", "visible"],
  });
  page.clean();
});

test("a confirmation is printed without what only a screen needs", async () => {
  const page = await product.open("WI", "/contacto");
  await fillContact(page, somebody("WI"));
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.locator("main").innerText()).toContain(number);
  await expect.poll(() => page.locator("main h1").isVisible()).toBe(true);
  const left = await page
    .locator("header, footer, nav, main button")
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 90)),
    );
  expect(left).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toBe("rgb(255, 255, 255)");
  page.clean();
});
