/**
 * In the place of a library that compares anything with anything. Rjsf compares what forms are made of: data, schemas,
 * functions and elements of React. What is made of anything else is alike only where it is the same.
 */
type Compare = (one: unknown, other: unknown) => boolean;

interface EqualOptions {
  createCustomConfig(config: object): { areFunctionsEqual: Compare };
}

/** What React notes on an element of where it came from. */
const isNote = (key: string): boolean => key === "_owner" || key === "_store";

const isPlain = (prototype: unknown): boolean =>
  prototype === Object.prototype || prototype === Array.prototype || prototype === null;

/** As rjsf asks for it: things that hold themselves are known, and functions are compared as it says. */
export function createCustomEqual({ createCustomConfig }: EqualOptions): Compare {
  const { areFunctionsEqual } = createCustomConfig({});

  function equal(one: unknown, other: unknown, within: Map<object, object>): boolean {
    if (Object.is(one, other) || one === other) return true;
    if (typeof one === "function") return areFunctionsEqual(one, other);
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    const prototype: unknown = Object.getPrototypeOf(one);
    if (prototype !== Object.getPrototypeOf(other)) return false;
    if (one instanceof Date) return Object.is(one.getTime(), (other as Date).getTime());
    if (!isPlain(prototype)) return false;
    if (within.has(one)) return within.get(one) === other;
    within.set(one, other);
    const isElement = Object.hasOwn(one, "$$typeof");
    const keysOf = (of: object): string[] => Object.keys(of).filter((key) => !isElement || !isNote(key));
    const keys = keysOf(one);
    const isSame =
      keys.length === keysOf(other).length &&
      keys.every(
        (key) =>
          Object.hasOwn(other, key) &&
          equal((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], within),
      );
    within.delete(one);
    return isSame;
  }

  return (one, other) => equal(one, other, new Map());
}
