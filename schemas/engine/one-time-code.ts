/** Digits of a code that is sent to somebody, to be typed by them. */
export const codeDigits = 6;

/** Digits of a one-time password: it is tried against a document that many may know, for as long as people have one. */
export const oneTimePasswordDigits = 8;
