/** The whole overview of a flow: Markdown for whoever has to know what it asks, when, in which words and why. */
import { asObject, type Definition } from "../../../schemas/engine/2-check/values.ts";
import type { Step } from "../../../schemas/engine/2-check/project.ts";
import { addressOf, dataLines, mailLines, programLines, quote } from "./programs.ts";
import { questionLines } from "./questions.ts";
import { plural } from "../project.ts";
import { condition, joined } from "./rule-words.ts";
import { treeLines, vocabularyLines } from "./annexes.ts";
import { namesOf } from "./names.ts";
import { textOf, type View } from "./view.ts";

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
    ...(flow.value["wording"] === "apart" ? [] : ["`flow.json`"]),
    ...(flow.wording ? ["`wording.es.json`"] : []),
    "los tipos de campo y, si una marca los cambia, su carpeta",
  ];
  const parts = [
    notice,
    `# ${textOf(view, "title", flow.value["title"])}`,
    "Qué pregunta este formulario, cuándo, con qué palabras y por qué, y qué hace con las respuestas.",
    [
      `- Flujo: \`${flow.id}\``,
      shown,
      `- ${plural(flow.steps.length, "paso", "pasos")} y ${plural(flow.fields.size, "pregunta", "preguntas")}`,
      `- Dónde están los textos: ${places.join(", ")}`,
    ].join("\n"),
    ...flow.steps.flatMap((step) => stepParts(view, step)),
  ];
  const annexes: [string, string[]][] = [
    ["Consultas", dataLines(view)],
    ["Correos", mailLines(view)],
    ["Árboles de opciones", treeLines(view)],
    ["Palabras que cambian según la marca", vocabularyLines(view)],
  ];
  for (const [title, lines] of annexes)
    if (lines.length > 0) parts.push(`## ${title}`, lines.join("\n").trim());
  return `${parts.join("\n\n")}\n`;
}

/** For which brands, in words, something is. */
function onlyFor(value: unknown): string | undefined {
  const facts = Object.entries(asObject(value)).map(([fact, wanted]) => {
    const values = [wanted]
      .flat()
      .map((one) => (one === true ? "sí" : one === false ? "no" : `«${String(one)}»`));
    return `el dato «${fact}» es ${joined(values, "o")}`;
  });
  return facts.length === 0 ? undefined : `Solo para las marcas en que ${joined(facts)}.`;
}

function stepParts(view: View, step: Step): string[] {
  const { id, index, value } = step;
  const parts = [`## Paso ${index + 1}. ${textOf(view, `${id}.title`, value["title"])}`];
  const notes = [onlyFor(value["onlyFor"])];
  if (value["visibleWhen"] !== undefined) {
    notes.push(`Es parte del camino si ${condition(value["visibleWhen"], namesOf(view))}.`);
  }
  const body = textOf(view, `${id}.body`, value["body"]);
  for (const note of notes) if (note !== undefined) parts.push(note);
  if (body !== undefined) parts.push(quote(body).join("\n"));
  let number = 1;
  for (const [sectionId, one] of Object.entries(asObject(value["sections"]))) {
    const section: Definition = asObject(one);
    const title = textOf(view, `${id}.${sectionId}.title`, section["title"]);
    if (title !== undefined) parts.push(`### ${title}`);
    const only = onlyFor(section["onlyFor"]);
    if (only !== undefined) parts.push(only);
    const words = textOf(view, `${id}.${sectionId}.body`, section["body"]);
    if (words !== undefined) parts.push(quote(words).join("\n"));
    const lines = Object.keys(asObject(section["fields"])).flatMap((fieldId) =>
      questionLines(view, view.flow.fields.get(`${id}.${fieldId}`)!, number++),
    );
    if (lines.length > 0) parts.push(lines.join("\n"));
  }
  if (value["ends"] === true) return [...parts, "Aquí termina."];
  const common = view.brands[0]?.brand.common["common.continue"];
  const action = textOf(view, `${id}.action`, value["action"]) ?? common ?? "Continuar";
  const program = programLines(view, value["onContinue"]);
  parts.push(
    `### Al pulsar «${action}»`,
    "Se revisan las respuestas. Si falta o sobra algo, se dice y no se sigue. Después:",
  );
  return [...parts, program.length > 0 ? program.join("\n") : "1. Va al paso siguiente."];
}
