/** Reads settings one by one, and collects all that is wrong with them. */
import { isLoopback } from "./loopback.ts";

export interface ConfigProblem {
  name: string;
  es: string;
  en: string;
}

/** All that is wrong with the environment, in Spanish and in English. Values are never repeated: some are secrets. */
export class ConfigError extends Error {
  readonly problems: ConfigProblem[];
  constructor(problems: ConfigProblem[]) {
    const lines = problems.map(({ name, es, en }) => `  ${name}: ${es} / ${en}`);
    super(["Configuración no válida / Invalid configuration", ...lines].join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

export type Env = Record<string, string | undefined>;

export interface Settings {
  /** A setting without the spaces around it; an empty one counts as left out. */
  get(name: string): string | undefined;
  /** Names that begin so and have a value, in order. */
  names(prefix: string): string[];
  refuse(name: string, es: string, en: string): void;
  /** One of some words; the first where the setting is left out or none of them. */
  word<T extends string>(name: string, words: readonly [T, ...T[]]): T;
  /** The setting where `fits` takes it; undefined where it is left out or refused. */
  text(name: string, fits: (text: string) => boolean, es: string, en: string): string | undefined;
  /** A secret that stands in a header. */
  key(name: string): string | undefined;
  /** A URL with one of some protocols, and a host. */
  url(name: string, protocols: string[]): URL | undefined;
  /** A URL under which others are, as `asBaseUrl` has it. */
  baseUrl(name: string): string | undefined;
  problems: ConfigProblem[];
}

const keyPattern = /^[\x21-\x7e]{16,200}$/;

export function asUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined;
}

/** A URL under which others are: nothing stands in it besides, and there is one slash at its end. */
export function asBaseUrl(text: string, protocols: string[]): string | undefined {
  const url = asUrl(text, protocols);
  if (!url || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return undefined;
  return url.href.replace(/(?<!\/)\/*$/, "/");
}

/** Whether secrets may go to a URL under which others are: in the clear within this machine alone, if at all. */
export function isSafeUrl(text: string, { allowsClear }: { allowsClear: boolean }): boolean {
  const base = asBaseUrl(text, ["http:", "https:"]);
  if (base === undefined) return false;
  return base.startsWith("https:") || (allowsClear && isLoopback(new URL(base).hostname));
}

const either = (words: readonly string[], or: string): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${or} ${words.at(-1)}`;

/** A reader of one environment. */
export function readSettings(env: Env): Settings {
  const problems: ConfigProblem[] = [];
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;
  const refuse: Settings["refuse"] = (name, es, en) => void problems.push({ name, es, en });
  const text: Settings["text"] = (name, fits, es, en) => {
    const value = get(name);
    if (value === undefined || fits(value)) return value;
    refuse(name, es, en);
    return undefined;
  };
  return {
    get,
    refuse,
    text,
    problems,
    names: (prefix) =>
      Object.keys(env)
        .filter((name) => name.startsWith(prefix) && get(name) !== undefined)
        .toSorted(),
    word: (name, words) => {
      const value = get(name) ?? words[0];
      const known = words.find((word) => word === value);
      if (known === undefined)
        refuse(name, `debe ser ${either(words, "o")}`, `must be ${either(words, "or")}`);
      return known ?? words[0];
    },
    key: (name) =>
      text(
        name,
        (value) => keyPattern.test(value),
        "debe tener de 16 a 200 caracteres ASCII sin espacios",
        "must have 16 to 200 ASCII characters without spaces",
      ),
    url: (name, protocols) => {
      const kinds = protocols.map((protocol) => `${protocol}//`);
      const value = text(
        name,
        (given) => asUrl(given, protocols) !== undefined,
        `debe ser una URL ${either(kinds, "o")}`,
        `must be a URL with ${either(kinds, "or")}`,
      );
      return value === undefined ? undefined : new URL(value);
    },
    baseUrl: (name) => {
      const base = (given: string): string | undefined => asBaseUrl(given, ["http:", "https:"]);
      const value = text(
        name,
        (given) => base(given) !== undefined,
        "debe ser una URL http:// o https://, sin parámetros, fragmento ni credenciales",
        "must be a URL with http:// or https://, without parameters, fragment and credentials",
      );
      return value === undefined ? undefined : base(value);
    },
  };
}
