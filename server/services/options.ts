/** How the answer of a call becomes options, and a value. */
import {
  fillWords,
  plainWords,
  shownAs,
  type BooleanWords,
  type CompiledCall,
  type CompiledOptions,
  type Option,
} from "../../schemas/engine/serve.ts";
import { preparedCall } from "./prepared-call.ts";

type Row = Record<string, unknown>;

const isValue = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

const asRow = (row: unknown): Row | undefined => {
  if (isValue(row)) return { value: row };
  return typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Row) : undefined;
};

/** What stands at a path of a row, by its own keys. */
const at = (row: Row, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? (value as Row)[key]
          : undefined,
      row,
    );

/** What is read of a row: undefined where it has nothing of what the words name. */
function read(
  row: Row,
  what: CompiledOptions["label"] | undefined,
  booleans: BooleanWords | undefined,
): string | undefined {
  if (what === undefined) return undefined;
  let found = false;
  const words = typeof what === "string" ? [{ var: what }] : what;
  const filled = fillWords(words, (name, format) => {
    const shown = shownAs(at(row, name), format, booleans);
    found ||= shown !== "";
    return shown;
  });
  return found ? plainWords(filled) : undefined;
}

const isDegrees = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;

/** A place on the globe; undefined for anything else, which no map could show. */
const placeOf = (latitude: unknown, longitude: unknown): Option["place"] =>
  isDegrees(latitude, 90) && isDegrees(longitude, 180) ? { latitude, longitude } : undefined;

/**
 * The rows of several answers, none of them twice: of those that share a value the first. Each answer keeps its own order,
 * so what only a later one has stands among the others, not below them: people look for a name where it belongs.
 */
export function mergedRows({ options }: CompiledCall, answers: unknown[][]): unknown[] {
  const valueOf = (one: unknown): string => {
    const row = asRow(one);
    return String(row && options && at(row, options.value));
  };
  let merged: unknown[] = [];
  for (const rows of answers) {
    const values = new Set(merged.map(valueOf));
    const before = new Map<string, unknown[]>();
    const seen = new Set<string>();
    let waiting: unknown[] = [];
    let last: string | undefined;
    for (const row of rows) {
      const value = valueOf(row);
      if (seen.has(value)) continue;
      seen.add(value);
      if (values.has(value)) {
        before.set(value, waiting);
        [waiting, last] = [[], value];
      } else waiting.push(row);
    }
    const after = waiting;
    const end = last;
    merged = merged.flatMap((row) => {
      const value = valueOf(row);
      return [...(before.get(value) ?? []), row, ...(value === end ? after : [])];
    });
    // Of an answer that has nothing in common with those before it, all comes behind.
    if (end === undefined) merged.push(...after);
  }
  return merged;
}

/**
 * Options from the rows of an answer. Rows without value or label and repeated values are left out.
 * @throws {RuleError} where the rows cannot be worked out.
 */
export function toOptions(
  call: CompiledCall,
  data: unknown,
  input: Record<string, unknown> = {},
  booleans?: BooleanWords,
): Option[] {
  if (!call.options) return [];
  const { value: key, label: name, description: note, place: keys } = call.options;
  // Of several answers the rows were put together already.
  const rows = call.forEach ? data : preparedCall(call).rows(data, input);
  const options = new Map<string, Option>();
  for (const one of Array.isArray(rows) ? (rows as unknown[]) : []) {
    const row = asRow(one);
    const value = row && at(row, key);
    const label = row && read(row, name, booleans);
    if (!row || !isValue(value) || label === undefined || options.has(String(value))) continue;
    const description = read(row, note, booleans);
    const place = keys && placeOf(at(row, keys.latitude), at(row, keys.longitude));
    options.set(String(value), {
      value: String(value),
      label,
      ...(description === undefined ? {} : { description }),
      ...(place === undefined ? {} : { place }),
    });
  }
  return [...options.values()];
}

/** What rules and words get of an answer; undefined where the call says nothing. @throws {RuleError} */
export const toValue = (call: CompiledCall, data: unknown, input: Record<string, unknown> = {}): unknown =>
  preparedCall(call).value?.(data, input);
