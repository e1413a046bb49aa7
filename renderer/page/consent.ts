/** What a visitor allows the page to load of others: read from a cookie, and the same in everything on the page. */
import { useSyncExternalStore } from "react";
import {
  consentCookie,
  consentFor,
  type ConsentChoice,
  type ConsentPurpose,
  type PageConsent,
} from "../../schemas/engine/evaluate.ts";

const listeners = new Set<() => void>();
let asked: PageConsent | undefined;
/** Of the cookie, as text and as it was read: the same object until it changes. */
let known: { text: string | undefined; words: string | undefined; choice: ConsentChoice | undefined } = {
  text: undefined,
  words: undefined,
  choice: undefined,
};
/** Whether somebody wants to see the choices: since when, as a number that grows. */
let wish = 0;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells everybody that what is allowed, or asked for, is another. */
export const tell = (): void => {
  for (const listener of listeners) listener();
};

const cookieText = (): string | undefined =>
  document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${consentCookie}=`))
    ?.slice(consentCookie.length + 1);

/** What was chosen, of what the page asks for with its words; undefined where nothing was. */
export function choiceNow(): ConsentChoice | undefined {
  const text = cookieText();
  if (text !== known.text || asked?.words !== known.words)
    known = { text, words: asked?.words, choice: consentFor(asked, text) };
  return known.choice;
}

export const isAllowed = (purpose: ConsentPurpose): boolean =>
  choiceNow()?.purposes.includes(purpose) === true;

/** Says what the page asks for: before anything of others is loaded. */
export function askFor(consent: PageConsent | undefined): void {
  if (asked?.words === consent?.words) return;
  asked = consent;
  tell();
}

/** Whether a purpose is allowed; nothing is until the page is hydrated. */
export const useAllowed = (purpose: ConsentPurpose): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAllowed(purpose),
    () => false,
  );

/** What was chosen; `null` until the page is hydrated. */
export const useChoice = (): ConsentChoice | null | undefined =>
  useSyncExternalStore(subscribe, choiceNow, () => null);

/** Shows the choices again: they can be changed at any time. */
export function askAgain(): void {
  wish += 1;
  tell();
}

export const useWish = (): number =>
  useSyncExternalStore(
    subscribe,
    () => wish,
    () => 0,
  );

/** Calls once, as soon as a purpose is allowed. */
export function whenAllowed(purpose: ConsentPurpose, begin: (isLater: boolean) => void): void {
  if (isAllowed(purpose)) return begin(false);
  const stop = subscribe(() => {
    if (!isAllowed(purpose)) return;
    stop();
    begin(true);
  });
}
