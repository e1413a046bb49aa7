/** Where payments are taken, and by what each brand is known there. */
import { portOf } from "./network.ts";
import type { Settings } from "./settings.ts";

export interface PaymentsConfig {
  payments: {
    /** Of the stand-ins of both providers, in development. */
    port: number | "off";
    /** Settings by name, with the brand's code behind it where it is of one alone. */
    given: Record<string, string>;
    /** Where the stand-ins answer, once they do. */
    standIn?: string;
  };
}

/** Each may be of one brand, with its code behind. */
export const paymentSettings = [
  "WEBPAY_URL",
  "WEBPAY_CODE",
  "WEBPAY_KEY",
  "NIUBIZ_URL",
  "NIUBIZ_SCRIPT_URL",
  "NIUBIZ_USER",
  "NIUBIZ_PASSWORD",
  "NIUBIZ_MERCHANT_USD",
  "NIUBIZ_MERCHANT_PEN",
] as const;
type Name = (typeof paymentSettings)[number];

const isUrl = (name: string): boolean => name.includes("_URL");

export function readPayments(settings: Settings): PaymentsConfig {
  // Who starts several servers on one machine says so by the services' port.
  const services = settings.get("SERVICES_PORT");
  const port =
    settings.get("PAYMENTS_PORT") === undefined && services === "off"
      ? "off"
      : portOf(settings, "PAYMENTS_PORT", services === "0" ? 0 : 3002, "off");
  const given: Record<string, string> = {};
  for (const name of ["WEBPAY_", "NIUBIZ_"].flatMap((prefix) => settings.names(prefix))) {
    const known = paymentSettings.find((one) => name === one || new RegExp(`^${one}_[A-Z0-9]+$`).test(name));
    if (!known) {
      settings.refuse(name, "no hay tal configuración de pagos", "there is no such setting of payments");
      continue;
    }
    const value = settings.get(name)!;
    if (isUrl(known)) {
      // That of a script is its own address.
      const url = name.includes("SCRIPT")
        ? settings.url(name, ["http:", "https:"])?.href
        : settings.baseUrl(name);
      if (url !== undefined) given[name] = url;
    } else if (/^[\x21-\x7e]{1,200}$/.test(value)) given[name] = value;
    else
      settings.refuse(
        name,
        "debe tener de 1 a 200 caracteres ASCII sin espacios",
        "must have 1 to 200 ASCII characters without spaces",
      );
  }
  return { payments: { port, given } };
}

const urls = {
  webpay: "https://webpay3g.transbank.cl/",
  niubiz: "https://apiprod.vnforapps.com/",
  checkout: "https://static-content.vnforapps.com/v2/js/checkout.js",
};

function settingOf({ payments: { given } }: PaymentsConfig, brand: string, name: Name): string | undefined {
  return given[`${name}_${brand.toUpperCase()}`] ?? given[name];
}

/** Undefined where nothing is known to pay by: no credentials, and no stand-in. */
export function webpayFor(
  config: PaymentsConfig,
  brand: string,
): { url: string; code: string; key: string } | undefined {
  const { standIn } = config.payments;
  const code = settingOf(config, brand, "WEBPAY_CODE");
  const key = settingOf(config, brand, "WEBPAY_KEY");
  if (code !== undefined && key !== undefined)
    return { url: settingOf(config, brand, "WEBPAY_URL") ?? urls.webpay, code, key };
  return standIn === undefined ? undefined : { url: standIn, code: "stand-in", key: "stand-in" };
}

export function niubizFor(
  config: PaymentsConfig,
  brand: string,
):
  | { url: string; scriptUrl: string; user: string; password: string; merchants: Record<string, string> }
  | undefined {
  const { standIn } = config.payments;
  const read = (name: Name): string | undefined => settingOf(config, brand, name);
  const [user, password] = [read("NIUBIZ_USER"), read("NIUBIZ_PASSWORD")];
  const [dollars, soles] = [read("NIUBIZ_MERCHANT_USD"), read("NIUBIZ_MERCHANT_PEN")];
  if (user !== undefined && password !== undefined && (dollars ?? soles) !== undefined) {
    const merchants = {
      ...(dollars === undefined ? {} : { USD: dollars }),
      ...(soles === undefined ? {} : { PEN: soles }),
    };
    const url = read("NIUBIZ_URL") ?? urls.niubiz;
    return { url, scriptUrl: read("NIUBIZ_SCRIPT_URL") ?? urls.checkout, user, password, merchants };
  }
  if (standIn === undefined) return undefined;
  const scriptUrl = new URL("checkout.js", standIn).href;
  const merchants = { USD: "stand-in-usd", PEN: "stand-in-pen" };
  return { url: standIn, scriptUrl, user: "stand-in", password: "stand-in", merchants };
}

/** The same, with where a server of this machine has the stand-ins: for commands beside it. In production there are none. */
export function withStandIns<C extends PaymentsConfig & { mode: "development" | "production" }>(
  config: C,
): C {
  const { mode, payments } = config;
  if (mode === "production" || typeof payments.port !== "number" || payments.port === 0) return config;
  return { ...config, payments: { ...payments, standIn: `http://localhost:${payments.port}/` } };
}

/** Whether some brand pays by what only a stand-in answers. */
export const needsStandIns = (config: PaymentsConfig, brands: string[]): boolean =>
  brands.some((brand) => !webpayFor(config, brand) || !niubizFor(config, brand));
