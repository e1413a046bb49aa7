/** What a visitor allowed of others, as a cookie keeps it and as the page asks for it. */
import type { ConsentPurpose, PageConsent } from "./protocol.ts";

export const consentPurposes = ["analytics", "chat", "embeds"] as const satisfies ConsentPurpose[];

/** The cookie that keeps it, on the brand's own host. */
export const consentCookie = "consent";

/** Days until it is asked for again. */
export const consentDays = 180;

export interface ConsentChoice {
  /** Of the words that it was asked with. */
  words: string;
  /** The code by which the record of it is found: random, and of this alone. */
  visitor: string;
  purposes: ConsentPurpose[];
}

const written = /^([\da-f]{12})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([a-z-]*)$/;

export const consentText = ({ words, visitor, purposes }: ConsentChoice): string =>
  `${words}.${visitor}.${purposes.join("-")}`;

/** Reads the cookie's value; undefined where it is none of ours: anybody may write there. */
export function readConsent(text: string | undefined): ConsentChoice | undefined {
  const [, words, visitor, named] = written.exec(text ?? "") ?? [];
  if (words === undefined || visitor === undefined || named === undefined) return undefined;
  const given = named.split("-");
  return { words, visitor, purposes: consentPurposes.filter((purpose) => given.includes(purpose)) };
}

/** What was chosen of what the page asks for; undefined where that was never asked, or with other words. */
export const consentFor = (
  asked: PageConsent | undefined,
  text: string | undefined,
): ConsentChoice | undefined => {
  const choice = readConsent(text);
  return asked && choice?.words === asked.words ? choice : undefined;
};

/** Keys of the brand's words that say what a purpose is: its title and what it brings. */
export const consentWords = (purpose: ConsentPurpose): { title: string; body: string } => ({
  title: `consent.${purpose}`,
  body: `consent.${purpose}.body`,
});

/** Keys of what is said before any of them. */
export const consentNotice = ["consent.title", "consent.body"] as const;
