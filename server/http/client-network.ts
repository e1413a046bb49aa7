import { isIP } from "node:net";

/** The groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = "", after] = address.split("::", 2);
  const groups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [head, tail] = [groups(before), groups(after ?? "")];
  const missing = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: missing }, () => "0"), ...tail].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ""),
  );
}

/** An address without its zone; one of IPv4 that came as IPv6 is one of IPv4. */
export function plainAddress(address: string | undefined): string {
  const [text = ""] = (address ?? "").split("%", 1);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? text;
}

/**
 * Whom requests of an address are counted for: an IPv4 address, or the /64 of an IPv6 one, which is what one line gets.
 * What is no address, as a proxy may hand on, is all counted together.
 */
export function networkOf(address: string | undefined): string {
  const text = plainAddress(address);
  const kind = isIP(text);
  if (kind === 4) return text;
  if (kind === 0) return "unknown";
  return `${groupsOf(text).slice(0, 4).join(":")}::/64`;
}
