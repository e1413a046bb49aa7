/** The reference for authors: keys of fields, widgets and blocks, in the words of their descriptors. */
import type { WidgetFile } from "../../../server/gallery/files.ts";
import { blocksOf } from "./blocks.ts";
import { fieldKeys, typesOf } from "./field-keys.ts";
import { definitionOf, propertiesOf, type Grammars, type Schema } from "./grammars.ts";

const inWords = (grammars: Grammars, grammar: string, schema: Schema): string => {
  const [file = "", name = ""] = schema.$ref?.split("#/definitions/") ?? [];
  const of = file === "" ? grammar : "definitions";
  const text = schema.description ?? (name === "" ? "" : definitionOf(grammars, of, name).description);
  return (text ?? "").replaceAll("*", String.raw`\*`);
};

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** Who can have a key; nothing where all can. */
function takers(types: string[] | undefined, all: string[]): string {
  if (!types) return "";
  const others = all.filter((type) => !types.includes(type));
  return others.length < types.length ? ` No en ${codes(others)}.` : ` En ${codes(types)}.`;
}

export function referencePage(grammars: Grammars, widgets: WidgetFile[]): string {
  const types = typesOf(grammars);
  const keys = fieldKeys(grammars).map(([name, key]) => {
    const also = key["x-kind"] ? " También en un tipo de campo." : "";
    return `- \`${name}\`: ${inWords(grammars, "definitions", key)}${takers(key["x-types"], types)}${also}`;
  });
  const drawn = widgets.map((one) => `- \`${one.widget}\`: ${one.describe}. Para ${codes(one.types)}.`);
  const blocks = blocksOf(grammars).map(([name, block]) => {
    const slots = propertiesOf(block).filter(([key]) => key !== "block" && key !== "onlyFor");
    const lines = slots.map(([key, one]) => {
      const needed = block.required?.includes(key) ? " Obligatorio." : "";
      return `- \`${key}\`: ${inWords(grammars, "screen", one)}${needed}`;
    });
    return `### \`${name}\`\n\n${block.description}\n\n${lines.join("\n")}`;
  });
  return `# Referencia: campos, widgets y bloques

Se escribe sola, con \`npm run check -- --fix\`, de lo que dice la gramática.

## Las claves de un campo

Donde no se dice otra cosa, de campos de cualquier tipo de valor (${codes(types)}).

${keys.join("\n")}

## Los widgets

${drawn.join("\n")}

## Los bloques

${blocks.join("\n\n")}
`;
}
