/** What the grammars accept of definition files. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { isDefinition, placeOf } from "../project/file-kinds.ts";
import type { Report } from "../report/report.ts";
import { withoutRefused } from "./accepted.ts";
import { checkShape, validatorOf, type Grammar } from "./shape.ts";

const grammarFile = /^schemas\/language\/([^/]+\.schema\.json)$/;

/** The grammar that stands among the files. */
export function grammarOf(files: Record<string, ReadFile>): Grammar {
  const grammar: Grammar = {};
  for (const [path, { value }] of Object.entries(files)) {
    const name = grammarFile.exec(path)?.[1];
    if (name !== undefined) grammar[name] = value;
  }
  return grammar;
}

/**
 * Tells what the grammars refuse, and gives all files without it: after this, what a file says is of the type that its grammar
 * asks for (`AcceptedPart`), and whatever it should say may be missing.
 */
export function acceptedFiles(
  report: Report,
  files: Record<string, ReadFile>,
  grammar: Grammar = grammarOf(files),
): Record<string, ReadFile> {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => {
      const value = acceptedOf(report, file, grammar);
      return [path, value === file.value ? file : { ...file, value }];
    }),
  );
}

function acceptedOf(report: Report, file: ReadFile, grammar: Grammar): unknown {
  if (!isDefinition(file.path) || file.value === undefined) return file.value;
  const place = placeOf(file.path);
  if (!place) {
    report.add(file, [], "unknown-file");
    return undefined;
  }
  const validate = validatorOf(grammar, place.kind);
  if (!validate) {
    const name = `schemas/language/${place.kind}.schema.json`;
    report.add(file, [], "unusable-grammar", { grammar: name });
    report.markInvalid(file, []);
    return {};
  }
  const mistakes = checkShape({ report, file, value: file.value, root: [] }, validate);
  for (const { at } of mistakes) report.markInvalid(file, invalidPart(place.kind, at));
  return withoutRefused(
    file.value,
    mistakes.flatMap(({ at, expected }) => (expected ? { at, expected } : [])),
  );
}

/** How far a mistake of shape reaches: what holds it cannot be judged, what stands beside it can. */
function invalidPart(kind: string, at: JsonPath): JsonPath {
  if (kind === "wording") return at;
  if (kind === "fragment") return at[0] === "fields" && at.length >= 2 ? innermost(at, 2) : [];
  if (kind !== "flow") return [];
  if (at[0] === "steps" && at[2] === "sections" && at.length >= 6) return innermost(at, 6);
  if (at[0] === "steps" && (at[2] === "onContinue" || at[2] === "schema")) return at.slice(0, 3);
  if (partsOfFlow.has(at[0]) && at.length >= 2) return at.slice(0, 2);
  return [];
}

const partsOfFlow: ReadonlySet<unknown> = new Set([
  "data",
  "dialogs",
  "documents",
  "mails",
  "rules",
  "sequences",
]);

/** The field in which a mistake is, from one that is around it: groups and lists hold others. */
function innermost(at: JsonPath, length: number): JsonPath {
  return at[length] === "fields" && at.length >= length + 2 ? innermost(at, length + 2) : at.slice(0, length);
}
