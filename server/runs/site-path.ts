import { isOwnPath } from "../../schemas/engine/serve.ts";

/** Whether a rule gave a page of this site. */
export const isSitePath = (page: unknown): page is string =>
  typeof page === "string" && isOwnPath(page) && /^[\x21-\x7e]*$/.test(page);
