/** What is remembered of a visit: the campaign that led to it, and a random id of the day. In this browser alone. */
import {
  campaignParameters,
  visitsCookie,
  visitsIn,
  type BeginRequest,
} from "../../schemas/engine/evaluate.ts";

interface Visit {
  userId: string;
  /** The day of the id, as this device counts. */
  day: string;
  campaign: Record<string, string>;
  /** When a page was last looked at, in milliseconds. */
  seen: number;
}

const key = "vitrina-visit";

/** A visit is over when no page was looked at for this long, as analytics count it. */
const maxBreakMs = 30 * 60 * 1000;

/** Where the browser keeps nothing, the page itself remembers, until it is reloaded. */
let remembered: Visit | undefined;

const daySeconds = 86_400;

/** One visit more, in a cookie that ends a day after the last one. */
function countVisit(brand: string): void {
  const name = visitsCookie(brand);
  const text = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  const before = visitsIn(text?.slice(name.length + 1));
  const secure = location.protocol === "https:" ? "; secure" : "";
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${name}=${before + 1}; path=/; max-age=${daySeconds}; samesite=lax${secure}`;
}

/** Notes that a page of a brand is looked at. A campaign in its address takes the place of the one before, whole. */
export function notePageView(search: string, brand?: string): Visit {
  const before = stored();
  const now = new Date();
  const day = now.toDateString();
  const isFresh = before !== undefined && now.getTime() - before.seen < maxBreakMs;
  const said = campaignParameters(new URLSearchParams(search));
  const visit: Visit = {
    // At a change of day a new id begins.
    userId: before?.day === day ? before.userId : crypto.randomUUID(),
    day,
    campaign: Object.keys(said).length > 0 ? said : isFresh ? before.campaign : {},
    seen: now.getTime(),
  };
  if (!isFresh && brand !== undefined) countVisit(brand);
  remembered = visit;
  try {
    localStorage.setItem(key, JSON.stringify(visit));
  } catch {
    // Full, or not allowed: the visit is remembered as long as the page.
  }
  return visit;
}

/** The campaign of this visit, as parameters of an address. None where nothing was noted, as on the server. */
export const campaignOfVisit = (): Record<string, string> => remembered?.campaign ?? {};

/** What a run that begins now is told of the visit. */
export function trackingOfVisit(): NonNullable<BeginRequest["tracking"]> {
  const { userId, campaign } = notePageView(location.search);
  return { userId, campaign };
}

function stored(): Visit | undefined {
  try {
    return readVisit(JSON.parse(localStorage.getItem(key) ?? "null")) ?? remembered;
  } catch {
    return remembered;
  }
}

/** Anybody may have written there. */
function readVisit(value: unknown): Visit | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { userId, day, campaign, seen } = value as Partial<Record<keyof Visit, unknown>>;
  if (typeof userId !== "string" || !/^[\da-f-]{36}$/.test(userId)) return undefined;
  if (typeof day !== "string" || typeof seen !== "number") return undefined;
  const entries = typeof campaign === "object" && campaign !== null ? Object.entries(campaign) : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { userId, day, seen, campaign: campaignParameters(texts) };
}
