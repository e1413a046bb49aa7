import { useEffect, type RefObject } from "react";
import type { Page } from "../../../schemas/engine/evaluate.ts";
import { captchaOf } from "./captcha.ts";

/** Has what the page's captcha takes fetched when somebody begins to use the form: who only looks loads none of it. */
export function usePreparedCaptcha(page: Page, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [form, captcha] = [box.current, captchaOf(page)];
    if (!form || !captcha) return undefined;
    form.addEventListener("focusin", captcha.prepare, { once: true });
    return () => form.removeEventListener("focusin", captcha.prepare);
  }, [page, box]);
}
