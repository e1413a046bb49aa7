/** What a flow does: what the button of a step starts, what is asked of services, which mails are sent. */
import { asObject, flowsOn, isObject, type ProgramLine } from "../../../schemas/engine/describe.ts";
import { brandsWithQuery, codesOf, conditionsOf, versionsOf, within } from "./by-brand.ts";
import { condition, conditional, value } from "./rule-words.ts";
import { plural } from "../project.ts";
import { joined } from "./say.ts";
import { namesOf } from "./names.ts";
import { perBrand, quotedText, textOf, type View } from "./view.ts";

/** Lines under a bullet; under a number, `by` is 3. */
const nested = (lines: string[], by = 2): string[] => lines.map((line) => `${" ".repeat(by)}${line}`);

/** A screen by its address, with its title. */
function screenAt(view: View, address: string): string {
  const screen = [...view.project.screens.values()].find(
    ({ value: one }) => one.route === address.split(/[?#]/, 1)[0],
  );
  const title = screen?.value.title
    ?.replace(/ · \{brand\.name\}$/, "")
    .replaceAll("{brand.name}", "{nombre de la marca}");
  return `a la pantalla \`${address}\`${title === undefined ? "" : ` («${title}»)`}`;
}

function stepNamed(view: View, id: string): string {
  const step = view.flow.steps.find((one) => one.id === id);
  const title = textOf(view, `${id}.title`, step?.value.title, undefined, { isPlain: true });
  return `al paso «${title ?? id}»`;
}

/** What is sent with a call, by the names that the service gives it. */
function sentLines(view: View, given: unknown): string[] {
  return Object.entries(asObject(given)).flatMap(([name, one]) => {
    const { value: rule, object, when } = asObject(one);
    const isSometimes = (rule !== undefined || object !== undefined) && when !== undefined;
    return conditionsOf(view, isSometimes ? when : true).flatMap((version) => {
      if (version.rule === false) return [];
      const only = version.rule === true ? "" : `, solo si ${condition(version.rule, namesOf(version.view))}`;
      const codes = codesOf(version.view, view);
      const where = codes === undefined ? "" : ` (solo en ${codes})`;
      if (object !== undefined) {
        return [`- \`${name}\`${where}: un objeto${only}, con`, ...nested(sentLines(version.view, object))];
      }
      return `- \`${name}\`${where}: ${valueIn(version.view, isSometimes ? rule : one)}${only}`;
    });
  });
}

/** A value as the brands have it, with their codes where it is not the same in all. */
function valueIn(view: View, rule: unknown): string {
  const versions = versionsOf(view, rule);
  return versions
    .map((version) => {
      const codes = codesOf(version.view, view);
      return `${value(version.rule, namesOf(version.view))}${codes === undefined ? "" : ` (${codes})`}`;
    })
    .join(" / ");
}

type Delivery = NonNullable<NonNullable<ProgramLine["submit"]>["deliver"]>[number];

function deliveryLines(view: View, delivery: Delivery): string[] {
  const mail = delivery.mail;
  if (mail !== undefined) return [`- el correo \`${mail}\` (más abajo)`];
  const sent = sentLines(view, delivery.with);
  const next = (delivery.after ?? []).flatMap((one) => deliveryLines(view, one));
  const [list] = Object.entries(delivery.forEach ?? {});
  const often = list === undefined ? "" : ` por cada \`${list[0]}\` de ${valueIn(view, list[1])}`;
  return [
    `- la llamada \`${String(delivery.call)}\`${often}${sent.length > 0 ? ", con" : ""}`,
    ...nested(sent),
    ...nested(next.length > 0 ? ["- cuando resulta, salen:", ...nested(next)] : []),
  ];
}

/** A dialog by its title and id. */
function dialogNamed(view: View, id: string): string {
  const dialog = view.flow.value.dialogs?.[id] ?? {};
  const title = textOf(view, `dialogs.${id}.title`, dialog.title, undefined, { isPlain: true });
  return title === undefined ? `\`${id}\`` : `«${title}» (\`${id}\`)`;
}

/** What ends the program of a dialog's button. */
const ends: Record<string, string> = {
  close: "cierra el diálogo.",
  retry: "continúa otra vez.",
  resume: "continúa otra vez, sin pasar por este diálogo.",
};

function instructionLines(view: View, line: ProgramLine): string[] {
  const names = namesOf(view);
  if ("begin" in line) {
    const given = sentLines(view, line.with);
    // What another flow asks is known here by its path.
    const isOwn = line.begin === view.flow.id;
    const answers = Object.entries(line.answers ?? {}).map(([path, rule]) => {
      const option = isOwn && typeof rule === "string" ? names.option(path, rule) : undefined;
      const said = option === undefined ? value(rule, names) : `«${option}»`;
      return `- ${isOwn ? names.of(path) : `\`${path}\``}: ${said}`;
    });
    return [
      `deja en espera el flujo \`${String(line.begin)}\`, que sigue cuando este termina.`,
      ...nested(given.length > 0 ? ["- Le da:", ...nested(given)] : [], 3),
      ...nested(answers.length > 0 ? ["- Empieza con estas respuestas:", ...nested(answers)] : [], 3),
    ];
  }
  if ("submit" in line) {
    const deliveries = line.submit?.deliver ?? [];
    const after = deliveries.length > 0 ? ", y entrega después, sin que la persona espere:" : ".";
    const lines = deliveries.flatMap((delivery) => deliveryLines(view, delivery));
    const sequence = line.submit?.sequence;
    const number = sequence === undefined ? "un número" : `un número de la secuencia \`${sequence}\``;
    return [`guarda la solicitud y le da ${number}${after}`, ...nested(lines, 3)];
  }
  if ("call" in line) {
    const name = line.as;
    const result = name === undefined ? "" : ` El resultado se llama \`${name}\`.`;
    const sent = sentLines(view, line.with);
    const failure = programLines(view, line.onFailure);
    const single =
      failure.length === 1
        ? failure[0]!.replace(/^1\. (.)/, (_, first: string) => first.toLowerCase())
        : undefined;
    return [
      `llama a \`${String(line.call)}\` y espera su respuesta.${result}`,
      ...nested(sent.length > 0 ? ["- Manda:", ...nested(sent)] : [], 3),
      ...nested(single === undefined ? ["- Si falla:", ...nested(failure)] : [`- Si falla: ${single}`], 3),
    ];
  }
  if ("await" in line) return awaitLines(view, line);
  if ("set" in line) {
    const set = Object.entries(line.set ?? {});
    // What has a condition or parts of its own takes a line each.
    if (set.some(([, entry]) => isObject(entry) && ("object" in entry || "when" in entry)))
      return ["anota:", ...nested(sentLines(view, line.set), 3)];
    return [`anota ${joined(set.map(([name, rule]) => `\`${name}\`: ${value(rule, names)}`))}.`];
  }
  if ("fill" in line) {
    const filled = Object.entries(line.fill ?? {}).map(
      ([path, rule]) => `${names.of(path)} con ${value(rule, names)}`,
    );
    return [`rellena, si no tiene respuesta aún, ${joined(filled)}.`];
  }
  if ("go" in line) return [`va ${stepNamed(view, String(line.go))}.`];
  if ("dialog" in line) return [`abre el diálogo ${dialogNamed(view, String(line.dialog))} (más abajo).`];
  if ("redirect" in line) {
    const keep = (line.keep ?? []).map((name) => `\`${name}\``);
    const kept = keep.length === 0 ? "" : `, con ${joined(keep)} en la dirección`;
    const says = line.says?.replaceAll(/\s*\n\s*/g, " ");
    const said = says === undefined ? "" : `, que dice: «${says}»`;
    return [`va ${screenAt(view, String(line.redirect))}${kept}${said}${said === "" ? "." : ""}`];
  }
  if ("clear" in line) return [`borra ${joined((line.clear ?? []).map((path) => names.of(path)))}.`];
  for (const [verb, words] of Object.entries(ends)) if (verb in line) return [words];
  if ("refuse" in line) return [`no deja seguir, y dice: «${String(line.refuse)}»`];
  return [`\`${JSON.stringify(line)}\``];
}

/** How a wait can end, in the order in which they are told. */
const branches = [
  ["onCame", "Cuando llega"],
  ["onRefused", "Si es rechazado"],
  ["onTimeout", "Si se acaba el tiempo"],
  ["onCancelled", "Si se cancela"],
] as const;

const units = [
  ["days", "día", "días"],
  ["hours", "hora", "horas"],
  ["minutes", "minuto", "minutos"],
] as const;

/** What a program waits for, until when, and what happens then. */
function awaitLines(view: View, line: ProgramLine): string[] {
  const names = namesOf(view);
  const as = String(line.as);
  const until = line.until ?? {};
  const lasts = units.flatMap(([unit, one, many]) =>
    until[unit] === undefined ? [] : plural(until[unit], one, many),
  );
  const time = until.time === undefined ? "" : ` a la hora ${value(until.time, names)}`;
  const limit = "day" in until ? `hasta el día ${value(until.day, names)}${time}` : joined(lasts);
  const texts = (["title", "body", "check", "cancel"] as const).flatMap((slot) => {
    const text = textOf(view, `waits.${as}.${slot}`, line[slot], undefined, { isPlain: true });
    return text === undefined ? [] : `«${text.replaceAll(/\s*\n\s*/g, " ")}»`;
  });
  const then = branches.flatMap(([branch, words]) =>
    branch in line ? [`- ${words}:`, ...nested(programLines(view, line[branch]))] : [],
  );
  return [
    `espera \`${String(line.await)}\` (${limit}), y mientras tanto muestra ${joined(texts)}. Lo que llega se llama \`${as}\`.`,
    ...nested(then, 3),
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The lines of a program, numbered. What a brand never does is left out. */
export function programLines(view: View, program: ProgramLine[] = []): string[] {
  const versions = program
    .flatMap((line) => conditionsOf(view, line.when).map((version) => ({ ...version, line })))
    .filter(({ rule }) => rule !== false);
  return versions.flatMap(({ view: own, rule, line }, index) => {
    const [first = "", ...rest] = instructionLines(own, line);
    const codes = codesOf(own, view);
    const where = codes === undefined ? "" : `solo en ${codes}: `;
    const number = `${index + 1}. `;
    // What belongs to the tenth line stands one sign further in than that of the ninth.
    const below = nested(rest, number.length - 3);
    if (rule === true) return [`${number}${capital(where + first)}`, ...below];
    const when = conditional("", rule, namesOf(own));
    if (when.length === 1)
      return [`${number}${capital(`${where}${when[0]!.trim().slice(0, -1)}, ${first}`)}`, ...below];
    // A long condition stands below what it is for.
    const only = nested(["- Solo" + when[0]!, ...when.slice(1)], number.length);
    return [`${number}${capital(where + first)}`, ...only, ...below];
  });
}

/** What is told whenever somebody goes on. */
export function advanceLines(view: View): string[] {
  return (view.flow.value.onAdvance ?? []).flatMap((told) =>
    conditionsOf(view, told.when).flatMap((version) => {
      if (version.rule === false) return [];
      const sent = sentLines(version.view, told.with);
      const only = version.rule === true ? [] : conditional("- Solo", version.rule, namesOf(version.view));
      return [
        `- La llamada \`${String(told.call)}\`, sin que nadie espere, con`,
        ...nested([...only, ...sent]),
      ];
    }),
  );
}

const moments: Record<string, string> = {
  load: "al abrir el paso",
  change: "cada vez que cambia lo que necesita",
  press: "al pulsar un botón",
};

/** Some lines in one, or each below the words before. */
const listed = (lead: string, lines: string[]): string[] =>
  lines.length < 2
    ? lines.map((line) => `- ${lead} ${line}.`)
    : [`- ${lead}:`, ...lines.map((line) => `  - ${line}.`)];

/** The queries, with what each needs and which questions take their options from it. */
export function dataLines(view: View): string[] {
  return Object.entries(view.flow.value.data ?? {}).flatMap(([name, query]) => {
    const own = within(view, brandsWithQuery(view, name));
    if (own.brands.length === 0) return [];
    const names = namesOf(own);
    const { call, on = "change", with: given, optional, when, fills } = query;
    const codes = codesOf(own, view);
    const needs = Object.entries(given ?? {}).map(
      ([input, rule]) =>
        `\`${input}\`: ${valueIn(own, rule)}${(optional ?? []).includes(input) ? ", si lo hay" : ""}`,
    );
    const only = conditionsOf(own, when).flatMap((version) => {
      const where = codesOf(version.view, own);
      if (version.rule === true) return where === undefined ? [] : [`- Siempre en ${where}.`];
      return conditional(
        where === undefined ? "- Solo" : `- En ${where} solo`,
        version.rule,
        namesOf(version.view),
      );
    });
    const users = [...view.flow.fields.values()]
      .filter((field) => asObject(field.value.options)["data"] === name)
      .map(({ path }) => names.of(path));
    const filled = Object.entries(fills ?? {}).map(
      ([path, rule]) => `${names.of(path)} con ${value(rule, names)}`,
    );
    return [
      `- **\`${name}\`**${codes === undefined ? "" : ` (solo en ${codes})`}: llama a \`${String(call)}\` ${moments[on] ?? on}.`,
      ...nested([
        ...only,
        ...listed("Necesita", needs),
        ...(users.length > 0 ? [`- Da las opciones de ${joined(users)}.`] : []),
        ...listed("Al llegar responde", filled),
        ...(filled.length > 0 ? ["- Si falla, borra lo que respondería."] : []),
      ]),
    ];
  });
}

/** The mails, each with its receiver, subject and words. */
export function mailLines(view: View): string[] {
  const names = namesOf(view);
  return Object.entries(view.flow.value.mails ?? {}).flatMap(([id, mail]) => {
    const subject = textOf(view, `mails.${id}.subject`, mail.subject) ?? "";
    const attached = [
      ...(mail.attach ?? []).map((name) => `el documento \`${name}\``),
      ...(mail.calendar === undefined ? [] : ["la cita para el calendario, con un botón al mapa"]),
      ...(mail.link === undefined
        ? []
        : [`un botón, «${textOf(view, `mails.${id}.link.label`, mail.link.label) ?? ""}»`]),
    ];
    const shows = (mail.shows ?? []).map((path) => `\`${path}\``);
    return [
      `### Correo \`${id}\``,
      "",
      `- Para: ${value(mail.to, names)}`,
      `- Asunto: ${subject}`,
      ...(mail.answers === true ? ["- Después del texto van las preguntas y las respuestas."] : []),
      ...(shows.length > 0 ? [`- Muestra ${joined(shows)}.`] : []),
      ...(attached.length > 0 ? [`- Lleva ${joined(attached)}.`] : []),
      "",
      ...quotedText(view, `mails.${id}.body`, mail.body),
      "",
    ];
  });
}

/** The addresses where the brands show the flow. */
export function addressOf(view: View): string {
  return perBrand(view.brands, ({ item }) =>
    (item.value.screens ?? [])
      .flatMap((id) => view.project.screens.get(id) ?? [])
      .filter((screen) => flowsOn(screen).includes(view.flow.id))
      .map((screen) => `\`${String(screen.value.route)}\``)
      .join(", "),
  );
}
