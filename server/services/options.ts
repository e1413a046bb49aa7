/** How the answer of a call becomes options. */
import type { CompiledCall, Option } from "../../schemas/engine/all.ts";

const text = (row: object, key: string | undefined): string | undefined => {
  if (key === undefined || !Object.hasOwn(row, key)) return undefined;
  const value = (row as Record<string, unknown>)[key];
  return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;
};

/** Options from rows, by the keys that the call names. Rows without value or label and repeated values are left out. */
export function toOptions(call: CompiledCall, data: unknown): Option[] {
  const keys = call.options;
  if (!keys || !Array.isArray(data)) return [];
  const options = new Map<string, Option>();
  for (const row of data as unknown[]) {
    if (typeof row !== "object" || row === null) continue;
    const value = text(row, keys.value);
    const label = text(row, keys.label);
    if (value === undefined || label === undefined || options.has(value)) continue;
    const description = text(row, keys.description);
    options.set(value, { value, label, ...(description === undefined ? {} : { description }) });
  }
  return [...options.values()];
}
