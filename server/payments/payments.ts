/** Payments: begun for what a program waits for, settled by whoever comes first, and told to what waits, once. */
import { hash } from "node:crypto";
import { setTimeout as pass } from "node:timers/promises";
import { requiredRevision } from "../definitions/required-revision.ts";
import type { RunDeps } from "../runs/runs.ts";
import { backOff } from "../deliveries/back-off.ts";
import { seeThrough } from "../leases/see-through.ts";
import { startLeasedWork } from "../leases/worker.ts";
import { newToken } from "../random.ts";
import {
  addPayment,
  beginConfirm,
  findPayment,
  leasePayment,
  leasePayments,
  nextPaymentAt,
  noteReturn,
  openPayment,
  pendingPaymentOf,
  postponePayment,
  replacePayment,
  settlePayment,
  tellPayment,
  type LeasedPayment,
  type Payment,
} from "../store/payments.ts";
import { isLeased } from "../store/leases.ts";
import { findWait, isAwaited, type Wait } from "../store/waits.ts";
import { eventKey } from "../waits/read-event.ts";
import { eventTypeOf, type Waits } from "../waits/waits.ts";
import { giveBack, isToGiveBack } from "./give-back.ts";
import { endOfPayment } from "./settle.ts";
import { eventOf } from "./event.ts";
import { ProviderFailure, smallestUnits, type HandOver, type PaymentProvider } from "./provider.ts";
import type { ProviderOf } from "./providers.ts";

export interface PaymentOrder {
  brand: string;
  /** Of the brand for this currency. */
  provider: Payment["provider"];
  amount: number;
  currency: Payment["currency"];
  description: string;
  /** Internet address of who pays, where it is known. Told to the provider, and kept nowhere. */
  clientIp: string | undefined;
}

export interface Payments {
  /**
   * Begins one for a wait: the same one again where it is for the same amount.
   * @throws {ProviderFailure}
   */
  begin(wait: Pick<Wait, "id" | "run" | "address">, given: PaymentOrder): Promise<Payment>;
  /** Where a browser is taken to pay; undefined where it cannot be paid any more. */
  handOver(payment: Payment): Promise<HandOver | undefined>;
  /**
   * A person came back with what the provider gave. Resolves when it is settled, or when they have waited long enough.
   * @throws {ForeignReturn}
   */
  takeReturn(payment: Payment, received: Record<string, string>): Promise<void>;
  /** Looks now at what is due. */
  wake(): void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Longer than a confirmation and the branch that follows may take. */
const leaseMs = 40_000;
const atOnce = 4;
/** Milliseconds until one that is not settled yet is asked after again. */
const lookAgainMs = 30_000;

export const paymentTokenHash = (token: string): string => hash("sha256", token, "base64url");

/** Milliseconds that whoever came back waits for how it ended: no request takes ten seconds. */
const answerWithinMs = 7_000;

/** Our own pages of a payment, below its address. */
const returnUrlOf = ({ address }: Pick<Payment, "address">): string => `${address}/return`;

/** Another payment of the same wait cannot be replaced any more. */
export class PaymentUnderWay extends Error {}

export interface PaymentDeps extends Pick<RunDeps, "store" | "definitions" | "clock" | "log"> {
  owner: string;
  waits: Waits;
  providerOf: ProviderOf;
  random?: () => number;
  /** Milliseconds, as `answerWithinMs`. */
  answerWithin?: number;
}

export function startPayments(parts: PaymentDeps): Payments {
  const { store, definitions, clock, log, owner, waits, providerOf } = parts;
  const { random = Math.random, answerWithin = answerWithinMs } = parts;

  const leaseNow = () => {
    const now = clock();
    const until = new Date(now.getTime() + leaseMs).toISOString();
    return { owner, now: now.toISOString(), until };
  };
  const later = (milliseconds: number): string => new Date(clock().getTime() + milliseconds).toISOString();

  const requiredProvider = ({ brand, provider }: Pick<Payment, "brand" | "provider">): PaymentProvider => {
    const found = providerOf(brand, provider);
    if (!found) throw new ProviderFailure(`${provider} has no settings for ${brand}`);
    return found;
  };

  const isWanted = ({ wait }: Payment): Promise<boolean> => isAwaited(store.db, wait, clock().toISOString());

  const carryOut = async (payment: LeasedPayment): Promise<void> => {
    const { id, brand, provider, order_number: order, attempts } = payment;
    try {
      if (payment.state === "pending") await settle(payment);
      else if (payment.told_at !== null && isToGiveBack(payment)) await refund(payment);
      else await tell(payment);
    } catch (error) {
      const pause = backOff(attempts, random()) ?? 60 * 60_000;
      log.error(
        { err: error, payment: id, brand, provider, order, pause },
        `a payment could not be ${payment.state === "pending" ? "settled" : "told or given back"}`,
      );
      const text = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
      await postponePayment(store.db, payment, { next: later(pause), now: later(0), error: text });
    }
  };

  const settle = async (payment: LeasedPayment): Promise<void> => {
    const { id, brand, provider, order_number: order } = payment;
    // Never begun at the provider: nobody can have paid it.
    const end =
      payment.provider_token === null
        ? ({ state: "cancelled", status: "NOT_BEGUN", response_code: null, receipt: null } as const)
        : await endOfPayment(requiredProvider(payment), payment, {
            now: clock(),
            isWanted: await isWanted(payment),
            beginConfirm: () => store.transaction((db) => beginConfirm(db, payment, clock().toISOString())),
          });
    if (end.state === "again") {
      const untilOver = Date.parse(payment.expires_at) - clock().getTime();
      // Nobody has come back: there is nothing to ask before they cannot any more.
      const pause = payment.returned === null && untilOver > 0 ? untilOver : lookAgainMs;
      await postponePayment(store.db, payment, { next: later(pause), now: later(0) });
    } else if (end.state === "differs") {
      log.error({ payment: id, brand, provider, order, differs: end.differs }, "a payment differs");
      await postponePayment(store.db, payment, { next: null, now: later(0), differs: end.differs });
    } else {
      const isFirst = await settlePayment(store.db, id, end, clock().toISOString());
      const { state, status } = end;
      if (isFirst) log.info({ payment: id, brand, provider, order, state, status }, "a payment is settled");
      const now = await findPayment(store.db, id);
      if (now) await tell(now);
    }
  };

  const refund = async (payment: LeasedPayment): Promise<void> => {
    const { id, brand, provider, order_number: order } = payment;
    await giveBack(requiredProvider(payment), payment, store.db, clock().toISOString());
    log.info({ payment: id, brand, provider, order }, "a payment was given back");
  };

  /** Whoever is told again does nothing twice. */
  const tell = async (payment: Payment): Promise<void> => {
    const { state } = payment;
    if (state === "pending") return;
    const wait = await findWait(store.db, payment.wait);
    if (wait) {
      const type = await eventTypeOf(parts, wait);
      const { timeZone } = (await requiredRevision(definitions, wait)).public.brand;
      const { outcome, payload } = eventOf({ ...payment, state }, type, timeZone);
      const key = eventKey(["payment", payment.id]);
      await waits.bring(wait, { source: "provider", outcome, key, payload: JSON.stringify(payload) });
    }
    await tellPayment(store.db, payment.id, clock().toISOString());
  };

  const underWay = new Map<string, Promise<void>>();
  const see = async (payment: LeasedPayment): Promise<void> => {
    const work = carryOut(payment).finally(() => underWay.delete(payment.id));
    underWay.set(payment.id, work);
    await work;
  };

  const work = startLeasedWork({
    atOnce,
    lease: (limit) => leasePayments(store.db, { ...leaseNow(), limit }),
    untilNext: async () => {
      const next = await nextPaymentAt(store.db);
      return next && next.getTime() - clock().getTime();
    },
    carryOut: see,
    lost: (payment, error) => log.error({ err: error, payment: payment.id }, "a payment was not recorded"),
    what: "payments",
    log,
  });

  return {
    wake: work.wake,
    stop: async () => {
      await work.stop();
      // Whoever came back may have gone on without waiting for it.
      await Promise.all(underWay.values());
    },
    begin: async (wait, { clientIp, provider: name, amount, ...given }) => {
      const provider = requiredProvider({ brand: given.brand, provider: name });
      const units = smallestUnits(amount, given.currency);
      if (units === undefined) throw new RangeError("an amount that cannot be paid");
      const known = await pendingPaymentOf(store.db, wait.id);
      const isSame = known?.amount === units && known.currency === given.currency && known.provider === name;
      if (known && isSame && known.provider_token !== null && known.expires_at > later(60_000)) return known;
      if (known && !(await replacePayment(store.db, known.id, clock().toISOString())))
        throw new PaymentUnderWay("its payment is being settled");
      const token = newToken();
      const payment = await addPayment(
        store.db,
        {
          ...given,
          provider: name,
          amount: units,
          run: wait.run,
          wait: wait.id,
          token_hash: paymentTokenHash(token),
          address: `${new URL(wait.address).origin}/api/payments/${token}`,
          expires_at: later(provider.minutes * 60_000),
        },
        clock().toISOString(),
      );
      const { token: own, url } = await provider.begin(payment, {
        returnUrl: returnUrlOf(payment),
        clientIp,
      });
      const opened = { provider_token: own, provider_token_hash: paymentTokenHash(own), provider_url: url };
      await openPayment(store.db, payment.id, opened);
      return { ...payment, ...opened };
    },
    handOver: async (payment) => {
      const canBePaid =
        payment.state === "pending" &&
        payment.returned === null &&
        payment.expires_at > clock().toISOString() &&
        (await isWanted(payment));
      if (!canBePaid) return undefined;
      return requiredProvider(payment).handOver(payment, { returnUrl: returnUrlOf(payment) });
    },
    takeReturn: async (payment, received) => {
      if (payment.state === "pending") {
        const { returned, proof } = requiredProvider(payment).readReturn(payment, received);
        const kept = { returned, proof: proof === undefined ? null : JSON.stringify(proof) };
        await store.transaction((db) => noteReturn(db, payment.id, kept, clock().toISOString()));
      }
      // Where the provider is slow the person sees the page that waits.
      const ending = seeThrough({
        lease: () => leasePayment(store.db, payment.id, leaseNow()),
        carryOut: see,
        underWay: () => underWay.get(payment.id),
        isLeased: async () => isLeased(await findPayment(store.db, payment.id), clock()),
      });
      const enough = new AbortController();
      const waited = pass(answerWithin, undefined, { ref: false, signal: enough.signal }).catch(() => {});
      await Promise.race([ending, waited]).finally(() => enough.abort());
    },
  };
}
