import { createHash } from "node:crypto";

/** What names a content in its address or its ETag: 22 characters. */
export const contentHash = (...parts: (Buffer | string)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
};
