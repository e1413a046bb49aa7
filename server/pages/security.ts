import type { FastifyReply } from "fastify";

/** Sources beyond the strict policy, e.g. what Vite needs in development. */
export interface PolicyExtras {
  scripts: string[];
  connections: string[];
}

const none: PolicyExtras = { scripts: [], connections: [] };

/**
 * The content security policy of a page. Scripts come from here alone, and none stands in a page; style elements carry
 * the answer's nonce; only style attributes are free, because elements are drawn with them on the server.
 */
export function contentPolicy(nonce: string, { scripts, connections }: PolicyExtras = none): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** The headers of every page. */
export function secure(reply: FastifyReply, policy: string): void {
  reply
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
    .header("cross-origin-opener-policy", "same-origin");
}
