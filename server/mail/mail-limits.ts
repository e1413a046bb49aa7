/** How many mails go to one mailbox that anybody may have written into a form: nobody is to be mailed by strangers. */
import { DeliveryLeftOut } from "../deliveries/refusal.ts";
import { ApiError } from "../http/errors.ts";
import type { Limit, Limits } from "../http/limits.ts";

/** Of what is asked for, such as a code: whoever wants it asks again. */
const askedFor: Limit = { times: 5, minutes: 60 };
/** Of what tells of something done: a purchase, or a booking in the place of another, makes up to four. */
const told: Limit = { times: 10, minutes: 60 };

/** Of codes that are written for several documents, which strangers may have sent with this e-mail. */
const codes: Limit = { times: 20, minutes: 60 };

const limits = { handoff: askedFor, "sign-in mail": askedFor, codes, answers: told } satisfies Record<
  string,
  Limit
>;

/**
 * Where an address ends up: hosts let people put what they like behind a "+", and take letters of any size; one of the
 * largest takes points too. Else one mailbox had as many turns as it has spellings.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const host = address.slice(at + 1).toLowerCase();
  const [name = ""] = address.slice(0, at).toLowerCase().split("+", 1);
  return `${/^(gmail|googlemail)\.com$/.test(host) ? name.replaceAll(".", "") : name}@${host}`;
}

/**
 * Counts a mail; what is counted apart is no hindrance to anything else: forms that are sent in somebody's name keep nobody
 * from signing in. @throws {ApiError} 429 or 503, as `Limits.count` does
 */
export const countMail = async (
  counting: Pick<Limits, "count">,
  about: keyof typeof limits,
  to: string,
  within = "",
): Promise<void> => await counting.count(`${about}${within} to ${mailboxOf(to)}`, limits[about], "mail");

/** The same for a mail that is about to go out. @throws {DeliveryLeftOut} where there were too many: nobody waits for it */
export const countWritten = async (...counted: Parameters<typeof countMail>): Promise<void> =>
  await countMail(...counted).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "too-many")
      throw new DeliveryLeftOut("too many mails to its address");
    throw error;
  });
