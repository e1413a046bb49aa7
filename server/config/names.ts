/** The names of all settings, so that a misspelt one is told: it would quietly do nothing. */
import { identitySettings } from "./identity.ts";
import { paymentSettings } from "./payments.ts";
import type { Env } from "./settings.ts";

export const settingNames = [
  "NODE_ENV",
  "HOST",
  "PORT",
  "DATA_DIR",
  "DEFINITIONS_DIR",
  "DEFINITIONS_WATCH",
  "OFFLINE_PAGE",
  "REFERENCE_DIR",
  "SMTP_URL",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DRAIN_SECONDS",
  "SERVICES_PORT",
  "SERVICES_KEY",
  "EMBEDDED_SERVICES",
  "DATABASE_URL",
  "DATABASE_WAIT",
  "DATA_KEY",
  "EVIDENCE_HEADS",
  "UPLOADS",
  "UPLOADS_FREE",
  "CLAMD",
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "CAPTCHA",
  "CAPTCHA_SITE_KEY",
  "CAPTCHA_SECRET",
  "CAPTCHA_VERIFY_URL",
  "CAPTCHA_SCRIPT_URL",
  "LIMIT_FACTOR",
  "METRICS_KEY",
  "MAPS_KEY",
  "MAPS_SCRIPT_URL",
  "TAG_CONTAINER",
  "TAG_SCRIPT_URL",
  "CHAT_URL",
  "SOCIAL_URL",
  "PAYMENTS_PORT",
  ...paymentSettings,
  ...identitySettings,
  "MEDIA_DIR",
  "MEDIA_URL",
  "CONTENT",
  "CONTENT_REFRESH",
  "CONTENTFUL_URL",
  "CONTENTFUL_LOCALE",
  "CONTENTFUL_SPACE",
  "CONTENTFUL_ENVIRONMENT",
  "CONTENTFUL_TOKEN",
  "CONTENTFUL_PREVIEW_URL",
  "CONTENTFUL_PREVIEW_TOKEN",
] as const;

/** Settings whose name goes on with a service or a brand: they are judged where they are read. */
const families = [
  "UPSTREAM_",
  "TOKEN_",
  "TAG_CONTAINER_",
  "CHAT_URL_",
  "SOCIAL_URL_",
  "CONTENTFUL_SPACE_",
  "CONTENTFUL_ENVIRONMENT_",
  "CONTENTFUL_TOKEN_",
  "CONTENTFUL_PREVIEW_TOKEN_",
  ...identitySettings.map((name) => `${name}_`),
  ...paymentSettings.map((name) => `${name}_`),
];

/** Beginnings that nobody else's settings have. */
const prefixes = [
  "CAPTCHA_",
  "CONTENTFUL_",
  "NIUBIZ_",
  "OIDC_",
  "WEBPAY_",
  "UPSTREAM",
  "UPLOADS_",
  "TAG_CONTAINER",
  "SERVICES_",
  "EMBEDDED_",
  "LIMIT_",
];

/** How many letters have to be put in, left out, exchanged or swapped with the next. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

export interface UnknownSetting {
  name: string;
  /** The setting that is nearest to it, where one is near. */
  meant?: string;
  /** Whether that one is left out: then this is most likely it. */
  isMissing: boolean;
}

/** Settings that there are not, and that look like ours. */
export function unknownSettings(env: Env): UnknownSetting[] {
  const known = new Set<string>(settingNames);
  const isGiven = (name: string): boolean => (env[name]?.trim() ?? "") !== "";
  const others = Object.keys(env)
    .filter((name) => isGiven(name) && !known.has(name) && !families.some((one) => name.startsWith(one)))
    .toSorted();
  return others.flatMap((name): UnknownSetting[] => {
    const near = settingNames
      .filter((setting) => Math.abs(setting.length - name.length) <= 2)
      .map((setting) => ({ setting, away: distance(name.toUpperCase(), setting) }))
      .filter(({ setting, away }) => away <= (setting.length < 8 ? 1 : 2))
      .toSorted((a, b) => a.away - b.away)[0]?.setting;
    if (near !== undefined) return [{ name, meant: near, isMissing: !isGiven(near) }];
    return prefixes.some((prefix) => name.startsWith(prefix)) ? [{ name, isMissing: false }] : [];
  });
}

/** What is told of one that is passed over. */
export const misspeltText = ({ name, meant }: UnknownSetting): string =>
  meant === undefined
    ? `${name}: no hay tal configuración / there is no such setting`
    : `${name}: ¿${meant}? / ${meant}?`;
