import type { JsonPath } from "../../1-read/locate.ts";
import { isObject } from "../report/values.ts";

/** A value that a grammar refuses. */
export interface RefusedValue {
  at: JsonPath;
  /** The types of JSON that can be there; none where the type was right. */
  expected: readonly string[];
}

/**
 * A value with nothing in it of another type than its grammar asks for. An object, a list or a text that should be there is
 * empty, so that names stay known and elements keep their index; anything else is left out.
 */
export function withoutRefused(value: unknown, refused: readonly RefusedValue[]): unknown {
  if (refused.length === 0) return value;
  const places = new Map(refused.map(({ at, expected }) => [JSON.stringify(at), expected]));
  const accepted = (part: unknown, at: JsonPath): unknown => {
    const expected = places.get(JSON.stringify(at));
    if (expected) return emptyOf(expected);
    if (Array.isArray(part)) {
      return part.map((one, index) => accepted(one, [...at, index])).filter((one) => one !== undefined);
    }
    if (!isObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, one]) => {
        const inner = accepted(one, [...at, key]);
        return inner === undefined ? [] : [[key, inner]];
      }),
    );
  };
  return accepted(value, []);
}

function emptyOf([type, ...others]: readonly string[]): unknown {
  if (others.length > 0) return undefined;
  if (type === "object") return {};
  if (type === "array") return [];
  return type === "string" ? "" : undefined;
}
