/** All ways in which a call can fail: for whoever makes calls, and for rules that compare `<call>.failure`. */
export const callFailures = [
  "timeout",
  "unreachable",
  "status",
  "garbled",
  "refused",
  "empty",
  "unauthorized",
  "invalid-input",
] as const;

export type CallFailure = (typeof callFailures)[number];
