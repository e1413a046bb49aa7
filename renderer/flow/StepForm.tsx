import Form from "@rjsf/core";
import type { FieldProps, RJSFSchema, ValidatorType } from "@rjsf/utils";
import {
  createContext,
  use,
  useMemo,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type ReactNode,
} from "react";
import { stepSchema, type CompiledFlow, type CompiledStep } from "../../schemas/engine/evaluate.ts";
import { useFlow } from "../run/context.ts";
import { stepParts } from "./step-ui.ts";
import { BareField, Nothing, ObjectTemplate } from "./templates.tsx";

/** rjsf validates nothing: the engine does, on the store's values. */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

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
/** What stands after the sections, in the form itself: it changes, and nothing that rjsf draws does so with it. */
const AfterSections = createContext<ReactNode>(null);

/** Buttons of a step that continue, beside its own. */
const otherSubmits = (flow: CompiledFlow, { id }: CompiledStep): string[] =>
  Object.values(flow.fields).flatMap(({ path, widget }) =>
    widget === "submitButton" && path.startsWith(`${id}.`) ? [path] : [],
  );

/**
 * The `form` that rjsf draws its sections in. Sending it is the run's: rjsf would validate, and draw all of it anew.
 * Whatever sends the form, personal data must not get into an address. What a finder asks is none, and is looked for as
 * soon as it is chosen.
 */
function FormElement({ children, onSubmit: _ofRjsf, ...attributes }: ComponentProps<"form">) {
  const { flow, step, store, run } = useFlow();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (event.target !== event.currentTarget || flow.finder) return;
    // It was not one of the step's other buttons.
    for (const path of otherSubmits(flow, step))
      if (store.leaf(path).value === true) store.set(path, undefined);
    void run.submitStep(step.id);
  };
  return (
    <form {...attributes} method={flow.finder ? "get" : "post"} onSubmit={submit}>
      {children}
      {use(AfterSections)}
    </form>
  );
}

interface StepFormProps {
  /** What draws a list; a finder has none. */
  rows?: ComponentType<FieldProps>;
  children: ReactNode;
}

/** One step, its structure walked by rjsf. `children` stand after the sections: the button and what belongs to it. */
export function StepForm({ rows, children }: StepFormProps) {
  const { flow, step } = useFlow();
  const form = useMemo(
    () => (
      <Form
        tagName={FormElement}
        schema={stepSchema(flow, step) as RJSFSchema}
        uiSchema={stepParts(flow, step)}
        formData={nothingFilledIn}
        experimental_defaultFormStateBehavior={noDefaults}
        validator={noValidator}
        fields={rows ? { rows } : {}}
        templates={templates}
        idPrefix="step"
        noHtml5Validate
        noValidate
        showErrorList={false}
      >
        {/* Continuar comes after the sections. */}
        <></>
      </Form>
    ),
    [flow, step, rows],
  );
  return <AfterSections value={children}>{form}</AfterSections>;
}
