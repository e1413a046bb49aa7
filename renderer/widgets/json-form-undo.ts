import { applyPatches, enablePatches, type Patch } from "immer";
import { createContext } from "react";
import type { Json } from "../../schemas/engine/evaluate.ts";
import type { JsonObject } from "./json-form-data.ts";

enablePatches();

export type DataPath = (string | number)[];

/** What was taken out of a form's data, and what puts it in again. */
export interface Removal {
  title: string;
  /** Of the list or object that it was taken out of. */
  holder: DataPath;
  /** Where it was in there. */
  key: string | number;
  patch: Patch;
}

const isHolder = (value: Json | undefined): value is JsonObject | Json[] =>
  typeof value === "object" && value !== null;

const at = (data: Json, place: DataPath): Json | undefined =>
  place.reduce<Json | undefined>(
    (value, key) => (isHolder(value) ? (value as JsonObject)[key] : undefined),
    data,
  );

/** What takes back that a value goes. */
export function removalOf(data: JsonObject, place: DataPath, title: string): Removal {
  return {
    title,
    holder: place.slice(0, -1),
    key: place.at(-1)!,
    patch: { op: "add", path: place, value: at(data, place) },
  };
}

/** The data with it in its place again; all else stays as it is now. Undefined where its list or object is gone itself. */
export function putBack(data: JsonObject, { holder, key, patch }: Removal): JsonObject | undefined {
  const found = at(data, holder);
  if (!isHolder(found)) return undefined;
  // A list may have become shorter.
  const last = Array.isArray(found) ? Math.min(Number(key), found.length) : key;
  return applyPatches(data, [{ ...patch, path: [...holder, last] }]);
}

interface Undo {
  removal?: Removal | undefined;
  /** To be called before the value goes. */
  removing(place: DataPath, title: string): void;
  /** Puts it back. */
  undo(): void;
  /** Offers it no longer. */
  forget(): void;
}

export const JsonFormUndo = createContext<Undo>({ removing() {}, undo() {}, forget() {} });
