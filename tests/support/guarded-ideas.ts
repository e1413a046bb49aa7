/** Flows with a captcha, its provider and the service that they call, for the files of tests that try them. */
import { afterAll, beforeEach } from "vitest";
import { contactAnd } from "./contact-alone.ts";
import { captchaFiles } from "./captcha-definitions.ts";
import { captchaScripts } from "./captcha-scripts.ts";
import type { ServerOptions } from "./server.ts";
import { startStandIn, type Behaviour, type StandIn } from "./stand-in.ts";

/** Where the provider says whether a token is a person's. */
export const verify = "POST /siteverify";

export interface GuardedIdeas {
  provider: StandIn;
  ideas: StandIn;
  /** What the provider says of a token that it gave to a page of the host. */
  verified(more?: object): Behaviour;
  /** A server's settings, with definition files beside those of the flows. */
  guarded(name: "recaptcha" | "turnstile", files?: Record<string, string>): ServerOptions;
  /** The tokens that the provider was asked about. */
  tokens(): (string | null)[];
  /** What the service was sent. */
  taken(): unknown[];
}

/** To be called at the top of a test file; all is as at the beginning before each test. */
export async function startGuardedIdeas(hostname: string): Promise<GuardedIdeas> {
  const [provider, ideas] = await Promise.all([startStandIn(captchaScripts), startStandIn({})]);
  afterAll(() => Promise.all([provider.stop(), ideas.stop()]));
  const verified = (more: object = {}): Behaviour => ({
    body: { success: true, hostname, score: 0.9, ...more },
  });
  beforeEach(() => {
    provider.forget();
    ideas.forget();
    provider.set(verify, verified({ action: "idea_refuse" }));
    ideas.set("POST /ideas", { body: {} });
  });
  return {
    provider,
    ideas,
    verified,
    guarded: (name, files = {}) => ({
      files: contactAnd({ ...captchaFiles("SI"), ...files }),
      env: {
        CAPTCHA: name,
        CAPTCHA_SITE_KEY: "site-key",
        CAPTCHA_SECRET: "secret",
        CAPTCHA_SCRIPT_URL: `${provider.url}/${name}/api.js`,
        CAPTCHA_VERIFY_URL: `${provider.url}/siteverify`,
        UPSTREAM_IDEAS: `${ideas.url}/`,
      },
    }),
    tokens: () =>
      provider.requests
        .filter(({ method, path }) => `${method} ${path}` === verify)
        .map(({ body }) => new URLSearchParams(String(body)).get("response")),
    taken: () => ideas.requests.map(({ body }) => body),
  };
}
