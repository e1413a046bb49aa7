/** Chooses from a list, whichever control stands for it: the platform's, or the one that can be searched. */
import type { Locator } from "playwright";
import { until } from "./until.ts";

export type Wanted = { value: string } | { label: string };

/** Chooses an option; an empty label clears. Waits until the list is there and the control is the one that stays. */
export async function chooseOption(box: Locator, wanted: Wanted): Promise<void> {
  const settled = (): Promise<boolean> =>
    box.evaluate((element) => {
      const control = element as HTMLInputElement | HTMLSelectElement;
      // Who chooses with a mouse comes to it first: with that, the list with search is loaded.
      control.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
      if (control.disabled) return false;
      // Many options and a mouse: the list with search takes over.
      const many = control instanceof HTMLSelectElement && control.options.length > 13;
      return !(many && matchMedia("(pointer: fine)").matches);
    });
  await until(settled, () => `nothing can be chosen for ${JSON.stringify(wanted)}`);
  if ((await box.getAttribute("role")) !== "combobox") return void (await box.selectOption(wanted));
  if ("label" in wanted && wanted.label === "") return box.fill("");
  await box.click();
  const list = box.page().locator(`#${await box.getAttribute("aria-controls")}`);
  if ("value" in wanted) await list.locator(`[data-value="${wanted.value}"]`).click();
  else {
    await box.fill(wanted.label);
    await list.getByRole("option", { name: wanted.label, exact: true }).first().click();
  }
}
