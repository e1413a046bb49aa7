/**
 * The names that a domain may have, wherever one is judged: as people write them, in letters of any script (`ñandú.cl`),
 * and as their punycode is (`xn--and-6ma2c.cl`). Who mails or links to one writes it in punycode itself.
 */
const edge = "[\\p{L}\\p{M}\\p{N}]";
const label = `${edge}(?:[\\p{L}\\p{M}\\p{N}-]{0,61}${edge})?`;

/** At least two labels, of at most 63 characters each. For a pattern with the flag `u`. */
const domain = `(?:${label}\\.)+${label}`;

const atom = "[\\w!#$%&'*+\\/=?^`{|}~\\-]+";

/** One mail address and nothing else. */
export const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@${domain}$`, "u");

/** A path of the site, or a site that is asked for safely. */
export const linkPattern = new RegExp(
  `^(?:\\/(?![\\/\\\\])\\S*|https:\\/\\/${domain}(?::[0-9]+)?(?:[\\/?#]\\S*)?)$`,
  "u",
);
