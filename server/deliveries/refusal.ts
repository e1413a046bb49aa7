/** A delivery that was refused for good: a repeat would meet the same answer. It is dead at once. */
export class DeliveryRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DeliveryRefused";
  }
}

/** A delivery that is not to go out, though nothing is wrong with it: it is removed, and the log says why. */
export class DeliveryLeftOut extends Error {
  constructor(why: string) {
    super(why);
    this.name = "DeliveryLeftOut";
  }
}
