/** Where a visit came from, as calls tell of it. */
import type { TextRule } from "../../services/embedded/texts.ts";

export const campaignRules: Record<string, TextRule> = Object.fromEntries(
  ["source", "medium", "campaign", "term", "content", "id"].map((name): [string, TextRule] => [
    `utm_${name}`,
    { max: 200, optional: true },
  ]),
);
