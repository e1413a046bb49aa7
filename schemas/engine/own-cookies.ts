/** The site's own cookies: what is kept in one of another name, such as a saved list, must not be in one of these. */
import { consentCookie } from "./consent-choice.ts";
import { signedInCookie } from "./signed-in.ts";

/** Of the visitor's session. Under TLS it and that of a preview have the prefix `__Host-`. */
export const sessionCookie = "vitrina";
export const previewCookie = "preview";

/** Where results that are chosen in an address were seen last. */
export const resultsCookie = "resultados";

/** Counts the visits of a day to a brand's site. The brand's capital letters are in no other name. */
export const visitsCookie = (brand: string): string => `visits-${brand}`;

/** How many visits that cookie says that there were; 0 where it says none. Anybody may have written there. */
export const visitsIn = (text: string | undefined): number =>
  Number(/^[1-9]\d{0,5}$/.exec(text ?? "")?.[0] ?? 0);

export const ownCookies: readonly string[] = [
  sessionCookie,
  previewCookie,
  resultsCookie,
  consentCookie,
  signedInCookie,
];
