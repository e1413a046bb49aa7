/** What a flow does: what the button of a step starts, what is asked of services, which mails are sent. */
import { flowsOn } from "../../../schemas/engine/2-check/project.ts";
import { asList, asObject, asText, type Definition } from "../../../schemas/engine/2-check/values.ts";
import { condition, joined, value } from "./rule-words.ts";
import { namesOf } from "./names.ts";
import { perBrand, textOf, type View } from "./view.ts";

/** Lines under a bullet; under a number, `by` is 3. */
const nested = (lines: string[], by = 2): string[] => lines.map((line) => `${" ".repeat(by)}${line}`);

/** A screen by its address, with its title. */
function screenAt(view: View, address: string): string {
  const screen = [...view.project.screens.values()].find(
    ({ value: one }) => one["route"] === address.split(/[?#]/, 1)[0],
  );
  const title = asText(screen?.value["title"])?.replace(/ · \{brand\.name\}$/, "");
  return `a la pantalla \`${address}\`${title === undefined ? "" : ` («${title}»)`}`;
}

function stepNamed(view: View, id: string): string {
  const step = view.flow.steps.find((one) => one.id === id);
  const title = textOf(view, `${id}.title`, step?.value["title"]);
  return `al paso «${title ?? id}»`;
}

/** What is sent with a call, by the names that the service gives it. */
function sentLines(view: View, given: unknown): string[] {
  const names = namesOf(view);
  return Object.entries(asObject(given)).map(([name, one]) => {
    const { value: rule, when } = asObject(one);
    const isSometimes = rule !== undefined && when !== undefined;
    const sent = value(isSometimes ? rule : one, names);
    return `- \`${name}\`: ${sent}${isSometimes ? `, solo si ${condition(when, names)}` : ""}`;
  });
}

function deliveryLines(view: View, delivery: Definition): string[] {
  const mail = asText(delivery["mail"]);
  if (mail !== undefined) return [`- el correo \`${mail}\` (más abajo)`];
  const sent = sentLines(view, delivery["with"]);
  return [`- la llamada \`${String(delivery["call"])}\`${sent.length > 0 ? ", con" : ""}`, ...nested(sent)];
}

function instructionLines(view: View, line: Definition): string[] {
  const names = namesOf(view);
  if ("submit" in line) {
    const deliveries = asList(asObject(line["submit"])["deliver"]).map(asObject);
    const after = deliveries.length > 0 ? ", y entrega después, sin que la persona espere:" : ".";
    const lines = deliveries.flatMap((delivery) => deliveryLines(view, delivery));
    return [`guarda la solicitud y le da un número${after}`, ...nested(lines, 3)];
  }
  if ("call" in line) {
    const name = asText(line["as"]);
    const result = name === undefined ? "" : ` El resultado se llama \`${name}\`.`;
    const sent = sentLines(view, line["with"]);
    const failure = programLines(view, line["onFailure"]);
    const single =
      failure.length === 1
        ? failure[0]!.replace(/^1\. (.)/, (_, first: string) => first.toLowerCase())
        : undefined;
    return [
      `llama a \`${String(line["call"])}\` y espera su respuesta.${result}`,
      ...nested(sent.length > 0 ? ["- Manda:", ...nested(sent)] : [], 3),
      ...nested(single === undefined ? ["- Si falla:", ...nested(failure)] : [`- Si falla: ${single}`], 3),
    ];
  }
  if ("set" in line) {
    const set = Object.entries(asObject(line["set"]));
    return [`anota ${joined(set.map(([name, rule]) => `\`${name}\`: ${value(rule, names)}`))}.`];
  }
  if ("go" in line) return [`va ${stepNamed(view, String(line["go"]))}.`];
  if ("redirect" in line) return [`va ${screenAt(view, String(line["redirect"]))}.`];
  if ("refuse" in line) return [`no deja seguir, y dice: «${String(line["refuse"])}»`];
  return [`\`${JSON.stringify(line)}\``];
}

/** The lines of a program, numbered. */
export function programLines(view: View, program: unknown): string[] {
  const names = namesOf(view);
  return asList(program).flatMap((one, index) => {
    const line = asObject(one);
    const [first = "", ...rest] = instructionLines(view, line);
    const when = line["when"] === undefined ? "" : `si ${condition(line["when"], names)}, `;
    const sentence = when + first;
    return [`${index + 1}. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, ...rest];
  });
}

const moments: Record<string, string> = {
  load: "Al abrir el paso",
  change: "Cada vez que cambia lo que necesita",
  press: "Al pulsar un botón",
};

/** The queries, with what each needs and which questions take their options from it. */
export function dataLines(view: View): string[] {
  const names = namesOf(view);
  return Object.entries(asObject(view.flow.value["data"])).map(([name, query]) => {
    const { call, on = "change", with: given, when } = asObject(query);
    const needs = Object.entries(asObject(given)).map(
      ([input, rule]) => `\`${input}\`: ${value(rule, names)}`,
    );
    const users = [...view.flow.fields.values()]
      .filter((field) => asObject(field.value["options"])["data"] === name)
      .map(({ path }) => names.of(path));
    return [
      `- **\`${name}\`**: llama a \`${String(call)}\`. ${moments[String(on)] ?? String(on)}.`,
      needs.length > 0 ? ` Necesita ${joined(needs)}.` : "",
      when === undefined ? "" : ` Solo si ${condition(when, names)}.`,
      users.length > 0 ? ` Da las opciones de ${joined(users)}.` : "",
    ].join("");
  });
}

export const quote = (text: string): string[] =>
  text.split("\n").map((line) => (line === "" ? ">" : `> ${line.replace(/^[*+] /, "- ")}`));

/** The mails, each with its receiver, subject and words. */
export function mailLines(view: View): string[] {
  const names = namesOf(view);
  return Object.entries(asObject(view.flow.value["mails"])).flatMap(([id, one]) => {
    const mail = asObject(one);
    const subject = textOf(view, `mails.${id}.subject`, mail["subject"]) ?? "";
    const body = textOf(view, `mails.${id}.body`, mail["body"]) ?? "";
    return [
      `### Correo \`${id}\``,
      "",
      `- Para: ${value(mail["to"], names)}`,
      `- Asunto: ${subject}`,
      mail["answers"] === true ? "- Después del texto van las preguntas y las respuestas." : "",
      "",
      ...quote(body),
      "",
    ].filter((line, index, all) => line !== "" || all[index - 1] !== "");
  });
}

/** The addresses where the brands show the flow. */
export function addressOf(view: View): string {
  return perBrand(view.brands, ({ item }) =>
    asList(item.value["screens"])
      .flatMap((id) => view.project.screens.get(String(id)) ?? [])
      .filter((screen) => flowsOn(screen).includes(view.flow.id))
      .map((screen) => `\`${String(screen.value["route"])}\``)
      .join(", "),
  );
}
