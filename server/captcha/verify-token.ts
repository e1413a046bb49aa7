/** Asks the captcha's provider whether a token is good: reCAPTCHA (v3) or Turnstile, which answer alike. */
import type { CaptchaConfig } from "../config/protection.ts";

/**
 * `refused`: the provider, or what it says of the token, is against it. `unanswered`: it said nothing that can be
 * relied on. `misconfigured`: it does not know us.
 */
export type Verdict = "passed" | "refused" | "unanswered" | "misconfigured";

export interface CaptchaQuestion {
  token: string;
  /** What the page said that the token is for. */
  action: string;
  /** The host that the form was on, without port. */
  host: string;
  address: string;
}

/** Milliseconds: somebody waits. */
const timeoutMs = 3_000;
/** Bytes. */
const maxResponseBytes = 16 * 1024;
/** Of reCAPTCHA, from 0 (a program) to 1. */
const leastScore = 0.5;

const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

/**
 * What a flow is called where its page asks for a token: reCAPTCHA takes letters, digits and underscores, and Turnstile
 * 32 of them.
 */
export const captchaAction = (flow: string): string => flow.replaceAll("-", "_").slice(0, 32);

/** Whether a text can be a token at all. */
export const isToken = (text: unknown): text is string => typeof text === "string" && tokenPattern.test(text);

const configurationErrors = new Set([
  "missing-input-secret",
  "invalid-input-secret",
  "sitekey-secret-mismatch",
  "bad-request",
]);

function judge(answer: unknown, provider: CaptchaConfig["provider"], asked: CaptchaQuestion): Verdict {
  if (typeof answer !== "object" || answer === null) return "unanswered";
  const { success, hostname, action, score, "error-codes": codes } = answer as Record<string, unknown>;
  const errors: unknown[] = Array.isArray(codes) ? codes : [];
  if (success === false) {
    if (errors.some((code) => configurationErrors.has(String(code)))) return "misconfigured";
    return errors.includes("internal-error") ? "unanswered" : "refused";
  }
  if (success !== true) return "unanswered";
  // A token that was got on another page, or for something else, is good for nothing here.
  if (typeof hostname !== "string" || hostname.toLowerCase() !== asked.host) return "refused";
  if (action !== asked.action) return "refused";
  if (provider === "recaptcha" && !(typeof score === "number" && score >= leastScore)) return "refused";
  return "passed";
}

/** Verifies one token. Never throws for what the provider does or fails to do. A token is good once. */
export async function verifyToken(
  { provider, secret, verifyUrl }: CaptchaConfig,
  asked: CaptchaQuestion,
): Promise<Verdict> {
  if (!isToken(asked.token)) return "refused";
  try {
    const { request } = await import("undici");
    const answer = await request(verifyUrl, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({ secret, response: asked.token, remoteip: asked.address }).toString(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    let text = "";
    for await (const chunk of answer.body.setEncoding("utf8")) {
      text += chunk as string;
      if (text.length > maxResponseBytes) return "unanswered";
    }
    if (answer.statusCode !== 200) return "unanswered";
    return judge(JSON.parse(text), provider, asked);
  } catch {
    return "unanswered";
  }
}
