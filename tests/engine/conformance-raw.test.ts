import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import {
  rawKeywords,
  rawSchemaProblems,
  refusedKeywords,
} from "../../schemas/engine/2-check/raw/raw-schema.ts";
import { rawFormats } from "../../schemas/engine/3-compile/raw-formats.ts";
import { compileRawStep, rootSchema } from "../../schemas/engine/3-compile/raw-step.ts";
import {
  compileValidators,
  validatorModule,
  type CompiledFlow,
  type Validators,
} from "../../schemas/engine/all.ts";
import { root } from "../support/definitions.ts";

interface Row {
  schema: Record<string, unknown>;
  accepted: unknown[];
  refused: unknown[];
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const table = JSON.parse(read("fixtures/conformance/raw-schema.json")) as Record<string, Row[]>;
const page = read("docs/conformance.md")
  .split(/^## /m)
  .find((section) => section.startsWith("Steps that are a JSON Schema"))!;
const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
const cellsOf = (part: string): [string, string][] =>
  [...part.matchAll(/^\| (.+?) +\| (.*?) +\|$/gm)].map(([, a, b]) => [a!, b!]);
const [taken, refused] = page.split("What `npm run check` refuses") as [string, string];

const plainAjv = (): Ajv => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  return ajv;
};

describe.each(Object.entries(table))("a step's JSON Schema: %s", (_, rows) => {
  it.each(rows)("$schema", async ({ schema, accepted, refused: wrong }) => {
    expect(rawSchemaProblems(schema)).toEqual([]);
    const field = compileRawStep(schema, undefined, new Map());
    const flow = { fields: { "s.form": field } } as unknown as CompiledFlow;
    const module = `data:text/javascript,${encodeURIComponent(validatorModule(flow))}`;
    const plain = plainAjv().compile(rootSchema(schema));
    const server = compileValidators(flow)[field.validator]!;
    const browser = ((await import(module)) as Validators)[field.validator]!;
    for (const judge of [plain, server, browser]) {
      expect(accepted.filter((value) => !judge(value))).toEqual([]);
      expect(wrong.filter((value) => judge(value))).toEqual([]);
    }
  });
});

describe("what the page says of a step's JSON Schema", () => {
  it("names the keywords of the cases, and no others", () => {
    const told = cellsOf(taken).flatMap(([keyword]) => (keyword.startsWith("`") ? [codes(keyword)] : []));
    expect(told.map((names) => names.join(", "))).toEqual(Object.keys(table));
    const others = codes(/^`\$comment`.*$/m.exec(taken)![0].split("are taken")[0]!);
    expect([...told.flat(), ...others].toSorted()).toEqual(rawKeywords.toSorted());
    const formats = codes(/^\| `format` .*$/m.exec(taken)![0].split(";")[0]!);
    expect(formats.filter((name) => !["format", "#a0b1c2"].includes(name))).toEqual(Object.keys(rawFormats));
  });

  const rows = cellsOf(refused).filter(([what]) => what.startsWith("`"));

  it("names every keyword that is refused", () => {
    expect(codes(rows[0]![0])).toEqual([...refusedKeywords]);
    for (const keyword of refusedKeywords) {
      // Each with a value that draft-07 does not refuse already.
      const value = keyword === "$async" ? true : keyword.startsWith("content") ? "x" : {};
      const found = rawSchemaProblems({ properties: { a: { [keyword]: value } } });
      expect([keyword, found.map(({ code }) => code)]).toEqual([keyword, ["unknown-key"]]);
    }
  });

  it.each(rows.slice(1))("refuses %s: %s", (schema, code) => {
    const found = rawSchemaProblems(JSON.parse(codes(schema)[0]!)).map((one) => one.code);
    expect(found).toEqual(codes(code));
  });
});
