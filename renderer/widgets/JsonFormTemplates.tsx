import { Button } from "../controls/Button.tsx";
import {
  ADDITIONAL_PROPERTY_FLAG,
  deepEquals,
  getSchemaType,
  getUiOptions,
  type DescriptionFieldProps,
  type FieldTemplateProps,
  type IconButtonProps,
  type MultiSchemaFieldTemplateProps,
  type TemplatesType,
} from "@rjsf/utils";
import { isValidElement, use, useEffect, type ReactElement } from "react";
import { useWords } from "../page/words.ts";
import { hintId, labelId, Problem } from "./FieldFrame.tsx";
import { JsonFormChoices, JsonFormProblems } from "./json-form-context.ts";
import { ArrayFieldTemplate, ObjectFieldTemplate } from "./JsonFormHolders.tsx";
import { ArrayFieldItemTemplate } from "./JsonFormItem.tsx";
import { tellsApart, type JsonSchema } from "../../schemas/engine/evaluate.ts";
import { named } from "./json-form-data.ts";
import { fieldName, questionType } from "./json-form-options.ts";
import { JsonFormUndo } from "./json-form-undo.ts";
import own from "./JsonForm.module.css";
import classes from "./widgets.module.css";

const Nothing = () => null;

/** Several controls have no one label: their group is named by the text. */
const severalControls = new Set(["radio", "checkboxes"]);

/** Label, hint, control and problem of one value; what holds others brings its name itself. */
function FieldTemplate(props: FieldTemplateProps) {
  const {
    id,
    label,
    children,
    formData,
    hidden,
    required,
    displayLabel,
    schema,
    uiSchema,
    rawErrors,
    rawHelp,
  } = props;
  const { text } = useWords();
  const say = use(JsonFormProblems);
  const { widget } = getUiOptions(uiSchema);
  const root = props.registry.rootSchema as JsonSchema;
  if (hidden || tellsApart(root, fieldName(props), schema)) return <div hidden>{children}</div>;
  // What can have one value only, and has it, is told and not asked.
  if ("const" in schema && schema.type !== "boolean" && deepEquals(formData, schema.const)) {
    return <Settled id={id} label={label} hint={props.rawDescription} value={schema.const} />;
  }
  const problem = rawErrors?.length ? say(id, named(label), questionType(props.registry, schema)) : undefined;
  const isUnion = props.registry.schemaUtils.isSelect(schema) ? false : Boolean(schema.oneOf ?? schema.anyOf);
  const type = getSchemaType(schema);
  const holds = type === "object" || (type === "array" && !displayLabel);
  const added = ADDITIONAL_PROPERTY_FLAG in schema ? <AddedKey {...props} /> : null;
  if (holds || isUnion || (type === "boolean" && !displayLabel)) {
    // What a union holds says itself what is wrong; so does a tick.
    const said = isUnion || type === "boolean" ? undefined : problem;
    return (
      <div className={holds || isUnion ? own["whole"] : own["part"]}>
        {added}
        {children}
        <Problem id={id} problem={said} />
      </div>
    );
  }
  const several = severalControls.has(String(widget)) || type === "array";
  const Label = several ? "div" : "label";
  const hint = [props.rawDescription, rawHelp].filter(Boolean).join(" ");
  return (
    <>
      {added}
      <div
        className={classes["field"]}
        data-problem={problem !== undefined || undefined}
        data-hint={hint !== "" || undefined}
      >
        <Label className={classes["label"]} id={labelId(id)} {...(several ? {} : { htmlFor: id })}>
          {named(label)}
          {!required && <span className={classes["optional"]}> ({text("optional")})</span>}
        </Label>
        {hint !== "" && (
          <div className={classes["hint"]} id={hintId(id)}>
            {hint}
          </div>
        )}
        <div className={classes["control"]}>
          {children}
          <Problem id={id} problem={problem} />
        </div>
      </div>
    </>
  );
}

interface SettledProps {
  id: string;
  label: string;
  hint?: string | undefined;
  value: unknown;
}

function Settled({ id, label, hint, value }: SettledProps) {
  return (
    <div className={classes["field"]} data-hint={hint ? true : undefined}>
      <div className={classes["label"]} id={labelId(id)}>
        {named(label)}
      </div>
      {hint && <div className={classes["hint"]}>{hint}</div>}
      <div className={classes["computed"]} role="group" aria-labelledby={labelId(id)} id={id}>
        {typeof value === "string" ? value : JSON.stringify(value)}
      </div>
    </div>
  );
}

/** The name of a value that the person added, and the way to take it away. */
function AddedKey(props: FieldTemplateProps) {
  const { id, label, disabled, readonly, fieldPathId, onKeyRenameBlur, onRemoveProperty } = props;
  const { text } = useWords();
  const { removing } = use(JsonFormUndo);
  return (
    <div className={own["added"]}>
      <label className={classes["label"]} htmlFor={`${id}-key`}>
        {text("form.key")}
      </label>
      <input
        id={`${id}-key`}
        className={own["key"]}
        defaultValue={label}
        disabled={disabled || readonly}
        onBlur={onKeyRenameBlur}
      />
      <Button
        variant="subtle"
        size="sm"
        disabled={disabled || readonly}
        onClick={() => {
          removing(fieldPathId.path, label);
          onRemoveProperty();
        }}
      >
        {text("rows.remove")}
      </Button>
    </div>
  );
}

/** What tells options apart, and the chosen one. */
function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const { text } = useWords();
  const choose = use(JsonFormChoices);
  const { id, value, label } = isValidElement(selector)
    ? (selector as ReactElement<{ id: string; value?: number; label?: string }>).props
    : { id: "", value: undefined, label: undefined };
  useEffect(() => choose(id, value ?? -1), [choose, id, value]);
  return (
    <div className={own["union"]}>
      <div className={classes["field"]}>
        <label className={classes["label"]} htmlFor={id} id={labelId(id)}>
          {label ? named(label) : text("form.option")}
        </label>
        <div className={classes["control"]}>{selector}</div>
      </div>
      {optionSchemaField}
    </div>
  );
}

const Description = ({ id, description }: DescriptionFieldProps) =>
  description ? (
    <div className={classes["hint"]} id={id}>
      {description}
    </div>
  ) : null;

/** A part that cannot be drawn says so: nothing is left out in silence. */
const Unsupported = () => {
  const { text } = useWords();
  return <p className={classes["empty"]}>{text("form.unsupported")}</p>;
};

/** A button with the word that it does. */
const button = (words: string, variant: "outline" | "subtle") =>
  function WordButton({ id, onClick, disabled }: IconButtonProps) {
    const { text } = useWords();
    return (
      <Button id={id} variant={variant} size="sm" disabled={disabled} onClick={onClick}>
        {text(words)}
      </Button>
    );
  };

export const jsonFormTemplates: Partial<Omit<TemplatesType, "ButtonTemplates">> & {
  ButtonTemplates: Partial<TemplatesType["ButtonTemplates"]>;
} = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  MultiSchemaFieldTemplate,
  DescriptionFieldTemplate: Description,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  UnsupportedFieldTemplate: Unsupported,
  CyclicSchemaExpandTemplate: ({ fieldPathId, onExpand }) => {
    const { text } = useWords();
    return (
      <Button variant="outline" size="sm" onClick={() => onExpand(fieldPathId.$id)}>
        {text("form.more")}
      </Button>
    );
  },
  ButtonTemplates: {
    AddButton: button("rows.add", "outline"),
    CopyButton: button("form.copy", "subtle"),
    MoveDownButton: button("form.down", "subtle"),
    MoveUpButton: button("form.up", "subtle"),
    RemoveButton: button("rows.remove", "subtle"),
    ClearButton: button("rows.remove", "subtle"),
  },
};
