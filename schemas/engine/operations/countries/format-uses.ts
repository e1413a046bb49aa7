import type { FormatUse } from "../common/text-format.ts";

/** What each of these formats is for. */
export const formatUses: Record<string, FormatUse> = { rut: { types: ["text"], parameters: [] } };
