/** Which keywords a value's schema takes is one table; checker, grammar and compiler agree with it. */
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { leafKeywords } from "../../schemas/engine/3-compile/leaf-schema.ts";
import { compileBrand, compileValidators, readSources } from "../../schemas/engine/all.ts";
import type { Sources, ValueType } from "../../schemas/engine/types/index.ts";
import { baseSources, grammarSources } from "./broken-cases.ts";

const values: Record<string, unknown> = {
  minLength: 1,
  maxLength: 9,
  pattern: "^[a-z]+$",
  format: "email",
  minimum: 1,
  maximum: 9,
  multipleOf: 1,
  minItems: 1,
  maxItems: 2,
};
const widgets: Partial<Record<ValueType, string>> = {
  text: "text",
  number: "text",
  money: "text",
  boolean: "checkbox",
  date: "date",
  time: "text",
  choice: "select",
  choices: "checkboxes",
  file: "file",
  display: "paragraph",
};
/** Types whose fields are told apart by a text beside or instead of their label. */
const speaking: ReadonlySet<ValueType> = new Set(["boolean", "display"]);
const pairs = (Object.keys(widgets) as ValueType[]).flatMap((type) =>
  Object.keys(values).map((keyword) => [type, keyword] as const),
);

const flow = "schemas/flows/visit/flow.json";
const base = baseSources();

/** The small project with a field of a kind of this type, each with a schema or none. */
function withSchema(type: ValueType, keyword: string, where: "kind" | "field" | "variant"): Sources {
  const schema = { [keyword]: values[keyword] };
  const variants = [{ when: { "!!": { var: "subject.topic" } }, schema }];
  const options =
    type === "choice" || type === "choices" ? { options: { list: [{ value: "a", label: "A" }] } } : {};
  const kind = { kind: "tried", type, widget: widgets[type], ...options };
  const field = { kind: "tried", label: "Prueba", ...(speaking.has(type) ? { text: "Texto" } : {}) };
  const said = where === "kind" ? {} : where === "field" ? { schema } : { variants };
  if (type === "display") Reflect.deleteProperty(field, "label");
  return {
    ...base,
    "schemas/kinds/tried.json": JSON.stringify({ ...kind, ...(where === "kind" ? { schema } : {}) }),
    [flow]: base[flow]!.replace(
      '"plate": {',
      `"tried": ${JSON.stringify({ ...field, ...said })}, "plate": {`,
    ),
  };
}

const codesOf = (sources: Sources): string[] => checkSources(sources).map(({ code }) => code);

describe("the keywords of a value's schema", () => {
  it.each(pairs)("of %s: %s", (type, keyword) => {
    const takes = leafKeywords(type).includes(keyword);
    for (const where of ["kind", "field", "variant"] as const) {
      const sources = withSchema(type, keyword, where);
      const codes = codesOf(sources);
      // Some types have no variants at all.
      if (takes && !(where === "variant" && type === "choices")) {
        expect({ where, codes }).toEqual({ where, codes: [] });
        const { flows } = compileBrand(readSources(sources).files, "AA").public;
        expect(() => compileValidators(flows["visit"]!)).not.toThrow();
      } else {
        expect({ where, told: codes.length }).toEqual({ where, told: 1 });
        expect(["key-does-not-fit", "unknown-key"]).toContain(codes[0]);
      }
    }
  });

  it("are what editors offer in a kind", () => {
    // What the project has is written for editors beside this grammar, and says nothing of keywords.
    const { allOf: _, ...grammar } = JSON.parse(grammarSources()["schemas/language/kind.schema.json"]!) as {
      allOf: unknown;
    };
    const name = "definitions.schema.json";
    const common = JSON.parse(grammarSources()[`schemas/language/${name}`]!) as object;
    const validate = new Ajv({ strict: false }).addSchema(common, name).compile(grammar);
    for (const [type, keyword] of pairs) {
      const kind = { kind: "tried", type, widget: widgets[type], schema: { [keyword]: values[keyword] } };
      expect({ type, keyword, taken: validate(kind) }).toEqual({
        type,
        keyword,
        taken: leafKeywords(type).includes(keyword),
      });
    }
  });
});
