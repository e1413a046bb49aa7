import type { FieldDefinition } from "../1-read/expand.ts";
import { absolute, type Names } from "../1-read/relative.ts";
import type { Format, ValueType } from "../types/index.ts";
import { foldRule, type Constants } from "./fold.ts";
import type { KindDefinition } from "./kind.ts";

const counted: ReadonlySet<ValueType> = new Set(["number", "money"]);

/** How answers of a kind are typed and shown: as it says, and numbers without decimals where it says nothing. */
export function formatOfKind(
  { type, format }: Pick<KindDefinition, "type" | "format">,
  names: Names,
  constants: Constants,
): Format | undefined {
  if (format !== undefined) return compileFormat(format, names, constants);
  const whole: FieldDefinition["format"] = { operation: "whole", with: { locale: { var: "brand.locale" } } };
  return counted.has(type) ? compileFormat(whole, {}, constants) : undefined;
}

export function compileFormat(
  format: FieldDefinition["format"],
  names: Names,
  constants: Constants,
): Format | undefined {
  if (format === undefined) return undefined;
  if (typeof format === "string") return { operation: format, with: {} };
  return {
    operation: format.operation,
    with: Object.fromEntries(
      Object.entries(format.with ?? {}).map(([name, rule]) => [
        name,
        foldRule(absolute(rule, names), constants),
      ]),
    ),
  };
}
