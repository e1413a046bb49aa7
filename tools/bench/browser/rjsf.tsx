/** What the same form costs with rjsf as it comes, drawn by its Mantine theme. */
import "@mantine/core/styles.css";
import { MantineProvider } from "@mantine/core";
import { Form } from "@rjsf/mantine";
import type { RJSFSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { createRoot } from "react-dom/client";
import { expose } from "./measured.ts";
import { choices, patterns, questions, type Question } from "./questions.ts";

const schemas: Record<Question["type"], RJSFSchema> = {
  name: { type: "string", maxLength: 60, pattern: patterns.name },
  email: { type: "string", maxLength: 80, pattern: patterns.email },
  digits: { type: "string", pattern: patterns.digits },
  amount: { type: "number", minimum: 0, maximum: 999_999 },
  choice: { type: "string", enum: choices },
  agree: { type: "boolean" },
};

function schemaOf(count: number): RJSFSchema {
  const all = questions(count);
  const property = ({ id, label, type }: Question) => [id, { title: label, ...schemas[type] }] as const;
  const dependants = Map.groupBy(
    all.filter(({ after }) => after !== undefined),
    ({ after }) => after!,
  );
  const always = all.filter(({ after }) => after === undefined);
  return {
    type: "object",
    required: always.filter(({ type }) => type !== "agree").map(({ id }) => id),
    properties: Object.fromEntries(always.map(property)),
    allOf: [...dependants].map(([after, shown]) => ({
      if: { properties: { [after]: { enum: [true] } }, required: [after] },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { properties: Object.fromEntries(shown.map(property)), required: shown.map(({ id }) => id) },
    })),
  };
}

expose((element, count) => {
  const schema = schemaOf(count);
  createRoot(element).render(
    <MantineProvider>
      <Form schema={schema} validator={validator} noHtml5Validate showErrorList={false} />
    </MantineProvider>,
  );
});
