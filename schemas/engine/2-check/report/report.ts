import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Diagnostic } from "../../types/index.ts";
import { diagnosticAt, type Values } from "../../diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "../../diagnostics/messages.ts";

export interface ReportOptions {
  part?: "key" | "value";
  suggestion?: string | undefined;
  /** Marks only this text within the value. */
  within?: string;
  /** Says nothing where something was said already. */
  once?: boolean;
  /** Of a file that several use: tells it for each use, because each fixes it in a place of its own. */
  each?: boolean;
  /** What would put in what is missing. */
  missingKey?: MissingKey | undefined;
}

/** A key that is missing in a file, which may itself be missing. */
export interface MissingKey {
  file: string;
  at: JsonPath;
  value: unknown;
  /** The keys that come before it, in the order in which the file is read. */
  after: readonly string[];
}

/** Collects diagnostics, and keeps what follows from a mistake of shape from being told as another mistake. */
export interface Report {
  add(file: ReadFile, at: JsonPath, code: DiagnosticCode, values?: Values, options?: ReportOptions): void;
  /** What is at this path or under it has a mistake of shape: nothing more is said of it. */
  markInvalid(file: ReadFile, at: JsonPath): void;
  /** Whether that is so of a whole file, or of what stands at a path: then nothing that refers to it can be judged. */
  isInvalid(file: ReadFile, at?: JsonPath): boolean;
  /** Whether something in a file has a mistake of shape. */
  hasInvalid(file: ReadFile): boolean;
  diagnostics: Diagnostic[];
  missingKeys: MissingKey[];
}

const isShared = /^(schemas\/(fragments|kinds|options)|brands\/defaults)\//;

const startsWith = (at: JsonPath, prefix: JsonPath): boolean =>
  prefix.every((key, index) => at[index] === key);

export function newReport(): Report {
  const invalid = new Map<string, JsonPath[]>();
  const diagnostics: Diagnostic[] = [];
  const missingKeys: MissingKey[] = [];
  /** Told of a file by another one that extends it. */
  const lent = new Set<Diagnostic>();
  return {
    diagnostics,
    missingKeys,
    markInvalid: (file, at) => {
      invalid.set(file.path, [...(invalid.get(file.path) ?? []), at]);
    },
    isInvalid: (file, at = []) => invalid.get(file.path)?.some((prefix) => startsWith(at, prefix)) ?? false,
    hasInvalid: (file) => invalid.has(file.path),
    add: (
      file,
      at,
      code,
      values = {},
      { part = "value", suggestion, within, once, each, missingKey } = {},
    ) => {
      if (invalid.get(file.path)?.some((prefix) => startsWith(at, prefix))) return;
      const place = file.locate(at, part);
      const { file: path = file.path } = place;
      if (within !== undefined) {
        const found = place.excerpt.indexOf(within, place.column - 1);
        if (found !== -1) {
          place.column = found + 1;
          place.length = within.length;
        }
      }
      const same = (one: Diagnostic): boolean =>
        one.file === path && one.line === place.line && one.column === place.column;
      if (once && diagnostics.some(same)) return;
      // What several flows use is checked in each of them, and told once.
      const told = each ? undefined : diagnostics.find((one) => same(one) && one.code === code);
      const isLent = path !== file.path;
      if (told && (isShared.test(path) || isLent || lent.has(told))) return;
      // What was probably misspelt is there already.
      if (missingKey && suggestion === undefined) {
        missingKeys.push(missingKey.file === file.path ? { ...missingKey, file: path } : missingKey);
      }
      const diagnostic = diagnosticAt(file.path, place, code, values, suggestion);
      if (isLent) lent.add(diagnostic);
      diagnostics.push(diagnostic);
    },
  };
}
