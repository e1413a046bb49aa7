import type { Answer, CompiledField, CompiledFlow } from "../types/index.ts";

/** What a row's id looks like. */
export const rowIdPattern = "^r[1-9][0-9]{0,5}$";

const rowId = new RegExp(rowIdPattern);

/** Rows beyond these are not looked at; a list's own limit is lower. */
const maxRows = 1_000;

/** The path of a field in one row: that of the list, the row's id, and the rest of the field's. */
export const rowPath = (list: string, row: string, path: string): string =>
  `${list}.${row}${path.slice(list.length)}`;

/** The rows that an answer of a list names: each once, and nothing that is no id. */
export const rowsIn = (answer: unknown): string[] =>
  Array.isArray(answer)
    ? [...new Set(answer)]
        .filter((id): id is string => typeof id === "string" && rowId.test(id))
        .slice(0, maxRows)
    : [];

/** Where a path leads: the field as it was compiled, and in which row of which list. Undefined for what is no field. */
export function placeIn(
  { fields }: Pick<CompiledFlow, "fields">,
  path: string,
): { field: CompiledField; list?: string; row?: string } | undefined {
  const field = Object.hasOwn(fields, path) ? fields[path]! : undefined;
  if (field && field.list === undefined) return { field };
  const segments = path.split(".");
  for (let length = 2; length + 1 < segments.length; length++) {
    const list = segments.slice(0, length).join(".");
    if (!Object.hasOwn(fields, list) || fields[list]!.type !== "list") continue;
    const row = segments[length]!;
    const inRow = [list, ...segments.slice(length + 1)].join(".");
    const found = Object.hasOwn(fields, inRow) ? fields[inRow]! : undefined;
    return found?.list === list && rowId.test(row) ? { field: found, list, row } : undefined;
  }
  return undefined;
}

/** The field that a path leads to, in a row or not; undefined for what is no field. It has the path that it was compiled with. */
export const fieldAt = (
  { flow }: { flow: Pick<CompiledFlow, "fields"> },
  path: string,
): CompiledField | undefined => placeIn(flow, path)?.field;

/** Fields that hold others: they read as objects of what these have. */
export const isContainer = ({ type }: CompiledField): boolean => type === "group" || type === "list";

/**
 * What a group or list reads as: an object of its effective answers, or a list of them, a row each. A group without any
 * is null, a list without rows empty.
 * @param path of the group or list as it stands, with its row where it is in one.
 */
export function collected(
  flow: Pick<CompiledFlow, "fields">,
  container: CompiledField,
  path: string,
  read: (path: string) => Answer | undefined,
): unknown {
  const objectOf = (paths: string[], at: (inner: string) => string): Record<string, unknown> | null => {
    const entries = paths.flatMap((inner) => {
      const field = flow.fields[inner]!;
      const value = isContainer(field) ? collected(flow, field, at(inner), read) : read(at(inner));
      const isNone = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
      return isNone ? [] : [[field.id, value] as const];
    });
    return entries.length === 0 ? null : Object.fromEntries(entries);
  };
  const inner = container.fields ?? [];
  if (container.type === "group") {
    return objectOf(inner, (one) => path + one.slice(container.path.length));
  }
  return rowsIn(read(path)).map(
    (row) => objectOf(inner, (one) => `${path}.${row}${one.slice(container.path.length)}`) ?? {},
  );
}
