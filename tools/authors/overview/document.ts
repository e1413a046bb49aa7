/** The whole overview of a flow: Markdown for whoever has to know what it asks, when, in which words and why. */
import { type Flow, type Step } from "../../../schemas/engine/describe.ts";
import { dialogLines, documentLines, parameterLines, ruleLines, sequenceLines } from "./made.ts";
import { addressOf, advanceLines, dataLines, mailLines, programLines } from "./programs.ts";
import { brandsWithStep, codesOf, conditionsOf, within } from "./by-brand.ts";
import { contentsOf } from "./contents.ts";
import { countOf, fieldParts } from "./questions.ts";
import { plural } from "../project.ts";
import { conditional } from "./rule-words.ts";
import { joined } from "./say.ts";
import { treeLines, vocabularyLines } from "./annexes.ts";
import { namesOf } from "./names.ts";
import { schemaLines } from "./raw-schema.ts";
import { quotedText, textOf, type View } from "./view.ts";

/** The words at the top of the file, by which a reader sees that it is made. */
export const notice = "<!-- Hecho por «npm run overview». No se edita a mano. -->";

/** An overview in Markdown, as the project's formatter leaves it. */
export function overviewOf(view: View): string {
  const { flow } = view;
  const brands = joined(view.brands.map(({ code, name }) => `${name} (${code})`));
  const shown = view.isShown
    ? `- Marcas: ${brands}\n- Dirección: ${addressOf(view)}`
    : "- Ninguna marca lo muestra todavía.";
  const places = [
    ...(flow.value.wording === "apart" ? [] : ["`flow.json`"]),
    ...(flow.wording ? ["`wording.es.json`"] : []),
    "los tipos de campo y, si una marca los cambia, su carpeta",
  ];
  const parts = [
    notice,
    `# ${textOf(view, "title", flow.value.title)}`,
    "Qué pregunta este formulario, cuándo, con qué palabras y por qué, y qué hace con las respuestas.",
    [
      `- Flujo: \`${flow.id}\``,
      shown,
      `- ${plural(flow.steps.length, "paso", "pasos")} y ${plural(countOf(view), "pregunta", "preguntas")}`,
      `- Dónde están los textos: ${places.join(", ")}`,
      ...retentionLines(flow.value.retention),
    ].join("\n"),
  ];
  const steps = flow.steps.flatMap((step) => stepParts(view, step));
  const annexes: [string, string[]][] = [
    ["Lo que otro flujo da al empezar este", parameterLines(view)],
    ["Reglas con nombre", ruleLines(view)],
    ["Diálogos", dialogLines(view)],
    ["Lo que se cuenta al llegar a otro paso", advanceLines(view)],
    ["Consultas", dataLines(view)],
    ["Correos", mailLines(view)],
    ["Documentos", documentLines(view)],
    ["Números de las solicitudes", sequenceLines(view)],
    ["Árboles de opciones", treeLines(view)],
    ["Palabras que cambian según la marca", vocabularyLines(view)],
  ];
  for (const [title, lines] of annexes)
    if (lines.length > 0) steps.push(`## ${title}`, lines.join("\n").trim());
  parts.push(...contentsOf(steps), ...steps);
  return `${parts.join("\n\n")}\n`;
}

const retentionLines = (retention: Flow["value"]["retention"]): string[] =>
  retention === undefined
    ? []
    : [`- Lo que se envía se guarda ${plural(Number(retention.years), "año", "años")}`];

function stepParts(view: View, step: Step): string[] {
  const { id, index, value } = step;
  const brands = brandsWithStep(view, step);
  if (brands.length === 0) return [];
  const own: View = { ...within(view, brands), from: { step: index } };
  const parts = [`## Paso ${index + 1}. ${textOf(own, `${id}.title`, value.title)}`];
  const codes = codesOf(own, view);
  if (codes !== undefined) parts.push(`Solo en ${codes}.`);
  for (const version of conditionsOf(own, value.visibleWhen)) {
    const where = codesOf(version.view, own);
    const lead = where === undefined ? "Es parte del camino" : `En ${where} es parte del camino`;
    if (typeof version.rule !== "boolean") {
      const [first = "", ...rest] = conditional(lead, version.rule, namesOf(version.view));
      parts.push(first, ...(rest.length > 0 ? [rest.map((line) => line.slice(2)).join("\n")] : []));
    } else if (where !== undefined) parts.push(`${lead} siempre.`);
  }
  const body = quotedText(own, `${id}.body`, value.body);
  if (body.length > 0) parts.push(body.join("\n"));
  let isLater = false;
  for (const [sectionId, section] of Object.entries(value.sections ?? {})) {
    const asked = sectionParts(own, id, sectionId, section, isLater);
    isLater ||= asked.length > 0;
    parts.push(...asked);
  }
  if (value.schema !== undefined) {
    parts.push("Un formulario con su propio JSON Schema, que conserva sus títulos:");
    const lines = schemaLines(value.schema);
    if (lines.length > 0) parts.push(lines.join("\n"));
  }
  if (value.ends === true) {
    const home = textOf(own, `${id}.action`, value.action);
    return [...parts, home === undefined ? "Aquí termina." : `Aquí termina. «${home}» lleva al inicio.`];
  }
  if (view.flow.value.finder === true)
    return [...parts, "Nada se envía ni se guarda: lo que se elige queda en la dirección."];
  const common = view.brands[0]?.brand.common["common.continue"];
  const action = textOf(own, `${id}.action`, value.action) ?? common ?? "Continuar";
  const program = programLines(own, value.onContinue);
  parts.push(
    `### Al pulsar «${action}»`,
    "Se revisan las respuestas. Si falta o sobra algo, se dice y no se sigue. Después:",
  );
  const next = view.flow.steps[index + 1];
  const title = next && textOf(own, `${next.id}.title`, next.value.title, undefined, { isPlain: true });
  const onwards = next && next.value.visibleWhen === undefined ? `: «${title}»` : " de su camino";
  return [...parts, program.length > 0 ? program.join("\n") : `1. Va al paso siguiente${onwards}.`];
}

/** A section without a title has one here where what came before might go on. */
function sectionParts(
  view: View,
  step: string,
  id: string,
  section: NonNullable<Step["value"]["sections"]>[string],
  isLater: boolean,
): string[] {
  const fields = [...view.flow.fields.values()].filter(
    (field) => field.section === id && !field.parent && field.path.startsWith(`${step}.`),
  );
  const asked = fieldParts(view, fields, 4);
  if (asked.length === 0) return [];
  const key = `${step}.${id}`;
  const title = textOf(view, `${key}.title`, section.title);
  const words = quotedText(view, `${key}.body`, section.body);
  const having = view.brands.filter(({ brand }) => brand.appliesTo(section.onlyFor));
  const codes = codesOf(within(view, having), view);
  return [
    ...(title !== undefined
      ? [`### ${title}`]
      : isLater && !asked[0]!.startsWith("#")
        ? ["### Sección sin título"]
        : []),
    ...(codes === undefined ? [] : [`Solo en ${codes}.`]),
    ...(words.length === 0 ? [] : [words.join("\n")]),
    ...asked,
  ];
}
