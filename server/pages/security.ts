import type { FastifyReply } from "fastify";
import type { CaptchaConfig } from "../config/protection.ts";

/** Sources beyond the strict policy, by what they are for; e.g. what Vite needs in development. */
export interface PolicyExtras {
  scripts?: string[];
  connections?: string[];
  frames?: string[];
  images?: string[];
}

/** What a page may need beyond itself. One set each: a page gets those that it has a use for, and no other page does. */
export type PolicySet = "captcha";

/** What each set lets in, of this installation's providers. */
export type Policies = Partial<Record<PolicySet, PolicyExtras>>;

const captchaSources: Record<CaptchaConfig["provider"], Required<Omit<PolicyExtras, "images">>> = {
  recaptcha: {
    scripts: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
    frames: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
    connections: ["https://www.google.com/recaptcha/"],
  },
  turnstile: {
    scripts: ["https://challenges.cloudflare.com"],
    frames: ["https://challenges.cloudflare.com"],
    connections: ["https://challenges.cloudflare.com"],
  },
};

/** The sets of an installation. A script from an address of its own brings that origin along. */
export function policiesOf({ captcha }: { captcha?: CaptchaConfig }): Policies {
  if (!captcha) return {};
  const { scripts, frames, connections } = captchaSources[captcha.provider];
  const { origin } = new URL(captcha.scriptUrl);
  const withOrigin = (sources: string[]): string[] =>
    sources.some((source) => source.startsWith(origin)) ? sources : [...sources, origin];
  return {
    captcha: {
      scripts: withOrigin(scripts),
      frames: withOrigin(frames),
      connections: withOrigin(connections),
    },
  };
}

const line = (name: string, ...sources: string[]): string[] =>
  sources.length === 0 ? [] : [`${name} ${sources.join(" ")}`];

/**
 * The content security policy of a page. Scripts come from here alone, and none stands in a page; style elements carry
 * the answer's nonce; only style attributes are free, because elements are drawn with them on the server. Extras come
 * on top.
 */
export function contentPolicy(nonce: string, ...extras: (PolicyExtras | undefined)[]): string {
  const all = (kind: keyof PolicyExtras): string[] => [
    ...new Set(extras.flatMap((extra) => extra?.[kind] ?? [])),
  ];
  return [
    "default-src 'none'",
    ...line("script-src", "'self'", ...all("scripts")),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ...line("img-src", "'self'", "data:", ...all("images")),
    "font-src 'self'",
    ...line("connect-src", "'self'", ...all("connections")),
    ...line("frame-src", ...all("frames")),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** The headers of every page, beside those of every answer. */
export function secure(reply: FastifyReply, policy: string): void {
  reply
    .header("content-security-policy", policy)
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
}
