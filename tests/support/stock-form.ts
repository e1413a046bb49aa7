/** Rjsf as it comes, with its own theme and its own validator: it knows nothing of us but the two schemas it is given. */
import Form from "@rjsf/core";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const { schema, uiSchema } = JSON.parse(document.getElementById("schemas")!.textContent) as {
  schema: RJSFSchema;
  uiSchema: UiSchema;
};
const sent = document.getElementById("sent")!;

// No JSX, which a test's own settings would build for development.
createRoot(document.getElementById("form")!).render(
  createElement(Form, {
    schema,
    uiSchema,
    validator,
    noHtml5Validate: true,
    onSubmit: ({ formData }) => (sent.textContent = JSON.stringify(formData)),
  }),
);
