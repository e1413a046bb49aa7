/** Definition files with a mistake that nobody thought of: seeded, so that each can be made again by its number. */
import type { Sources } from "../../../schemas/engine/types/index.ts";

export interface Mutation {
  /** What was done, and where. */
  what: string;
  sources: Sources;
}

type Path = (string | number)[];
type Holder = Record<string | number, unknown>;

/** Numbers from 0 to 1 that a seed gives in the same order each time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const junk: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  7,
  1.5,
  1e308,
  "",
  " ",
  "x",
  "x.y",
  "a.b.c.d",
  "__proto__",
  "constructor",
  "toString",
  "15",
  "2026-02-30",
  "{brand.name}",
  "{nobody}",
  "{x",
  "**a",
  "- a\n- b",
  "[a](javascript:1)",
  "![a](b)",
  "<b>a</b>",
  "ñ\u0000\uD800",
  "(a+)+$",
  "x".repeat(5_000),
  [],
  [null],
  [[]],
  ["x", "x"],
  {},
  { a: 1 },
  { constructor: { prototype: {} } },
  { var: "" },
  { var: "__proto__.x" },
  { var: ["today", 1] },
  { "!": [] },
  { and: [] },
  { "==": [1] },
  { in: ["a", { var: "today" }] },
  { nobody: [1, 2] },
];
const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "15",
  "",
  "a b",
  "x".repeat(300),
  "nobody",
];

/** Every value in a file with its path, but the whole. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...placesIn(one, path)];
  });
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((one, key) => (one as Holder)[key], value);

/** Sets a key as JSON does, whatever it is called. */
const put = (holder: Holder, key: string | number, value: unknown): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
};

/** The same keys in the same order, one of them under another name. */
function renamed(holder: Holder, key: string, name: string): Holder {
  const copy: Holder = {};
  for (const [one, value] of Object.entries(holder)) put(copy, one === key ? name : one, value);
  return copy;
}

const isDefinition = (path: string): boolean => !path.startsWith("schemas/language/");

export interface Mutator {
  mutate(seed: number): Mutation;
}

/** Makes mutations of these files. What stands elsewhere in them is what is most often in the wrong place. */
export function mutatorOf(base: Sources): Mutator {
  const paths = Object.keys(base).filter(isDefinition);
  const parsed = new Map(paths.map((path) => [path, JSON.parse(base[path]!) as Holder]));
  const places = new Map([...parsed].map(([path, value]) => [path, placesIn(value)]));
  /** Values by the key that they have somewhere. */
  const byKey = new Map<string, unknown[]>();
  for (const [path, value] of parsed) {
    for (const place of places.get(path)!) {
      const key = String(place.at(-1));
      byKey.set(key, [...(byKey.get(key) ?? []), valueAt(value, place)].slice(-200));
    }
  }
  const keys = [...byKey.keys()].filter((key) => !/^\d+$/.test(key));

  return {
    mutate: (seed) => {
      const random = randomOf(seed);
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
      const file = pick(paths);
      const whole = structuredClone(parsed.get(file)!);
      const place = pick(places.get(file)!);
      const key = place.at(-1)!;
      const holder = valueAt(whole, place.slice(0, -1)) as Holder;
      const value = holder[key];
      const done = (how: string, text = JSON.stringify(whole, null, 2)): Mutation => ({
        what: `${seed}: ${file} ${place.join(".")}: ${how}`,
        sources: { ...base, [file]: text },
      });
      const replace = (by: unknown, how: string): Mutation => {
        put(holder, key, structuredClone(by));
        return done(`${how} ${JSON.stringify(by)?.slice(0, 80)}`);
      };
      const parent = place.slice(0, -1);
      const rename = (name: string): Mutation => {
        if (typeof key === "number") return replace(name, "an element is");
        const copy = renamed(holder, key, name);
        if (parent.length === 0) return done(`called ${name.slice(0, 40)}`, JSON.stringify(copy, null, 2));
        put(valueAt(whole, parent.slice(0, -1)) as Holder, parent.at(-1)!, copy);
        return done(`called ${name.slice(0, 40)}`);
      };
      const ways: (() => Mutation)[] = [
        () => {
          if (Array.isArray(holder)) holder.splice(Number(key), 1);
          else Reflect.deleteProperty(holder, key);
          return done("taken out");
        },
        () => replace(pick(junk), "is"),
        () => replace(pick(junk), "is"),
        () => replace(pick(byKey.get(String(key)) ?? junk), "is as elsewhere"),
        () => replace(pick(byKey.get(pick(keys))!), "is as another key elsewhere"),
        () => replace(typeof value === "number" ? String(value) : 12, "has another type:"),
        () => rename(pick(names)),
        () => rename(pick(keys)),
        () => {
          const name = pick(keys);
          if (Array.isArray(holder)) holder.push(structuredClone(pick(byKey.get(name)!)));
          else put(holder, name, structuredClone(pick(byKey.get(name)!)));
          return done(`has ${name} beside it`);
        },
        () => {
          const other = pick(places.get(file)!.filter((one) => one.length === place.length));
          const there = valueAt(whole, other.slice(0, -1)) as Holder;
          const before = there[other.at(-1)!];
          put(there, other.at(-1)!, value);
          put(holder, key, before);
          return done(`changes places with ${other.join(".")}`);
        },
        () => {
          if (Array.isArray(value)) return replace([...value, ...value], "is there twice:");
          const text = JSON.stringify(whole, null, 2);
          const said = `${JSON.stringify(key)}: ${JSON.stringify(value)?.slice(0, 20)}`;
          return done(
            "is written twice",
            text.replace(`{\n`, `{\n${said.includes("{") ? '"a": 1,' : `${said},`}\n`),
          );
        },
        () => {
          const { [file]: text, ...rest } = base;
          const name = file.replace(/[^/]+$/, `${pick(["copy", "a-b", "X"])}.json`);
          const sources = random() < 0.5 ? rest : { ...base, [name]: text! };
          return { what: `${seed}: ${file}: ${sources === rest ? "is gone" : `is ${name} too`}`, sources };
        },
      ];
      return pick(ways)();
    },
  };
}
