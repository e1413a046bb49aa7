import { RuleError } from "../../schemas/engine/serve.ts";

/**
 * What a rule of a call reads of what it is given, by its path; null for what is absent.
 * @throws {RuleError} where nothing of that name is given.
 */
export function variable(root: Record<string, unknown>, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  if (!Object.hasOwn(root, first))
    throw new RuleError(`A call's rule reads "${path}": there is only ${Object.keys(root).join(" and ")}`);
  let value = root[first];
  for (const key of rest) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
