import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  answerText,
  compileBrand,
  compileValidators,
  evaluate,
  formatNow,
  prepare,
  problemWords,
  typedAnswer,
  type Answer,
  type Answers,
  type Prepared,
  type ReadFile,
} from "../../schemas/engine/all.ts";
import { projectFiles, root } from "../support/definitions.ts";

/** Documented in `fixtures/kinds/README.md`. */
interface Table {
  brand: string;
  today: string;
  with?: Record<string, unknown>;
  field?: Record<string, unknown>;
  beside?: Record<string, Record<string, unknown>>;
  answers?: Answers;
  enabled?: false;
  accepted: Answer[];
  refused: Record<string, string>;
  alsoRefused?: { answer: Answer; code: string }[];
  /** What is typed, and what is shown then. */
  formatted: Record<string, string>;
  read?: Record<string, string>;
}

const folder = join(root, "fixtures/kinds");
const files = await projectFiles();
const tables = await Promise.all(
  (await readdir(folder))
    .filter((file) => file.endsWith(".json"))
    .map(
      async (file) =>
        JSON.parse(await readFile(join(folder, file), "utf8")) as { kind: string; tables: Table[] },
    ),
);

const path = "s.f";

/** A flow of one field of the kind, and those that it depends on, compiled as any other. */
function flowOf(kind: string, { brand, with: given, field, beside = {} }: Table): Prepared {
  const file = "schemas/flows/contact/flow.json";
  const named = (fields: Record<string, Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).map(([id, one]) => [id, { label: id, text: "T", ...one }]));
  const fields = named({ ...beside, f: { kind, ...(given ? { with: given } : {}), ...field } });
  const flow = {
    flow: "contact",
    title: "T",
    steps: { s: { title: "S", sections: { only: { fields } } } },
  };
  const changed = { ...files, [file]: { ...files[file]!, value: flow } as ReadFile };
  const compiled = compileBrand(changed, brand).public.flows["contact"]!;
  return prepare(compiled, compileValidators(compiled));
}

const rows = tables.flatMap(({ kind, tables: all }) =>
  all.map(
    (table) => [`${kind} of ${table.brand} ${JSON.stringify(table.answers ?? "")}`, kind, table] as const,
  ),
);

describe.each(rows)("%s", (_, kind, table) => {
  const prepared = flowOf(kind, table);
  const { field } = prepared.fields[path]!;
  const evaluated = (value: Answer | undefined) => {
    const answers = { ...table.answers, [path]: value };
    return evaluate(prepared, answers, { today: table.today, data: {}, results: {} });
  };
  const problemOf = (value: Answer) => evaluated(value).problems.find((problem) => problem.path === path);
  const stored = (text: string): Answer =>
    ["number", "money", "boolean"].includes(field.type) ? (JSON.parse(text) as Answer) : text;
  const refused = [
    ...Object.entries(table.refused).map(([text, code]) => ({ answer: stored(text), code })),
    ...(table.alsoRefused ?? []),
  ];

  it("accepts", () => {
    for (const value of table.accepted) expect([value, problemOf(value)]).toEqual([value, undefined]);
  });

  it("refuses, and says why", () => {
    for (const { answer, code } of refused) {
      const problem = problemOf(answer);
      expect([answer, problem?.code]).toEqual([answer, code]);
      expect(problemWords(prepared, problem!)).not.toMatch(/\{|^$/);
      expect(problemWords(prepared, problem!)).not.toBe(code);
    }
  });

  it("can be answered, or not yet", () => {
    const state = evaluated(undefined).fields[path]!;
    expect(state.enabled).toBe(table.enabled ?? true);
    if (!state.enabled) expect(state.problem).toBeUndefined();
  });

  it("reads and shows what is typed", () => {
    const format = formatNow(field, evaluated(undefined).fields[path]!);
    for (const [typed, shown] of Object.entries(table.formatted)) {
      const answer = typedAnswer(field, format, typed);
      expect([typed, answer === undefined ? "" : format!.show(String(answer))]).toEqual([typed, shown]);
    }
  });

  it("is read by people", () => {
    const { options } = evaluated(undefined).fields[path]!;
    for (const [text, read] of Object.entries(table.read ?? {})) {
      expect([text, answerText(prepared, path, { value: stored(text), options })]).toEqual([text, read]);
    }
  });
});

it("every kind that has something to accept has a table, and every table a kind", () => {
  const withTable = new Set(tables.map(({ kind }) => kind));
  const kinds = Object.entries(files).flatMap(([name, { value }]) =>
    name.startsWith("schemas/kinds/") ? [value as { kind: string; type?: string; options?: unknown }] : [],
  );
  const hasNothing = ({ type = "", options }: { type?: string; options?: unknown }) =>
    ["group", "display"].includes(type) || (["choice", "choices"].includes(type) && !options);
  const missing = kinds.filter((kind) => !hasNothing(kind) && !withTable.has(kind.kind));
  expect(missing.map(({ kind }) => kind)).toEqual([]);
  const known = new Set(kinds.map(({ kind }) => kind));
  expect([...withTable].filter((kind) => !known.has(kind))).toEqual([]);
});
