/** Whether a value is a number that counts something. */
export const isCount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
