import { asNumber, getUiOptions, type FieldProps, type RegistryFieldsType } from "@rjsf/utils";
import { useState, type ComponentType } from "react";

/** A number is typed as text, with a comma or a point, and shown as it was typed. */
function NumberField(props: FieldProps) {
  const { registry, formData, onChange, schema, uiSchema } = props;
  const StringField = registry.fields["StringField"] as ComponentType<FieldProps>;
  const [typed, setTyped] = useState<string>();
  const { widget = "text" } = getUiOptions(uiSchema);
  const asText = widget === "text" && schema.enum === undefined;
  const shown = asText && typed !== undefined && numberOf(typed) === formData ? typed : formData;
  return (
    <StringField
      {...props}
      formData={shown}
      onChange={(value, path, errors, id) => {
        if (typeof value === "string") setTyped(value);
        onChange(typeof value === "string" ? numberOf(value) : value, path, errors, id);
      }}
    />
  );
}

/** What is no number stays text, which is then the problem. */
const numberOf = (typed: string): unknown => {
  const plain = typed.trim().replace(",", ".");
  return plain === ""
    ? undefined
    : /^-?[0-9]+(?:\.[0-9]*)?$/.test(plain)
      ? asNumber(plain.replace(/\.$/, ""))
      : typed;
};

/** Ours in the place of rjsf's. */
export const jsonFormFields: RegistryFieldsType = { NumberField };
