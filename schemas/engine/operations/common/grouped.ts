/** Digits in groups of three from the end: `1.234.567`. Counted, as a pattern would take long for thousands of them. */
export const grouped = (digits: string, sign: string): string =>
  digits.replace(/\d/g, (digit, at: number) =>
    at > 0 && (digits.length - at) % 3 === 0 ? sign + digit : digit,
  );
