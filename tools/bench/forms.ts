import {
  prepareFlow,
  rowPath,
  type Answers,
  type CompiledField,
  type CompiledFlow,
  type Prepared,
} from "../../schemas/engine/all.ts";

/** A form to be measured, with answers that are right. */
export interface Form {
  prepared: Prepared;
  answers: Answers;
}

/** The path of the list in forms with rows. */
export const list = "s.rows";

/** Row ids from `r1` on. */
export const rowIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `r${index + 1}`);

const kinds: [Partial<CompiledField>, string | number | boolean][] = [
  [{ schema: { type: "string", maxLength: 60, pattern: "^[A-Za-z ]+$" }, validator: "name" }, "Ana"],
  [{ schema: { type: "string", maxLength: 80, format: "email" }, validator: "email" }, "ana@correo.cl"],
  [{ type: "number", schema: { type: "number", minimum: 0, maximum: 999 }, validator: "number" }, 7],
  [{ type: "boolean", schema: { type: "boolean" }, validator: "boolean" }, true],
  [{ schema: { type: "string", pattern: "^[0-9]{8}$" }, validator: "digits" }, "12345678"],
];

const base = (path: string): CompiledField => ({
  path,
  id: path.slice(path.lastIndexOf(".") + 1),
  type: "text",
  widget: "text",
  kind: "text",
  label: path,
  required: true,
  schema: {},
  validator: "",
  says: {},
  checks: [],
  resets: [],
  problems: {},
  personal: false,
});

/** Questions of mixed types under a path, every fifth one asked only after an answer to the one before. */
function questions(under: string, count: number): { fields: CompiledField[]; answers: Answers } {
  const answers: Answers = {};
  const fields = Array.from({ length: count }, (_, index): CompiledField => {
    const [kind, answer] = kinds[index % kinds.length]!;
    const path = `${under}.f${index}`;
    answers[path] = answer;
    const visibleWhen = { "==": [{ var: `${under}.f${index - 1}` }, true] };
    return { ...base(path), ...kind, ...(index % 5 === 4 ? { visibleWhen } : {}) };
  });
  return { fields, answers };
}

/** A form of so many questions in one step; those of each row come on top. */
export function formOf(count: number, rows?: { count: number; questions: number }): Form {
  const plain = questions("s", count);
  const fields = [...plain.fields];
  const answers = { ...plain.answers };
  if (rows) {
    const inRow = questions(list, rows.questions);
    const ids = rowIds(rows.count);
    const schema = { type: "array", items: { type: "string" } };
    fields.push({
      ...base(list),
      type: "list",
      schema,
      validator: "rows",
      fields: inRow.fields.map(({ path }) => path),
    });
    fields.push(...inRow.fields.map((field) => ({ ...field, parent: list, list })));
    answers[list] = ids;
    for (const row of ids) {
      for (const [path, answer] of Object.entries(inRow.answers)) answers[rowPath(list, row, path)] = answer;
    }
  }
  const section = { id: "a", fields: fields.filter((field) => !field.list).map(({ path }) => path) };
  const flow: CompiledFlow = {
    flow: "bench",
    title: "Bench",
    steps: [{ id: "s", slug: "", title: "S", action: "Ok", ends: false, sections: [section] }],
    fields: Object.fromEntries(fields.map((field) => [field.path, field])),
    data: {},
    trees: {},
    dialogs: {},
    problems: {},
  };
  return { prepared: prepareFlow(flow), answers };
}
