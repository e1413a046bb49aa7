// Not from the package itself, whose test helpers ask for a validator that we do not have.
import Form from "@rjsf/core/lib/components/Form.js";
import type { ValidatorType } from "@rjsf/utils";
import { useMemo, type ReactNode } from "react";
import { useFlow } from "../run/context.ts";
import { LeafField } from "./LeafField.tsx";
import { RowsField } from "./RowsField.tsx";
import { stepSchema } from "./step-schema.ts";
import { BareField, Nothing, ObjectTemplate } from "./templates.tsx";

/** rjsf validates nothing: the engine does, on the store's values. */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

const fields = { leaf: LeafField, rows: RowsField };
const templates = {
  FieldTemplate: BareField,
  ObjectFieldTemplate: ObjectTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};
const nothingFilledIn = {};
/** What is chosen is looked for at once. */
const doNothing = (): void => {};

/** One step, its structure walked by rjsf. `children` stand after the sections: the button and what belongs to it. */
export function StepForm({ children }: { children: ReactNode }) {
  const { flow, step, run } = useFlow();
  const { schema, uiSchema } = useMemo(() => stepSchema(flow, step), [flow, step]);
  return (
    <Form
      // Personal data must not get into an address, whatever sends the form. What a finder asks is none.
      method={flow.finder ? "get" : "post"}
      schema={schema}
      uiSchema={uiSchema}
      formData={nothingFilledIn}
      validator={noValidator}
      fields={fields}
      templates={templates}
      idPrefix="step"
      noHtml5Validate
      noValidate
      showErrorList={false}
      // rjsf takes all functions for equal and keeps the first: this one must not depend on what changes.
      onSubmit={flow.finder ? doNothing : () => void run.submitStep(step.id)}
    >
      {children}
    </Form>
  );
}
