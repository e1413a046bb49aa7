/** A delivery that was refused for good: a repeat would meet the same answer. It is dead at once. */
export class DeliveryRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DeliveryRefused";
  }
}
