/** Which campaign led a visitor here, as the address says it: read, cleaned, and as programs read it. */

/** Ids that advertising networks add to the address of an advertisement that was clicked. */
export const clickIds: readonly string[] = [
  "dclid",
  "epik",
  "fbclid",
  "gbraid",
  "gclid",
  "li_fat_id",
  "msclkid",
  "ttclid",
  "twclid",
  "wbraid",
];

/** The values of a campaign that have a name of their own, as `utm_source` and so on in an address. */
const utmNames: readonly string[] = ["source", "medium", "campaign", "term", "content", "id"];

const utmName = /^utm_[a-z][a-z_]{0,30}$/;

/** Whether a parameter of an address says which campaign led there. */
const isCampaignParameter = (name: string): boolean => utmName.test(name) || clickIds.includes(name);

/** More do not fit what a run keeps. */
const maxParameters = 20;
const maxTextLength = 200;
const maxClickIdLength = 500;

/** What tells a person: an e-mail address, a telephone number with its country, a document with its check digit. */
const personal = [/@|%40/i, /\+\d[\d\s().-]{6,}/, /\b\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/];

const clickId = /^[\w.~-]+$/;

/** A value as it is kept. Undefined where it is none, is too long, or may tell who the person is: it is never cut. */
function cleanedValue(name: string, value: string): string | undefined {
  if (clickIds.includes(name)) {
    return value.length <= maxClickIdLength && clickId.test(value) ? value : undefined;
  }
  // oxlint-disable-next-line no-control-regex
  const text = value.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, " ").trim();
  // U+FFFD is what browsers read of a link that is not UTF-8.
  if (text === "" || text.length > maxTextLength || /[<>\uFFFD]/.test(text)) return undefined;
  return personal.some((pattern) => pattern.test(text)) ? undefined : text;
}

/** The campaign's parameters among those of an address, cleaned. Of one that stands there twice, the first counts. */
export function campaignParameters(parameters: Iterable<[string, string]>): Record<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (kept.size === maxParameters || kept.has(name) || !isCampaignParameter(name)) continue;
    const cleaned = cleanedValue(name, value);
    if (cleaned !== undefined) kept.set(name, cleaned);
  }
  return Object.fromEntries(kept);
}

/**
 * Which of the parameters of a page go along to another one, by the names in a `keep`; `utm` stands for all of a
 * campaign's. Campaign's are cleaned, others stay as they are.
 */
export function keptParameters(parameters: Iterable<[string, string]>, keep: string[]): [string, string][] {
  const all = [...parameters];
  const campaign = new Map(Object.entries(campaignParameters(all)));
  return all.flatMap(([name, value]): [string, string][] => {
    const goesAlong = keep.includes(name) || (keep.includes("utm") && isCampaignParameter(name));
    const kept = isCampaignParameter(name) ? campaign.get(name) : value;
    campaign.delete(name);
    return goesAlong && kept !== undefined ? [[name, kept]] : [];
  });
}

/** What a run was begun with: programs read it as `tracking.…`. Nothing in it says who the person is. */
export interface Tracking {
  /** A visitor's random id of one day. It opens nothing. */
  userId?: string;
  language?: string;
  userAgent?: string;
  /** By their names without `utm_`. */
  utm: Record<string, string>;
  clickIds: Record<string, string>;
}

/** Every path of it that programs may read. */
export const trackingPaths: readonly string[] = [
  "tracking.userId",
  "tracking.language",
  "tracking.userAgent",
  ...utmNames.map((name) => `tracking.utm.${name}`),
  ...clickIds.map((name) => `tracking.clickIds.${name}`),
];

/** The tracking context of a visit, from what a browser says of it. */
export function trackingOf(
  said: { userId?: string; campaign?: Record<string, string> },
  { language, userAgent = "" }: { language?: string; userAgent?: string } = {},
): Tracking {
  const campaign = campaignParameters(Object.entries(said.campaign ?? {}));
  const pick = (names: readonly string[], prefix: string): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = Object.hasOwn(campaign, prefix + name) ? campaign[prefix + name] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const agent = userAgent.slice(0, 400);
  return {
    ...(said.userId === undefined ? {} : { userId: said.userId }),
    ...(language === undefined ? {} : { language }),
    ...(agent === "" ? {} : { userAgent: agent }),
    utm: pick(utmNames, "utm_"),
    clickIds: pick(clickIds, ""),
  };
}
