import type { Provider } from "./captcha.ts";
import "./captcha.css";
import { loadScript, withQuery } from "../../page/load-script.ts";

/** What of its script we use. */
interface Recaptcha {
  ready(work: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<unknown>;
}

declare const grecaptcha: Recaptcha;

/** reCAPTCHA v3: it looks on, gives each use a score, and never asks. */
export const provider: Provider = {
  load: ({ scriptUrl, siteKey, language }) =>
    loadScript(withQuery(scriptUrl, { render: siteKey, hl: language })),
  async token({ siteKey, action }) {
    await new Promise<void>((resolve) => {
      grecaptcha.ready(resolve);
    });
    const token = await grecaptcha.execute(siteKey, { action });
    if (typeof token !== "string" || token === "") throw new Error("reCAPTCHA gives no token");
    return token;
  },
};
