/** Whatever is answered, rjsf asks about no sub-schema that was not compiled with the flow. */
import Form from "@rjsf/core";
import type { ValidatorType } from "@rjsf/utils";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { compileRawStep } from "../../schemas/engine/3-compile/raw-step.ts";
import { compileValidators, type CompiledFlow } from "../../schemas/engine/all.ts";
import { formValidators } from "../../renderer/widgets/json-form-validator.ts";
import { formSchemas, names, values } from "./support/form-schemas.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const { answer } = fc.letrec((tie) => ({
  answer: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 5 }),
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(...values),
    tie("answer"),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

describe("what rjsf asks", () => {
  test.each(Object.entries(formSchemas))("is all compiled: %s", (_, schema) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
    const field = compileRawStep(schema, {}, new Map());
    const flow = { fields: { "s.form": field } } as unknown as CompiledFlow;
    const { rjsf, of } = formValidators(flow.fields["s.form"]!, compileValidators(flow));
    let questions = 0;
    let missed: unknown;
    const validator: ValidatorType = {
      ...rjsf,
      isValid: (asked, value, root) => {
        if (typeof asked === "object" && asked.$id === undefined) {
          questions += 1;
          if (!of(asked)) missed = asked;
        }
        return rjsf.isValid(asked, value, root);
      },
    };
    fc.assert(
      fc.property(answer, (formData) => {
        missed = undefined;
        try {
          renderToString(<Form schema={field.schema} formData={formData} validator={validator} />);
        } catch (error) {
          // Rjsf cannot draw some answers of a wrong type; what it asked until then counts.
          if (!(error instanceof TypeError)) throw error;
        }
        expect(missed).toBeUndefined();
      }),
      { numRuns: propertyRuns(15), seed: 7 },
    );
    expect(questions).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });
});
