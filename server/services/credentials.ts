/** The headers by which a call shows for whom it is made, and that a person asks. */
import type { CompiledCall } from "../../schemas/engine/all.ts";

const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

const isToken = (value: unknown): value is string => typeof value === "string" && tokenPattern.test(value);

/**
 * The headers by name in lower case; undefined where the call needs a token and `token` is none, or where what came as a
 * captcha cannot be one.
 */
export function credentialsOf(
  { authorization, captcha }: CompiledCall,
  token: unknown,
  proof: string | undefined,
): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  if (authorization) {
    if (!isToken(token)) return undefined;
    headers["authorization"] = authorization.scheme === "bearer" ? `Bearer ${token}` : token;
  }
  // Whether a person had to prove it was decided where the request came in; whoever is called decides for itself.
  if (captcha && proof !== undefined) {
    if (!isToken(proof)) return undefined;
    headers["x-recaptcha-authorization"] = `reCAPTCHA ${proof}`;
  }
  return headers;
}
