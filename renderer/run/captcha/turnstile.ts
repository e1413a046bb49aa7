import type { Provider } from "./captcha.ts";
import "./captcha.css";
import { loadScript, withQuery } from "../../page/load-script.ts";

/** What of its script we use. */
interface Turnstile {
  /** Gives the widget's id, or nothing where it cannot be drawn. */
  render(place: HTMLElement, options: Record<string, unknown>): string | undefined | null;
  execute(place: HTMLElement): void;
  remove(widget: string): void;
}

declare const turnstile: Turnstile;

/** A place for what it asks, if it asks: over the page, and over a dialog where one is open. */
function placed(form: Element | undefined): HTMLElement {
  const place = Object.assign(document.createElement("div"), {
    className: "captcha-challenge",
    tabIndex: -1,
  });
  ((form ?? document).querySelector("dialog[open]") ?? form ?? document.body).append(place);
  return place;
}

/** Turnstile: it decides alone as long as it can, and shows itself only where a person has to do something. */
export const provider: Provider = {
  load: ({ scriptUrl }) => loadScript(withQuery(scriptUrl, { render: "explicit" })),
  token({ siteKey, action, language }, { form, signal, onChallenge }) {
    const place = placed(form);
    const focused = document.activeElement;
    let widget: string | undefined | null;
    const asked = (now: boolean): void => {
      place.toggleAttribute("data-asking", now);
      if (now) place.focus();
      else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      onChallenge(now);
    };
    return new Promise<string>((resolve, reject) => {
      const fail = (why: unknown): true => {
        reject(new Error(`Turnstile gives no token: ${String(why)}`));
        // It need not say so itself.
        return true;
      };
      signal.addEventListener("abort", () => fail("too late"));
      widget = turnstile.render(place, {
        sitekey: siteKey,
        action,
        language,
        execution: "execute",
        appearance: "interaction-only",
        retry: "never",
        callback: (token: string) => (token === "" ? fail("an empty one") : resolve(token)),
        "error-callback": fail,
        "timeout-callback": () => fail("nothing was answered"),
        "unsupported-callback": () => fail("not with this browser"),
        "before-interactive-callback": () => asked(true),
        "after-interactive-callback": () => asked(false),
      });
      turnstile.execute(place);
    }).finally(() => {
      if (place.hasAttribute("data-asking")) asked(false);
      if (typeof widget === "string") turnstile.remove(widget);
      place.remove();
    });
  },
};
