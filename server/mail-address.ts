/** Which texts are one mail address and nothing else. */

// A list, a display name or a second header cannot hide in what this accepts.
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u;

export const isPlainAddress = (text: unknown): text is string =>
  typeof text === "string" && plainAddress.test(text);
