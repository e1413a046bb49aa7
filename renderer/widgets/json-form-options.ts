import { getSchemaType, type FieldTemplateProps, type RJSFSchema } from "@rjsf/utils";
import type { QuestionType } from "./json-form-problems.ts";

/** The last name of a field's path. */
export const fieldName = ({ fieldPathId }: Pick<FieldTemplateProps, "fieldPathId">): string =>
  String(fieldPathId.path.at(-1) ?? "");

/** As what a value is asked: a list of a few values is a choice, whatever their type. */
export function questionType(
  { schemaUtils }: FieldTemplateProps["registry"],
  schema: RJSFSchema,
): QuestionType {
  if (schemaUtils.isMultiSelect(schema)) return "choices";
  const type = getSchemaType(schema);
  if (type === "array") return "list";
  return type === "boolean" || schemaUtils.isSelect(schema) ? "choice" : "text";
}
