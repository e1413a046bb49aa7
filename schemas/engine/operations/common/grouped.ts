/** Digits in groups of three from the end: `1.234.567`. Counted back, as a pattern would take long for thousands of them. */
export function grouped(digits: string, sign: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(sign);
}
