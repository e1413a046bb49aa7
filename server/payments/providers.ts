/** The providers of an installation, by brand: one line each. */
import { niubizFor, webpayFor, type PaymentsConfig } from "../config/payments.ts";
import type { Payment } from "../store/payments.ts";
import { niubiz } from "./niubiz.ts";
import type { PaymentProvider } from "./provider.ts";
import { webpay } from "./webpay.ts";

export type ProviderOf = (brand: string, provider: Payment["provider"]) => PaymentProvider | undefined;

const make: Record<
  Payment["provider"],
  (config: PaymentsConfig, brand: string) => PaymentProvider | undefined
> = {
  webpay: (config, brand) => {
    const settings = webpayFor(config, brand);
    return settings && webpay(settings);
  },
  niubiz: (config, brand) => {
    const settings = niubizFor(config, brand);
    return settings && niubiz(settings);
  },
};

export const providersOf =
  (config: PaymentsConfig): ProviderOf =>
  (brand, provider) =>
    make[provider](config, brand);

/** Which of a brand's facts takes a currency; undefined where it takes none. */
export function providerFor(
  facts: Record<string, unknown>,
  currency: string,
): Payment["provider"] | undefined {
  const { paymentProviders } = facts;
  if (typeof paymentProviders !== "object" || paymentProviders === null) return undefined;
  const name = Object.hasOwn(paymentProviders, currency)
    ? (paymentProviders as Record<string, unknown>)[currency]
    : undefined;
  return typeof name === "string" && Object.hasOwn(make, name) ? (name as Payment["provider"]) : undefined;
}

/** The currency of a brand that takes one alone. */
export function onlyCurrency({ paymentProviders }: Record<string, unknown>): string | undefined {
  if (typeof paymentProviders !== "object" || paymentProviders === null) return undefined;
  const [currency, ...others] = Object.keys(paymentProviders);
  return others.length === 0 ? currency : undefined;
}
