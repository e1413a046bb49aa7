/** What keeps robots out, and who may read the metrics. */
import type { Settings } from "./settings.ts";

export interface CaptchaConfig {
  provider: "recaptcha" | "turnstile";
  /** Public: the page shows it to the provider. */
  siteKey: string;
  secret: string;
  /** Where tokens are verified. */
  verifyUrl: string;
  /** The provider's script. */
  scriptUrl: string;
}

export interface ProtectionConfig {
  /** Left out: no page asks for a captcha. */
  captcha?: CaptchaConfig;
  /** What a reader of `/metrics` says; without it only this machine reads them. */
  metricsKey?: string;
  /** What the limits on requests of one address are multiplied by. */
  limitFactor: number;
}

const providers = {
  recaptcha: {
    verifyUrl: "https://www.google.com/recaptcha/api/siteverify",
    scriptUrl: "https://www.google.com/recaptcha/api.js",
  },
  turnstile: {
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    scriptUrl: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  },
};

function captchaOf(settings: Settings): CaptchaConfig | undefined {
  const provider = settings.word("CAPTCHA", ["off", "recaptcha", "turnstile"]);
  if (provider === "off") return undefined;
  const needed = (name: string): string => {
    const value = settings.get(name);
    if (value === undefined) settings.refuse(name, "falta para CAPTCHA", "is missing for CAPTCHA");
    return value ?? "";
  };
  const url = (name: string, otherwise: string): string =>
    settings.url(name, ["http:", "https:"])?.href ?? otherwise;
  return {
    provider,
    siteKey: needed("CAPTCHA_SITE_KEY"),
    secret: needed("CAPTCHA_SECRET"),
    verifyUrl: url("CAPTCHA_VERIFY_URL", providers[provider].verifyUrl),
    scriptUrl: url("CAPTCHA_SCRIPT_URL", providers[provider].scriptUrl),
  };
}

const isFactor = (text: string): boolean =>
  /^\d{1,7}(\.\d{1,4})?$/.test(text) && Number(text) > 0 && Number(text) <= 1_000_000;

const limitFactorOf = (settings: Settings): number =>
  Number(
    settings.text(
      "LIMIT_FACTOR",
      isFactor,
      "debe ser un número mayor que 0, hasta 1000000",
      "must be a number above 0, up to 1000000",
    ) ?? 1,
  );

export function readProtection(settings: Settings): ProtectionConfig {
  const captcha = captchaOf(settings);
  const metricsKey = settings.key("METRICS_KEY");
  return {
    ...(captcha ? { captcha } : {}),
    ...(metricsKey === undefined ? {} : { metricsKey }),
    limitFactor: limitFactorOf(settings),
  };
}
