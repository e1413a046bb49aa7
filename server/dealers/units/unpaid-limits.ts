/** How much somebody holds without paying: so many units from one network at a time, and none without end. */
import { networkOf } from "../../http/client-network.ts";
import { minutesAfter } from "../../store/held-for-payment.ts";
import { countUnpaid, heldSince, type Hold } from "../../store/holds.ts";
import type { Queries, Store } from "../../store/store.ts";

/** Unpaid holds from one network at a time. Behind it may be an office: one person looks at three cars at the most. */
const unpaidOfNetwork = 5;
/**
 * Minutes for which one unit is held without being paid for, by however many holds and payments that are begun, one after the
 * other; and how long it is free then for others, before the same may hold it again.
 */
const maxMinutes = 120;
const restMinutes = 60;

/** A hold that is asked for. */
interface Asked {
  /** What the token holds, or held, of the same. */
  own: Hold | undefined;
  /** What the token holds, whatever it is. */
  old: Hold | undefined;
  resource: string;
  /** Internet address of who asks, where it is known. */
  address: string | undefined;
  isHeld: boolean;
}

/** What is kept of a hold for these limits, and whether it is one too many. */
export interface UnpaidVerdict {
  from: string | null;
  since: string;
  isOver: boolean;
}

export function createUnpaidLimits(seals: Store["seals"], service: string, factor: number) {
  /** Since when a hold that would be made now goes on without being paid for: by this token, or from this network. */
  const unpaidSince = async (
    db: Queries,
    { own, resource }: Asked,
    from: string | null,
    now: Date,
  ): Promise<string> => {
    const after = minutesAfter(now.getTime(), -restMinutes);
    const others = from === null ? undefined : await heldSince(db, { service, resource, from, after });
    const mine = own !== undefined && own.until_at > after ? own.created_at : undefined;
    return [now.toISOString(), others, mine].flatMap((one) => one ?? []).toSorted()[0]!;
  };

  const judge = async (db: Queries, asked: Asked, now: Date): Promise<UnpaidVerdict> => {
    const { own, old, address, isHeld } = asked;
    const from =
      address === undefined
        ? (own?.from_hash ?? null)
        : seals.hashes(`${service} held from ${networkOf(address)}`)[0];
    const since = await unpaidSince(db, asked, from, now);
    const isTooLong = since < minutesAfter(now.getTime(), -maxMinutes * factor);
    const most = Math.max(1, unpaidOfNetwork * factor);
    const isOneMore = !isHeld && from !== null;
    const others = isOneMore ? await countUnpaid(db, { service, from, but: old?.id ?? "" }, now) : 0;
    return { from, since, isOver: isTooLong || others >= most };
  };

  return { judge };
}
