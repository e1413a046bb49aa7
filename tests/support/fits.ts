import { expect } from "vitest";
import type { TestPage } from "./browser.ts";

/** How far the page can be pushed sideways, and what sticks out. */
const sticksOut = (page: TestPage): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}#${element.id} ${element.textContent.slice(0, 40)}`);
  });

/** What can be pressed and is smaller than 24 px either way. */
const small = (page: TestPage): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [role=button]")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).position !== "fixed")
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
  );

/** Sections that are there and show nothing: cards of something that is hidden where the screen is wide, or narrow. */
const empty = (page: TestPage): Promise<string[]> =>
  page.evaluate(() => {
    const shows = (element: Element): boolean =>
      element.checkVisibility() &&
      (element.matches("img, svg, canvas, iframe, video, input, select, textarea") ||
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()));
    return [...document.querySelectorAll("form section")]
      .filter((section) => section.checkVisibility() && ![...section.querySelectorAll("*")].some(shows))
      .map((section) => section.outerHTML.slice(0, 120));
  });

/** Fails if a card is empty once all has come that is to be in it. */
export async function noEmptyCard(page: TestPage): Promise<void> {
  await expect.poll(() => empty(page)).toEqual([]);
}

/** Fails if something sticks out to the side, or is too small to be pressed. */
export async function fits(page: TestPage): Promise<void> {
  expect(await sticksOut(page)).toEqual([]);
  expect(await small(page)).toEqual([]);
}
