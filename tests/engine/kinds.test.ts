import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  compileBrand,
  compileValidators,
  evaluate,
  prepare,
  problemWords,
  typedAnswer,
  type Answer,
  type Prepared,
  type ReadFile,
} from "../../schemas/engine/all.ts";
import { projectFiles, root } from "../support/definitions.ts";

interface Table {
  brand: string;
  today: string;
  accepted: Answer[];
  refused: Record<string, string>;
  /** What is typed, and what is shown then. */
  formatted: Record<string, string>;
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

/** A flow of one field of the kind, compiled as any other. */
function flowOf(kind: string, brand: string): Prepared {
  const path = "schemas/flows/contact/flow.json";
  const flow = {
    flow: "contact",
    title: "T",
    steps: { s: { title: "S", sections: { only: { fields: { f: { kind, label: "F", text: "T" } } } } } },
  };
  const changed = { ...files, [path]: { ...files[path]!, value: flow } as ReadFile };
  const compiled = compileBrand(changed, brand).public.flows["contact"]!;
  return prepare(compiled, compileValidators(compiled));
}

const problemsOf = (prepared: Prepared, value: Answer, today: string) =>
  evaluate(prepared, { "s.f": value }, { today, data: {}, results: {} }).problems;

const rows = tables.flatMap(({ kind, tables: all }) =>
  all.map((table) => [`${kind} of ${table.brand}`, kind, table] as const),
);

describe.each(rows)("%s", (_, kind, { brand, today, accepted, refused, formatted }) => {
  const prepared = flowOf(kind, brand);
  const { field, format } = prepared.fields["s.f"]!;
  const stored = (text: string): Answer =>
    ["number", "money", "boolean"].includes(field.type) ? (JSON.parse(text) as Answer) : text;

  it("accepts", () => {
    for (const value of accepted) expect([value, problemsOf(prepared, value, today)]).toEqual([value, []]);
  });

  it("refuses, and says why", () => {
    for (const [text, code] of Object.entries(refused)) {
      const [problem] = problemsOf(prepared, stored(text), today);
      expect([text, problem?.code]).toEqual([text, code]);
      expect(problemWords(prepared, problem!)).not.toMatch(/\{|^$/);
      expect(problemWords(prepared, problem!)).not.toBe(code);
    }
  });

  it("reads and shows what is typed", () => {
    for (const [typed, shown] of Object.entries(formatted)) {
      const answer = typedAnswer(field, format, typed);
      expect([typed, answer === undefined ? "" : format!.show(String(answer))]).toEqual([typed, shown]);
    }
  });
});

it("every kind has a table, and every table a kind", async () => {
  const kinds = (await readdir(join(root, "schemas/kinds"))).map((file) => basename(file, ".json"));
  const kebab = (kind: string) => kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const without = new Set(["choice", "choices", "README.md"]);
  expect(tables.map(({ kind }) => kebab(kind)).toSorted()).toEqual(
    kinds.filter((kind) => !without.has(kind)).toSorted(),
  );
});
