import Form from "@rjsf/core";
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import { useMemo, type ReactNode } from "react";
import { stepSchema } from "../../schemas/engine/evaluate.ts";
import { useFlow } from "../run/context.ts";
import { LeafField } from "./LeafField.tsx";
import { RowsField } from "./RowsField.tsx";
import { stepParts } from "./step-ui.ts";
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
/** Nothing is filled in here either: the store holds the answers. */
const noDefaults = {
  arrayMinItems: { populate: "never" },
  emptyObjectFields: "skipDefaults",
  constAsDefaults: "never",
} as const;
/** What is chosen is looked for at once. */
const doNothing = (): void => {};

/** One step, its structure walked by rjsf. `children` stand after the sections: the button and what belongs to it. */
export function StepForm({ children }: { children: ReactNode }) {
  const { flow, step, run } = useFlow();
  const schema = useMemo(() => stepSchema(flow, step) as RJSFSchema, [flow, step]);
  const uiSchema = useMemo(() => stepParts(flow, step), [flow, step]);
  return (
    <Form
      // Personal data must not get into an address, whatever sends the form. What a finder asks is none.
      method={flow.finder ? "get" : "post"}
      schema={schema}
      uiSchema={uiSchema}
      formData={nothingFilledIn}
      experimental_defaultFormStateBehavior={noDefaults}
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
