import type { Locator } from "playwright";

/** Gives something the focus, and says at which parts of its width something stands over it, or it is out of the window. */
export async function coveredAt(one: Locator): Promise<number[]> {
  await one.focus();
  return await one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].filter((part) => {
      const over = document.elementFromPoint(left + width * part, top + height / 2);
      return over === null || !(element.contains(over) || over.contains(element));
    });
  });
}
