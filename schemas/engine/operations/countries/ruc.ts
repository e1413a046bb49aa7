/** Peru's tax number: eleven digits, the last one a check over the others. */
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

export function rucIsValid(value: unknown): boolean {
  if (typeof value !== "string" || !/^[0-9]{11}$/.test(value)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  return (11 - (sum % 11)) % 10 === Number(value[10]);
}
