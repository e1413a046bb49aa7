import { expect, test } from "vitest";
import type { TestPage } from "../support/browser.ts";
import { alive, receiptNumber, somebody, type ContactBrand } from "../support/contact-form.ts";
import { anyOf } from "../support/covering.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

interface Focused {
  id: string;
  tag: string;
  text: string;
  /** Whether something is drawn around it that is not there without the focus. */
  marked: boolean;
  /** Whether it lies in the window, with nothing over it. */
  seen: boolean;
}

const focused = (page: TestPage): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // Of a card all is marked, not the link alone that it is.
    const card = element.closest("li");
    const look = () =>
      [element, ...(card ? [card] : [])]
        .map((one) => {
          for (const animation of one.getAnimations()) animation.finish();
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one);
          return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor].join();
        })
        .join();
    const withFocus = look();
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    element.blur();
    const without = look();
    element.focus({ preventScroll: true });
    return {
      id: element.id,
      tag: element.tagName,
      text: element.innerText.trim(),
      marked: withFocus !== without,
      seen: over !== null && (element.contains(over) || over.contains(element)),
    };
  });

/** Tab until the focus is there. Fails when it gets lost or is not seen on its way. */
async function tabTo(
  page: TestPage,
  isThere: (at: Focused) => boolean,
  { way = [], key = "Tab" }: { way?: string[]; key?: string } = {},
): Promise<void> {
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    const name = at.id || at.text || at.tag;
    way.push(name);
    expect(at.tag, `the focus is lost after ${way.join(", ")}`).not.toBe("BODY");
    expect([name, at.marked, at.seen]).toEqual([name, true, true]);
    if (isThere(at)) return;
  }
  throw new Error(`not reached by ${way.join(", ")}`);
}

test.each(anyOf<ContactBrand>(["WI", "SI"]))(
  "%s: from the home page to the receipt by keyboard alone",
  async (brand) => {
    const page = await product.open(brand, "/", "desktop");
    const way: string[] = [];
    await tabTo(page, () => true, { way });
    expect(way).toEqual(["Ir al contenido"]);
    // Past header and navigation, straight to the contents.
    await page.keyboard.press("Enter");
    // Its rows of cars and makes are seen on the way, and the header is just before it.
    await tabTo(page, ({ text }) => text === "Ver Audi");
    await tabTo(page, ({ text }) => text === "Contáctanos", { key: "Shift+Tab" });
    await page.keyboard.press("Enter");
    await page.waitForURL("**/contacto");
    await alive(page);
    // A new page begins at its title.
    await expect.poll(() => focused(page)).toMatchObject({ tag: "H1", text: "¿En qué te podemos ayudar?" });

    // Nothing is filled in: the focus goes to what is missing, and from there to the field.
    await tabTo(page, ({ text }) => text === "Enviar");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => focused(page))
      .toMatchObject({ text: expect.stringContaining("Revisa estos datos") });
    await tabTo(page, ({ text }) => text.includes("«Tipo de solicitud»"));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toMatchObject({ id: "request-type" });

    const person = somebody(brand);
    const choose = async (text: string): Promise<void> => {
      // Arrows go through a list; the first one is the invitation to choose.
      for (let press = 0; press < 20; press++) {
        await page.keyboard.press("ArrowDown");
        const chosen = await page.evaluate(
          () => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text,
        );
        if (chosen === text) return;
      }
      throw new Error(`${text} cannot be chosen`);
    };
    await choose(person.type);
    for (const field of ["service", "reason", "subReason"] as const) {
      await tabTo(page, ({ id }) => id === `request-${field}`);
      await choose(person[field]);
    }
    for (const field of ["plate", "comment"] as const) {
      await tabTo(page, ({ id }) => id === `request-${field}`);
      await page.keyboard.type(person[field]);
    }
    await tabTo(page, ({ id }) => id === "request-city");
    await choose(person.city!);
    // The branches have to arrive first: before, there is nothing to tab to.
    await page.locator("#request-branch:enabled").waitFor();
    await tabTo(page, ({ id }) => id === "request-branch");
    await choose(person.branch!);
    for (const field of ["name", "lastName", "identity", "phone", "email"] as const) {
      await tabTo(page, ({ id }) => id === `request-${field}`);
      await page.keyboard.type(person[field]);
    }
    await tabTo(page, ({ id }) => id === "request-terms");
    await page.keyboard.press("Space");
    await tabTo(page, ({ text }) => text === "Enviar");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/contacto/confirmacion");
    await expect.poll(() => focused(page)).toMatchObject({ tag: "H1", text: "Hemos recibido tu solicitud" });
    expect(product.submissionsOf(person.email)).toMatchObject([{ number: await receiptNumber(page) }]);
    await tabTo(page, ({ text }) => text === "Ir al inicio");
    await page.keyboard.press("Enter");
    await page.waitForURL(product.server.url(brand, "/"));
    await expect.poll(() => focused(page)).toMatchObject({ tag: "H1" });
    page.clean();
  },
);
