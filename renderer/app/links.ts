/**
 * The same address with the campaign's parameters (`utm_…`) of the page that leads there, and with no others; `keep` names
 * those that go along instead. What the address says itself counts.
 */
export function withCampaign(path: string, search: string, keep: string[] = ["utm"]): string {
  const said = new URLSearchParams(path.split("#", 1)[0]!.split("?")[1] ?? "");
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) =>
      !said.has(name) && keep.some((one) => name === one || (one === "utm" && name.startsWith("utm_"))),
  );
  if (kept.length === 0) return path;
  const [address = "", hash] = path.split("#");
  const parameters = new URLSearchParams(kept);
  return `${address}${address.includes("?") ? "&" : "?"}${parameters}${hash === undefined ? "" : `#${hash}`}`;
}

/** A path of this site: no other host, no other scheme. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
