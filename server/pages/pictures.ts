import type { CompiledBrand } from "../../schemas/engine/serve.ts";
import type { PolicyExtras } from "./content-policy.ts";

const known = new WeakMap<CompiledBrand, PolicyExtras>();

/**
 * Where the pictures of a brand's pages come from, beyond this site. Of all its pages: whoever goes from one to another
 * stays under the policy of the first.
 */
export function pictureSources(brand: CompiledBrand): PolicyExtras {
  let sources = known.get(brand);
  if (!sources) {
    const origins = brand.screens.flatMap(({ blocks }) => picturesIn(blocks));
    sources = { images: [...new Set(origins)] };
    known.set(brand, sources);
  }
  return sources;
}

function picturesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    // What rows name comes from nowhere but here.
    if (key === "picturesFrom") return one as string[];
    const isElsewhere = key === "picture" && typeof one === "string" && one.startsWith("https:");
    return isElsewhere ? new URL(one).origin : picturesIn(one);
  });
}
