/** What a flow is given, asks in between, and makes of a submission. */
import { asObject } from "../../../schemas/engine/describe.ts";
import { codesOf, versionsOf } from "./by-brand.ts";
import { namesOf } from "./names.ts";
import { isCondition } from "./readable.ts";
import { conditional, value } from "./rule-words.ts";
import type { Names } from "./say.ts";
import { programLines } from "./programs.ts";
import { quotedText, textOf, type View } from "./view.ts";

/** What another flow gives when it begins this one. */
export const parameterLines = (view: View): string[] =>
  Object.entries(view.flow.value.parameters ?? {}).map(
    ([name, one]) => `- \`${name}\`: ${one.description ?? ""}`,
  );

/** Whether a rule is a condition, as far as what it reads says. */
function holdsOrNot(rule: unknown, names: Names): boolean {
  if (isCondition(rule)) return true;
  const [operator, given] = Object.entries(asObject(rule))[0] ?? [];
  if (operator === "var") return names.isBoolean(String(given));
  return (operator === "and" || operator === "or") && [given].flat().some((part) => holdsOrNot(part, names));
}

/** The rules that have a name, which other rules read by it. */
export const ruleLines = (view: View): string[] =>
  Object.entries(view.flow.value.rules ?? {}).flatMap(([name, rule]) =>
    versionsOf(view, rule).flatMap((version) => {
      const codes = codesOf(version.view, view);
      const where = codes === undefined ? "" : ` en ${codes}`;
      const names = namesOf(version.view);
      if (typeof version.rule === "boolean")
        return `- **\`${name}\`**${where} ${version.rule ? "se cumple siempre" : "no se cumple nunca"}.`;
      return holdsOrNot(version.rule, names)
        ? conditional(`- **\`${name}\`** se cumple${where}`, version.rule, names)
        : `- **\`${name}\`**${where} es ${value(version.rule, names)}.`;
    }),
  );

/** The dialogs, each with its words and what its buttons do. */
export function dialogLines(view: View): string[] {
  return Object.entries(view.flow.value.dialogs ?? {}).flatMap(([id, dialog]) => {
    const title = textOf(view, `dialogs.${id}.title`, dialog.title) ?? "";
    const body = quotedText(view, `dialogs.${id}.body`, dialog.body);
    const buttons = Object.entries(dialog.buttons ?? {}).flatMap(([name, button]) => {
      const label = textOf(view, `dialogs.${id}.buttons.${name}.label`, button.label) ?? name;
      const program = programLines(view, button.onPress);
      const only = program.length === 1 ? program[0]!.replace(/^1\. /, "") : undefined;
      if (only !== undefined) return [`- Botón «${label}»: ${only.charAt(0).toLowerCase()}${only.slice(1)}`];
      return [`- Botón «${label}»:`, ...program.map((line) => `  ${line}`)];
    });
    const words = body.length === 0 ? [] : [...body, ""];
    return [`### Diálogo \`${id}\`: ${title}`, "", ...words, ...buttons, ""];
  });
}

const formats: Record<string, string> = { pdf: "un PDF", excel: "una planilla de Excel" };

/** The documents that are made of a submission. */
export function documentLines(view: View): string[] {
  return Object.entries(view.flow.value.documents ?? {}).flatMap(([id, document]) => {
    const title = textOf(view, `documents.${id}.title`, document.title) ?? "";
    const body = quotedText(view, `documents.${id}.body`, document.body);
    const closing = quotedText(view, `documents.${id}.closing`, document.closing);
    return [
      `### Documento \`${id}\`: ${title}`,
      "",
      `- Es ${formats[String(document.format)] ?? String(document.format)}.`,
      ...(document.answers === true ? ["- Lleva las preguntas y las respuestas."] : []),
      ...(body.length === 0 ? [] : ["", ...body]),
      ...(closing.length === 0 ? [] : ["", "Y al final:", "", ...closing]),
      "",
    ];
  });
}

/** How submissions are numbered. */
export const sequenceLines = (view: View): string[] =>
  Object.entries(view.flow.value.sequences ?? {}).map(([id, one]) => {
    const { text, digits, every, given } = one;
    const form = String(text).replaceAll("{number}", "número").replaceAll("{year}", "año");
    const again = every === "year" ? "; vuelve a empezar cada año" : "";
    const when = given === "stored" ? "al guardar la solicitud" : "al aceptar la solicitud, sin saltos";
    return `- \`${id}\`: ${form}, con ${String(digits)} cifras y por marca; se da ${when}${again}.`;
  });
