/** Code that draws, judges and serves knows no flow and no brand by name: those are definitions. */
import type { Source, Text } from "./source.ts";

export interface Names {
  flows: string[];
  /** Codes of the brands, e.g. those of the folders in brands/. */
  brands: string[];
  brandNames: string[];
}

/** Embedded services stand in for backends of dealers, which do know the brands' companies. */
const exempt = "server/dealers/";

/** One line for each place in engine, renderer or server code that knows a name. */
export function nameProblems(sources: Source[], names: Names): string[] {
  return sources
    .filter(({ path }) => /^(schemas\/engine|renderer|server)\//.test(path) && !path.startsWith(exempt))
    .flatMap(({ path, texts }) => {
      const file: Text = {
        text: path
          .replace(/\.\w+$/, "")
          .split("/")
          .slice(1)
          .join("/"),
        kind: "literal",
        line: 1,
      };
      return [file, ...texts].flatMap((text) => {
        const name = nameIn(text, names);
        return name === undefined ? [] : [`${path}:${text.line} knows ${name} by name`];
      });
    });
}

function nameIn({ text, kind }: Text, { flows, brands, brandNames }: Names): string | undefined {
  const words = text.split(/[^\p{L}\p{N}_-]+/u);
  const brand = brands.find((code) => words.includes(code));
  if (brand !== undefined) return brand;
  const brandName = brandNames.find((name) => text.toLowerCase().includes(name.toLowerCase()));
  if (brandName !== undefined) return brandName;
  // In a sentence, and after a dot, a flow's id may be just a word.
  if (kind === "member" || /\s/.test(text.trim())) return undefined;
  return flows.find((flow) => words.includes(flow));
}
