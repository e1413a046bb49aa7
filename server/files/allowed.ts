/** How much one visitor may have on our disk: what the run's own questions ask for, and no more. */
import { statfs } from "node:fs/promises";
import { fieldAt, type CompiledField, type Prepared } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { limitsOf, maxFiles } from "./files.ts";
import { StorageError } from "../storage/names.ts";

const maxRowsOf = (prepared: Prepared, list: string | undefined): number => {
  const most = list === undefined ? 1 : fieldAt(prepared, list)?.schema["maxItems"];
  return typeof most === "number" ? most : maxFiles;
};

/**
 * Files that a run may have: each question that asks for one holds one, in each row of its list, and another may come
 * while it is replaced. 0 where the flow asks for none.
 */
export function filesOf(prepared: Prepared): number {
  const places = Object.values(prepared.flow.fields)
    .filter(({ type }) => type === "file")
    .reduce((sum, { list }) => sum + maxRowsOf(prepared, list), 0);
  return Math.min(places * 2, maxFiles);
}

/** The field that a file is for. @throws {ApiError} where no file is asked for there. */
export function fileField(prepared: Prepared, path: string): CompiledField {
  const field = fieldAt(prepared, path);
  if (field?.type === "file") return field;
  throw new ApiError("unknown-key.file", { path: path.slice(0, 80) });
}

/** Bytes that are on their way: those that were said, else as many as the field takes. */
export function bytesComing(said: string | undefined, field: CompiledField): number {
  const { size } = limitsOf(field);
  const length = Number(said ?? size);
  return Number.isSafeInteger(length) && length >= 0 ? length : size;
}

/** @throws {StorageError} `full`, where less than `free` bytes would be left beside what comes. */
export async function checkRoom(folder: string, coming: number, free: number): Promise<void> {
  if (free === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - coming < free) throw new StorageError("full", "too little of the disk is free");
}
