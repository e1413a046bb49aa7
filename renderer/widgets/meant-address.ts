/** Whether two texts differ by one letter: another one, one more, one less, or two that changed places. */
function differByOne(one: string, other: string): boolean {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  const [rest, left] = [long.slice(at), short.slice(at)];
  if (rest.length > left.length) return rest.slice(1) === left;
  const isSwapped = rest[0] === left[1] && rest[1] === left[0] && rest.slice(2) === left.slice(2);
  return isSwapped || rest.slice(1) === left.slice(1);
}

const nameOf = (domain: string): string => domain.split(".", 1)[0]!;

/**
 * The address that somebody meant whose domain is almost one of these: a letter is wrong, or the ending of a name that has
 * but one. Undefined where it is one of them, or like none.
 */
export function meantAddress(address: string, domains: readonly string[]): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || !domain.includes(".") || domains.includes(domain)) return undefined;
  const ofName = domains.filter((one) => nameOf(one) === nameOf(domain));
  const meant =
    domains.find((one) => differByOne(one, domain)) ?? (ofName.length === 1 ? ofName[0] : undefined);
  return meant === undefined ? undefined : address.slice(0, at + 1) + meant;
}
