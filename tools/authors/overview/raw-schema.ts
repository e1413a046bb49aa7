/** What a raw JSON Schema asks, by its own titles. */
import { asList, asObject, asText } from "../../../schemas/engine/describe.ts";

const typeWords: Record<string, string> = {
  string: "texto",
  number: "número",
  integer: "número entero",
  boolean: "sí o no",
  array: "lista",
  object: "grupo",
};

/** Its properties, those of objects and lists below them. What comes with conditions is not followed. */
export function schemaLines(schema: unknown, indent = ""): string[] {
  const { properties, required } = asObject(schema);
  return Object.entries(asObject(properties)).flatMap(([name, one]) => {
    const property = asObject(one);
    const type = asText(property["type"]);
    const title = asText(property["title"]);
    const notes = [
      ...(type === undefined ? [] : [typeWords[type] ?? type]),
      ...(asList(required).includes(name) ? ["obligatorio"] : []),
    ];
    const line = `${indent}- ${title === undefined ? "" : `**${title}** `}(\`${name}\`)`;
    const inner = schemaLines(type === "array" ? property["items"] : property, `${indent}  `);
    return [`${line}${notes.length > 0 ? `: ${notes.join(", ")}` : ""}.`, ...inner];
  });
}
