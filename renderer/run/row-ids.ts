import { fieldAt, type Answers, type Prepared } from "../../schemas/engine/evaluate.ts";

/** Gives ids to rows. None is given twice in a run, so that what belonged to a row that is gone stays gone. */
export interface RowIds {
  /** Takes note of the rows in these answers. */
  see(answers: Answers): void;
  next(list: string): string;
}

const numberOf = (id: string): number => (/^r[0-9]+$/.test(id) ? Number(id.slice(1)) : 0);

export function rowIds(prepared: Prepared): RowIds {
  const highest = new Map<string, number>();
  const see = (list: string, id: string): void =>
    void highest.set(list, Math.max(highest.get(list) ?? 0, numberOf(id)));
  return {
    see(answers) {
      for (const [path, value] of Object.entries(answers)) {
        const field = fieldAt(prepared, path);
        if (field?.type === "list" && Array.isArray(value)) {
          for (const id of value) see(path, id);
        } else if (field?.list !== undefined) {
          see(field.list, path.slice(field.list.length + 1).split(".", 1)[0]!);
        }
      }
    },
    next(list) {
      const id = `r${(highest.get(list) ?? 0) + 1}`;
      see(list, id);
      return id;
    },
  };
}
