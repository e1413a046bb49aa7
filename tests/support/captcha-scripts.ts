/** Scripts in the place of the captcha providers' own, as routes of a stand-in. */
import type { Behaviour } from "./stand-in.ts";

const script = (body: string): Behaviour => ({ body, headers: { "content-type": "text/javascript" } });

/** As its own: what it is asked for comes a little later. */
const recaptchaScript = `
  let tokens = 0;
  globalThis.grecaptcha = {
    ready: (work) => setTimeout(work, 20),
    execute: async (key, { action }) => [key, action, ++tokens].join("."),
  };
`;

/** One that asks the person each time. */
const turnstileScript = `
  const drawn = new Map();
  globalThis.turnstile = {
    render(place, options) {
      drawn.set(place, options);
      return "widget-1";
    },
    execute(place) {
      const options = drawn.get(place);
      if (options.execution !== "execute" || options.appearance !== "interaction-only") return;
      const question = document.createElement("button");
      question.type = "button";
      question.textContent = "Soy una persona";
      question.addEventListener("click", () => {
        options["after-interactive-callback"]();
        options.callback([options.sitekey, options.action, "turnstile"].join("."));
      });
      options["before-interactive-callback"]();
      place.append(question);
    },
    remove() {},
  };
`;

export const captchaScripts = {
  "GET /recaptcha/api.js": script(recaptchaScript),
  "GET /turnstile/api.js": script(turnstileScript),
};
