/** The page that takes a person to where they pay: a form that sends itself, or the provider's checkout. */
import { nonce } from "../pages/nonce.ts";
import { escapeHtml, escapeJson } from "../pages/html.ts";
import { plainPage } from "../pages/plain-page.ts";
import type { HandOver } from "./provider.ts";

export interface HandOverWords {
  title: string;
  body: string;
  button: string;
}

/** Nothing but what the provider needs: its script where it has one, and its page as the only place a form goes to. */
export function handOverPage(
  hand: HandOver,
  words: HandOverWords,
  lang: string,
): { html: string; policy: string } {
  const once = nonce();
  const { parts, script, head } = hand.kind === "form" ? formOf(hand) : checkoutOf(hand, once);
  const html = plainPage({
    lang,
    title: escapeHtml(words.title),
    nonce: once,
    head,
    below: `<p>${escapeHtml(words.body)}</p>
${parts.replace("{button}", `<button type="submit">${escapeHtml(words.button)}</button>`)}`,
    script: `<script nonce="${once}">${script}</script>\n`,
  });
  return { html, policy: policyOf(hand, once) };
}

function formOf({ action, fields }: HandOver & { kind: "form" }) {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const parts = `<form id="pay" method="post" action="${escapeHtml(action)}">${hidden.join("")}{button}</form>`;
  return { parts, script: 'document.getElementById("pay").submit();', head: "" };
}

/** Pressed again, it opens again: whoever closes the provider's form has not left. */
function checkoutOf({ script, settings }: HandOver & { kind: "checkout" }, once: string) {
  return {
    parts: '<form id="pay" action="#">{button}</form>',
    head: `<script nonce="${once}" src="${escapeHtml(script)}"></script>\n`,
    script: `const settings=${escapeJson(settings)};
const open=()=>{VisanetCheckout.configure(settings);VisanetCheckout.open();};
document.getElementById("pay").addEventListener("submit",(event)=>{event.preventDefault();open();});
open();`,
  };
}

function policyOf(hand: HandOver, once: string): string {
  const common = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
  const origin = new URL(hand.kind === "form" ? hand.action : hand.script).origin;
  if (hand.kind === "form")
    return `${common}; form-action ${origin}; script-src 'nonce-${once}'; style-src 'nonce-${once}'`;
  // Their form is a frame of theirs, which their script draws over the page.
  const theirs = `${origin} ${siblingsOf(origin)}`.trim();
  return [
    common,
    `form-action 'self' ${theirs}`,
    `script-src 'nonce-${once}' ${theirs}`,
    `style-src 'nonce-${once}' ${theirs}`,
    "style-src-attr 'unsafe-inline'",
    `frame-src ${theirs}`,
    `connect-src ${theirs}`,
    `img-src ${theirs} data:`,
  ].join("; ");
}

/** The other hosts of a provider whose script comes from one of its own; none of a machine without a name. */
function siblingsOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  const [, domain] = /^[a-z0-9-]+\.([a-z0-9-]+\.[a-z]{2,})$/.exec(hostname) ?? [];
  return protocol === "https:" && domain !== undefined ? `https://*.${domain}` : "";
}
