import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "..");
const folder = join(root, "renderer/illustrations");
const id = "virtual:illustrations";

/** The drawings by their names: what stands in their files, which are one symbol each. */
function symbols(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".svg"));
  return new Map(
    files.map((file) => {
      const [symbol] =
        /<symbol id="drawing"[\s\S]*<\/symbol>/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
      if (symbol === undefined) throw new Error(`${file} has no symbol "drawing"`);
      return [basename(file, ".svg"), symbol];
    }),
  );
}

/**
 * All drawings as one file, because together they are smaller than what asking for each costs: `file` is its address, with
 * a symbol for each of `names`.
 */
export function illustrationSheet(): Plugin {
  return {
    name: "illustration-sheet",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(module) {
      if (module !== `\0${id}`) return undefined;
      const drawn = symbols();
      const text = [...drawn]
        .map(([name, symbol]) => symbol.replace('id="drawing"', `id="${name}"`))
        .join("\n");
      const made = join(root, "node_modules/.cache/illustrations");
      mkdirSync(made, { recursive: true });
      const file = join(made, "illustrations.svg");
      writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg">\n${text}\n</svg>\n`);
      return `export { default as file } from ${JSON.stringify(`${file}?url`)};
export const names = ${JSON.stringify([...drawn.keys()])};`;
    },
  };
}
