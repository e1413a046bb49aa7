import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { contentThatIsNoText, findField, contentDoesNotFit } from "../variables/content-paths.ts";
import type { Project, ContentFieldDefinition } from "../project/project.ts";
import type { VariableProblem, WordScope } from "../variables/scope.ts";
import { asObject, asText } from "../report/values.ts";

/** A placeholder in a text. */
interface Placeholder {
  /** With braces, and with the kind that it is shown as. */
  whole: string;
  name: string;
  text: string;
}

/** Checks a placeholder that names content. Gives whether it does: others are not looked at. */
export function checkContentPlaceholder(
  project: Project,
  file: ReadFile,
  { whole, name, text }: Placeholder,
  at: JsonPath,
  scope: WordScope,
): boolean {
  if (!name.startsWith("content.")) return false;
  const owner = scope.owner === "El texto" ? `Un texto de ${file.path}` : scope.owner;
  const forEach = scope.forEach ?? asText((scope.flow ?? { value: asObject(file.value) }).value.forEach);
  const found = findField(project, name, owner, scope.brands, forEach);
  if (found === "unresolved") return true;
  const finding =
    "finding" in found
      ? found.finding
      : misfitInWords(found.field, owner, { whole, name, text }, scope.markdown);
  if (!finding) return true;
  const suggestion = finding.suggestion === undefined ? undefined : whole.replace(name, finding.suggestion);
  project.report.add(file, at, finding.code, finding.values, { suggestion, within: whole });
  return true;
}

/** Why a field of content cannot stand where a placeholder names it, if it cannot. */
function misfitInWords(
  field: ContentFieldDefinition,
  owner: string,
  { whole, name, text }: Placeholder,
  markdown: boolean,
): VariableProblem | undefined {
  const type = field.type ?? "";
  const what = Object.hasOwn(contentThatIsNoText, type) ? contentThatIsNoText[type] : undefined;
  if (what === undefined) return undefined;
  if (type !== "words") {
    const fix = "quita el marcador; en un texto se pueden poner textos, números y direcciones";
    return contentDoesNotFit(owner, name, what, "no se puede poner dentro de un texto", fix);
  }
  if (!markdown) {
    const fix = "usa un campo de texto sin Markdown";
    return contentDoesNotFit(owner, name, what, "aquí va un texto sin Markdown", fix);
  }
  if (text === `{${name}}`) return undefined;
  const reason = text === whole ? "se muestra tal cual" : "tiene que ser todo el texto";
  return contentDoesNotFit(
    owner,
    name,
    what,
    reason,
    "deja el marcador solo, o usa un campo de texto sin Markdown",
  );
}
