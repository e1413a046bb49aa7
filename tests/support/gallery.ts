/** What a person, or who reads the page out, finds of one example of the gallery. */
import type { Locator, Page } from "playwright";
import type { Expected } from "../../server/gallery/files.ts";

export interface Seen {
  description: string;
  invalid: boolean;
  disabled: boolean;
  value: string | undefined;
  chosen: string[];
  text: string;
}

type Role = Parameters<Page["getByRole"]>[0];

/** The example's control: by its role and name, where the example says them. */
export function controlOf(form: Locator, path: string, { role, label }: Expected): Locator {
  const place = form.locator(`[data-path="${path}"]`);
  if (role === undefined) return label === undefined ? place : place.getByLabel(label, { exact: true });
  const named = form.getByRole(role as Role, label === undefined ? {} : { name: label, exact: true });
  return named.and(form.page().locator(`[data-path="${path}"], [data-path="${path}"] *`));
}

/** Looks at it. */
export function look(control: Locator, path: string): Promise<Seen> {
  return control.evaluate((element, at) => {
    const place = element.closest(`[data-path="${at}"]`)!;
    const read = (one: Element | null): string => (one?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    const missing = ids.filter((id) => !document.getElementById(id));
    if (missing.length > 0)
      throw new Error(`${at} is described by ${missing.join(", ")}, which is not there`);
    const inputs = [...place.querySelectorAll<HTMLInputElement>("input, select, textarea, button")];
    const shown = (one: Element): string | undefined => {
      if (one instanceof HTMLSelectElement) return one.selectedOptions[0]?.textContent ?? "";
      const typed = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement;
      return typed && !/^(checkbox|radio|file)$/.test(one.type) ? one.value : undefined;
    };
    /** A name without what is said of it. */
    const label = (one: HTMLInputElement): string => {
      const words = one.labels![0]!.cloneNode(true) as Element;
      for (const more of words.querySelectorAll("small")) more.remove();
      return read(words.querySelector("strong") ?? words);
    };
    const isOff = (one: HTMLInputElement): boolean =>
      one.disabled || one.getAttribute("aria-disabled") === "true";
    const itself = element as HTMLInputElement;
    const isOne = "disabled" in itself && !(element instanceof HTMLFieldSetElement);
    return {
      description: ids.map((id) => read(document.getElementById(id))).join(" "),
      invalid:
        element.getAttribute("aria-invalid") === "true" ||
        place.querySelector("[data-problem]") !== null ||
        place.matches("[data-problem]"),
      // Of several, each; where there are none yet, nothing can be answered either.
      disabled: isOne ? itself.disabled : inputs.every(isOff),
      value: shown(element),
      chosen: inputs.filter(({ type, checked }) => /^(radio|checkbox)$/.test(type) && checked).map(label),
      text: read(place),
    };
  }, path);
}
