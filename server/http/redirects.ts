/**
 * Where a redirect that somebody else has a say in may lead: to a place on this site, or to one of the origins that are
 * the brand's. Gives the address as it is to be sent, undefined for any other.
 */
export function redirectUrl(target: string, origin: string, allowed: string[] = []): string | undefined {
  // Browsers read a backslash as a slash, and skip what cannot be seen.
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\\\u0000-\u001f\u007f]/.test(target) || !URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  // Two slashes at its start would name another host.
  // Hosts come in any case, and with ports that go without saying.
  if (url.origin === new URL(origin).origin)
    return `/${url.pathname.replace(/^\/+/, "")}${url.search}${url.hash}`;
  return allowed.includes(url.origin) ? url.href : undefined;
}
