/** The same address with the campaign's parameters (`utm_…`) of the page that leads there, and with no others. */
export function withCampaign(path: string, search: string, keep: string[] = ["utm"]): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) =>
    keep.some((prefix) => name === prefix || name.startsWith(`${prefix}_`)),
  );
  if (kept.length === 0) return path;
  const [address = "", hash] = path.split("#");
  const parameters = new URLSearchParams(kept);
  return `${address}${address.includes("?") ? "&" : "?"}${parameters}${hash === undefined ? "" : `#${hash}`}`;
}

/** A path of this site: no other host, no other scheme. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
