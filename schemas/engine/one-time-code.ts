/** Digits of a code that is sent to somebody, to be typed by them. */
export const codeDigits = 6;
