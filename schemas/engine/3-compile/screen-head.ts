import type { Rule, ScreenHead, StructuredValue, WrittenScreenFile } from "../types/index.ts";
import { foldRule } from "./fold.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

/** Compiles what a screen says of itself, for one brand: its facts are part of the rules. */
export function compileScreenHead(
  head: WrittenScreenFile["head"],
  project: BrandProject,
): ScreenHead | undefined {
  if (!head) return undefined;
  const fold = (rule: Rule): Rule => foldRule(rule, project.constant);
  const thing = (value: StructuredValue): StructuredValue => {
    const isThing = typeof value === "object" && value !== null && ("@type" in value || "each" in value);
    if (!isThing) return fold(value);
    const entries = Object.entries(value as Record<string, StructuredValue>);
    return Object.fromEntries(entries.map(([key, one]) => [key, key === "@type" ? one : thing(one)]));
  };
  const { heading, title, description, picture, indexed, canonical, structuredData, sitemap } = head;
  const rules = Object.entries({ heading, title, description, picture, indexed });
  return {
    ...Object.fromEntries(rules.flatMap(([key, rule]) => (rule === undefined ? [] : [[key, fold(rule)]]))),
    ...(canonical ? { canonical } : {}),
    ...(structuredData ? { structuredData: structuredData.map((one) => thing(one as StructuredValue)) } : {}),
    ...(sitemap
      ? {
          sitemap: sitemap.map(({ when, address, ...rest }) => ({
            ...rest,
            ...(when === undefined ? {} : { when: fold(when) }),
            address: fillKnown(address, project.known),
          })),
        }
      : {}),
  };
}
