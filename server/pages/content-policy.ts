import type { FastifyReply } from "fastify";
import type { Page } from "../../schemas/engine/serve.ts";
import type { MapsConfig } from "../config/maps.ts";
import type { CaptchaConfig } from "../config/protection.ts";
import type { TagsConfig } from "../config/tags.ts";

/** Sources beyond the strict policy, by what they are for; e.g. what Vite needs in development. */
export interface PolicyExtras {
  scripts?: string[];
  connections?: string[];
  frames?: string[];
  images?: string[];
  styles?: string[];
  fonts?: string[];
  workers?: string[];
}

/** What a page may need beyond itself. One set each: a page gets those that it has a use for, and no other page does. */
const policySets = ["captcha", "maps", "tags"] as const;
export type PolicySet = (typeof policySets)[number];

/** What each set lets in, of this installation's providers. */
export type Policies = Partial<Record<PolicySet, PolicyExtras>>;

type Sources = Required<Pick<PolicyExtras, "scripts" | "connections" | "frames">>;

const captchaSources: Record<CaptchaConfig["provider"], Sources> = {
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

const google = ["https://*.googleapis.com", "https://*.gstatic.com"];

/** What Google's map loads, as far as it can be drawn without `eval`. */
const mapSources: PolicyExtras = {
  // No `*`: among the other hosts are some that give out whatever anybody uploads.
  scripts: ["https://maps.googleapis.com", "https://maps.gstatic.com"],
  connections: [...google, "https://*.google.com"],
  images: [...google, "https://*.google.com", "https://*.googleusercontent.com"],
  styles: ["https://fonts.googleapis.com"],
  fonts: ["https://fonts.gstatic.com"],
  workers: ["blob:"],
};

/** A script from an address of its own brings that origin along. */
function mapsPolicy({ scriptUrl }: MapsConfig): PolicyExtras {
  const { origin } = new URL(scriptUrl);
  if (mapSources.scripts?.includes(origin)) return mapSources;
  const own = (kind: keyof PolicyExtras): string[] => [...(mapSources[kind] ?? []), origin];
  return { ...mapSources, scripts: own("scripts"), connections: own("connections"), images: own("images") };
}

const measuring = ["https://*.googletagmanager.com", "https://*.google-analytics.com"];

/**
 * Where what Google's container measures goes; a script from an address of its own brings that origin along. No host of
 * scripts is named: anybody's container comes from there. The brand's is let in by the answer's nonce, and hands it on.
 */
function tagsPolicy({ scriptUrl }: TagsConfig): PolicyExtras {
  const { origin } = new URL(scriptUrl);
  const own = origin.endsWith(".googletagmanager.com") ? [] : [origin];
  return {
    connections: [...measuring, "https://*.analytics.google.com", ...own],
    images: [...measuring, ...own],
  };
}

/**
 * A page with what of others its document lets in: sets by name, and the origins of frames, which show nothing until
 * somebody allows it. The policy is made of it, and the browser compares it.
 */
export function withLets(page: Page): Page {
  const { chat, social, screen } = page;
  const lets = [
    ...policySets.filter((set) => page[set] !== undefined),
    ...[chat, social].flatMap((frame) => (frame ? [new URL(frame.url).origin] : [])),
    ...screen.blocks.flatMap(({ sites }) => (Array.isArray(sites) ? (sites as string[]) : [])),
  ];
  return lets.length === 0 ? page : { ...page, lets: [...new Set(lets)] };
}

/** What a page with this list may load beyond itself. */
export const letIn = (policies: Policies, { lets = [] }: Pick<Page, "lets">): PolicyExtras[] => {
  const isSet = (one: string): one is PolicySet => (policySets as readonly string[]).includes(one);
  const sets = lets.filter(isSet).flatMap((set) => policies[set] ?? []);
  return [...sets, { frames: lets.filter((one) => !isSet(one)) }];
};

/** The sets of an installation. */
export const policiesOf = ({
  captcha,
  maps,
  tags,
}: {
  captcha?: CaptchaConfig;
  maps?: MapsConfig;
  tags?: TagsConfig;
}): Policies => ({
  ...captchaPolicy(captcha),
  ...(maps ? { maps: mapsPolicy(maps) } : {}),
  ...(tags ? { tags: tagsPolicy(tags) } : {}),
});

/** A script from an address of its own brings that origin along. */
function captchaPolicy(captcha: CaptchaConfig | undefined): Policies {
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
 * The content security policy of a page. Scripts come from here alone; style elements carry the answer's nonce; only style
 * attributes are free, because elements are drawn with them on the server. Extras come on top: of a build, the hash of the
 * one script that stands in a page.
 */
export function contentPolicy(nonce: string, ...extras: (PolicyExtras | undefined)[]): string {
  const all = (kind: keyof PolicyExtras): string[] => [
    ...new Set(extras.flatMap((extra) => extra?.[kind] ?? [])),
  ];
  return [
    "default-src 'none'",
    ...line("script-src", "'self'", ...all("scripts")),
    ...line("style-src", "'self'", `'nonce-${nonce}'`, ...all("styles")),
    "style-src-attr 'unsafe-inline'",
    ...line("img-src", "'self'", "data:", ...all("images")),
    // Of what is filmed, only what this site has.
    "media-src 'self'",
    ...line("font-src", "'self'", ...all("fonts")),
    ...line("connect-src", "'self'", ...all("connections")),
    "manifest-src 'self'",
    ...line("frame-src", ...all("frames")),
    ...line("worker-src", "'self'", ...all("workers")),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * The headers of every page, beside those of every answer. Of an address with a secret, nobody is told where a request
 * comes from but the site itself, our own next page included: what measures there reads it.
 */
export function secure(reply: FastifyReply, policy: string, hasSecret = false): void {
  reply
    .header("content-security-policy", policy)
    .header("referrer-policy", hasSecret ? "strict-origin" : "strict-origin-when-cross-origin")
    .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
}
