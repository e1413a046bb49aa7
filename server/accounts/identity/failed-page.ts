/** The page that says why nobody was signed in, with the ways on: again, or by a password that is mailed. */
import { identityAddresses, plainWords, type Revision } from "../../../schemas/engine/serve.ts";
import { escapeHtml } from "../../pages/html.ts";
import { nonce } from "../../pages/nonce.ts";
import { plainPage } from "../../pages/plain-page.ts";
import type { IdentityRefusal } from "./provider.ts";

const statuses: Record<IdentityRefusal, number> = {
  down: 503,
  untrusted: 502,
  stale: 400,
  denied: 403,
  unnamed: 403,
};

export function failedPage(
  refusal: IdentityRefusal,
  { public: { brand } }: Revision,
): { html: string; policy: string; status: number } {
  const { words, locale, site } = brand;
  const word = (name: string): string => escapeHtml(plainWords(words[`signIn.provider.${name}`] ?? []));
  const once = nonce();
  const html = plainPage({
    lang: locale,
    title: word("title"),
    nonce: once,
    below: `<p>${word(refusal)}</p>
<p><a href="${identityAddresses.begin}">${word("again")}</a><a href="${escapeHtml(site.signIn!.to)}">${word("password")}</a></p>`,
  });
  const policy = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; style-src 'nonce-${once}'`;
  return { html, policy, status: statuses[refusal] };
}
