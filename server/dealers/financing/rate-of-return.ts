/** At which rate payments are worth what was received. */

/** What payments at the ends of the periods are worth now. */
function presentValue(payments: readonly number[], rate: number): number {
  return payments.reduceRight((value, payment) => (value + payment) / (1 + rate), 0);
}

/** The rate of a period; 0 where no more is paid than was received. */
export function rateOfReturn(received: number, payments: readonly number[]): number {
  let [low, high] = [0, 1];
  if (presentValue(payments, low) <= received) return 0;
  while (presentValue(payments, high) > received) high *= 2;
  // Sixty halvings are more exact than the numbers themselves.
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (presentValue(payments, middle) > received) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
