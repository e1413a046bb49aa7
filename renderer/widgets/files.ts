import { fileSize, type Answer, type CompiledField, type FileAnswer } from "../../schemas/engine/evaluate.ts";

/** The answer as a file, if it is one. */
export function asFile(answer: Answer | undefined): FileAnswer | undefined {
  if (typeof answer !== "object" || Array.isArray(answer)) return undefined;
  const { id, name, size, type } = answer;
  return typeof id === "string" && typeof name === "string" && typeof size === "number"
    ? { id, name, size, type: String(type) }
    : undefined;
}

interface FileSchema {
  size?: { minimum?: number; maximum?: number };
  type?: { enum?: string[] };
}

const limitsIn = (schema: Record<string, unknown>): FileSchema => schema["properties"] ?? {};

/** What is wrong with a file before it is sent, as far as its size and name tell; the server looks into it. */
export function localProblem(
  { schema, says }: Pick<CompiledField, "schema" | "says">,
  { size, type }: Pick<File, "size" | "type">,
): { words: string; values: Record<string, string> } | undefined {
  const { size: sizes, type: types } = limitsIn(schema);
  const said = (keyword: string, limit = "") => ({
    words: says[keyword] ?? says["*"] ?? keyword,
    values: { limit },
  });
  if (sizes?.minimum !== undefined && size < sizes.minimum) return said("minimum");
  if (sizes?.maximum !== undefined && size > sizes.maximum) return said("maximum", fileSize(sizes.maximum));
  // A system that does not know the type says none: then the server decides.
  if (types?.enum && type !== "" && !types.enum.includes(type)) return said("enum");
  return undefined;
}

/** For the platform's control: the types that are taken, and how names end. */
export const accepted = ({ schema, accepts = [] }: Pick<CompiledField, "accepts" | "schema">): string =>
  [...(limitsIn(schema).type?.enum ?? []), ...accepts.map((extension) => `.${extension}`)].join(",");

/** How large a file may be, as people read it. */
export function largestSize({ schema }: Pick<CompiledField, "schema">): string {
  const largest = limitsIn(schema).size?.maximum;
  return largest === undefined ? "" : fileSize(largest);
}
