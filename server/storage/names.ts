/** How objects in a storage are called, and how a storage fails. */

const namePattern = /^[0-9a-f]{2}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Under which name the file with this id, a UUID, is kept: spread over 256 folders. */
export const nameOf = (id: string): string => checkedName(`${id.slice(0, 2)}/${id}`);

export const isName = (text: string): boolean => namePattern.test(text);

/** A name is part of a path: nothing but what we made reaches a storage. */
export function checkedName(name: string, isOurs = isName): string {
  if (!isOurs(name)) throw new Error("not a name of a stored file");
  return name;
}

/** `full`: no room. `missing`: no such object. `unavailable`: anything else that may pass. */
export type StorageFailure = "full" | "missing" | "unavailable";

export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageFailure;
  constructor(kind: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** An error of the file system, as a storage says it; others stay as they are. */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const kind = fullCodes.has(code) ? "full" : code === "ENOENT" ? "missing" : "unavailable";
  return new StorageError(kind, message, { cause: error });
}
