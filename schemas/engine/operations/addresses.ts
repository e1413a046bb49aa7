/**
 * The names that a domain may have, wherever one is judged: as people write them, in letters of any script (`ñandú.cl`),
 * and as their punycode is (`xn--and-6ma2c.cl`). Who mails or links to one writes it in punycode itself.
 */
const edge = "[\\p{L}\\p{M}\\p{N}]";

/** At least two labels, each with so many characters between its ends. For a pattern with the flag `u`. */
const domainOf = (between: string): string => {
  const label = `${edge}(?:[\\p{L}\\p{M}\\p{N}-]${between}${edge})?`;
  return `(?:${label}\\.)+${label}`;
};

/** Labels have at most 63 characters. */
const domain = domainOf("{0,61}");

const atom = "[\\w!#$%&'*+\\/=?^`{|}~\\-]+";

const emailAt = (name: string): RegExp => new RegExp(`^${atom}(?:\\.${atom})*@${name}$`, "u");

/** One mail address and nothing else. */
export const emailPattern = emailAt(domain);

/** The same without counting, for schemas of others: with counts, that no text takes long is not proven. */
export const uncountedEmailPattern = emailAt(domainOf("*"));

/** A path of the site, or a site that is asked for safely. */
export const linkPattern = new RegExp(
  `^(?:\\/(?![\\/\\\\])\\S*|https:\\/\\/${domain}(?::[0-9]+)?(?:[\\/?#]\\S*)?)$`,
  "u",
);
