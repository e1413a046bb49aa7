/** The check digit of a RUT, by modulo 11. */
function checkDigit(number: number): string {
  let sum = 0;
  for (
    let left = number, weight = 2;
    left > 0;
    left = Math.floor(left / 10), weight = weight === 7 ? 2 : weight + 1
  ) {
    sum += (left % 10) * weight;
  }
  const digit = 11 - (sum % 11);
  return digit === 11 ? "0" : digit === 10 ? "K" : String(digit);
}

/** A RUT that is one, as forms take it: `12345678-5`. */
export const rutOf = (number: number): string => `${number}-${checkDigit(number)}`;
