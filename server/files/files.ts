/** Files that answers name: what is taken, and whether an answer tells the truth about its file. */
import {
  fieldAt,
  fileSize,
  type CompiledField,
  type Evaluation,
  type FileAnswer,
  type Prepared,
  type Problem,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { findFiles } from "../store/files.ts";
import type { Queries } from "../store/store.ts";
import { ScanError, type Scanner } from "../file-safety/clamd.ts";
import type { FileContent } from "../file-safety/file-content.ts";
import type { Log } from "../log.ts";
import { extensionsOf, typeOfContent } from "./content-types.ts";
import { judgeContent } from "../file-safety/judge.ts";
import { maxPages, maxPixels, type Refused } from "../file-safety/content-fault.ts";

/** Bytes that any file may have; a field may take less. */
export const maxFileBytes = 10 * 1024 * 1024;
/** Files that one run may have, however many it asks for. */
export const maxFiles = 20;

const maxNameLength = 255;

interface FileSchema {
  size?: { maximum?: number };
  type?: { enum?: string[] };
}

/** What a field takes. */
export function limitsOf(field: CompiledField): { size: number; types?: string[] } {
  const { size, type } = (field.schema["properties"] ?? {}) as FileSchema;
  return {
    size: Math.min(size?.maximum ?? maxFileBytes, maxFileBytes),
    ...(type?.enum ? { types: type.enum } : {}),
  };
}

export const tooLarge = (bytes: number): ApiError =>
  new ApiError("file-too-large", { limit: fileSize(bytes) });

interface GivenFile {
  name: string;
  /** MIME type that the sender says. */
  declared: string | undefined;
  content: FileContent;
}

/** What is taken somewhere: bytes at most, and MIME types; left out, all types of the language. */
export interface FileLimits {
  size: number;
  types?: string[];
}

/**
 * What a file is, in a place that says what it takes.
 * @throws {ApiError} `file-empty`, `file-too-large`, `file-type`, `file-name`, `unavailable` with words for the person.
 */
export type FileJudge = (given: GivenFile, limits: FileLimits) => Promise<{ name: string; type: string }>;

/** Judges files by what they hold, and then has them scanned, where somebody does. */
export const createJudge =
  ({ scanner, log }: { scanner?: Scanner | undefined; log: Pick<Log, "warn" | "error"> }): FileJudge =>
  async (given, limits) => {
    const judged = await judgeFor(given, limits);
    if (!scanner) return judged;
    let found: string | undefined;
    try {
      found = await scanner.scan(given.content);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      log.error({ err: error }, "a file could not be scanned, and is not taken");
      throw new ApiError("unavailable.scan");
    }
    if (found === undefined) return judged;
    log.warn({ found, type: judged.type }, "a file is not taken: something was found in it");
    throw new ApiError("file-type.infected");
  };

/** By what it holds alone. */
export async function judgeFor(
  given: GivenFile,
  { size, types }: FileLimits,
): Promise<{ name: string; type: string }> {
  if (given.content.size === 0) throw new ApiError("file-empty");
  if (given.content.size > size) throw tooLarge(size);
  const name = plainName(given.name);
  const found = await typeOfContent(given.content, { older: types !== undefined });
  if (!found || (types && !types.includes(found.type))) {
    throw new ApiError("file-type.accepted", { types: extensionsOf(types) });
  }
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (!found.extensions.includes(extension) || !isDeclared(given.declared, found.type)) {
    throw new ApiError("file-type.content");
  }
  const refused = await judgeContent(given.content, found.type);
  if (refused) throw refusedContent(refused);
  return { name, type: found.type };
}

function refusedContent(refused: Refused): ApiError {
  switch (refused) {
    case "pages":
      return new ApiError("file-too-large.pages", { limit: maxPages });
    case "pixels":
      return new ApiError("file-too-large.pixels", { limit: maxPixels / 1_000_000 });
    case "unpacked":
      return new ApiError("file-too-large.unpacked");
    default:
      return new ApiError(`file-type.${refused}`);
  }
}

/** Browsers that do not know a type say none, or only that these are bytes. */
const isDeclared = (declared: string | undefined, type: string): boolean => {
  const said = declared?.split(";", 1)[0]!.trim().toLowerCase() ?? "";
  // Windows says of tables as text that they are Excel's.
  const isTable = type === "text/csv" && ["application/vnd.ms-excel", "text/plain"].includes(said);
  return said === "" || said === "application/octet-stream" || said === type || isTable;
};

/** The last part of a name, without signs that nobody sees. */
function plainName(given: string): string {
  const name = given
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .replace(/^.*[/\\]/s, "")
    .trim();
  if (name !== "" && name.isWellFormed() && name.length <= maxNameLength) return name;
  throw new ApiError("file-name", { limit: maxNameLength });
}

/**
 * The evaluation's problems, and those of file answers that name no file of this run, or say another name, size or type
 * of it; in the order in which they are asked.
 */
export async function checkFiles(
  db: Queries,
  run: string,
  prepared: Prepared,
  { values, fields, problems }: Pick<Evaluation, "values" | "fields" | "problems">,
): Promise<Problem[]> {
  // Only what is visible and enabled has a value.
  const named = Object.entries(values).flatMap(([path, answer]) => {
    const field = answer === undefined ? undefined : fieldAt(prepared, path);
    return field?.type === "file" ? [{ path, field, answer: answer as unknown as FileAnswer }] : [];
  });
  const ids = named.map(({ answer }) => answer.id).filter((id) => typeof id === "string");
  const stored = new Map((await findFiles(db, run, ids)).map((file) => [file.id, file]));
  const wrong = named
    .filter(({ path, answer }) => {
      const file = stored.get(answer.id);
      const same = file?.name === answer.name && file.size === answer.size && file.type === answer.type;
      return !same && !problems.some((problem) => problem.path === path);
    })
    .map(({ path, field }): Problem => {
      const worded = Object.hasOwn(field.problems, "gone") || Object.hasOwn(prepared.flow.problems, "gone");
      return { path, code: "file.gone", words: worded ? "gone" : "required", values: {} };
    });
  if (wrong.length === 0) return problems;
  const places = new Map(Object.keys(fields).map((path, index) => [path, index]));
  return [...problems, ...wrong].toSorted((a, b) => places.get(a.path)! - places.get(b.path)!);
}
