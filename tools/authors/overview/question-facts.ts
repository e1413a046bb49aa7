/** What there is to know of one question: when it is asked, whether it must be answered, and its words. */
import { absolutePath, type Field, type Names } from "../../../schemas/engine/describe.ts";
import { codesOf, conditionsOf } from "./by-brand.ts";
import { condition, conditional } from "./rule-words.ts";
import { namesOf } from "./names.ts";
import { fieldText, kindIn, quoted, textOf, type View } from "./view.ts";

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A condition of a field as the brands have it; nothing where it always holds. */
export function whenFacts(view: View, field: Field, lead: string, rule: unknown, names?: Names): string[] {
  const versions = conditionsOf(view, rule, names);
  return versions.flatMap((version) => {
    const codes = codesOf(version.view, view);
    const head = codes === undefined ? lead : `En ${codes} ${small(lead)}`;
    if (version.rule === true) return versions.length === 1 ? [] : [`${head} siempre.`];
    if (version.rule === false) return [`${head}: nunca.`];
    return [conditional(head, version.rule, namesOf(version.view, field)).join("\n")];
  });
}

/** Whether an answer is needed, in words, with what is read when it is not there. */
export function neededFact(view: View, field: Field, isConsent: boolean, more: string): string[] {
  const { value } = field;
  const required = fieldText(view, field, "problems.required", { wrap: quoted });
  const missing = required === undefined ? "" : ` Si falta: ${required}.`;
  const rule = value.requiredWhen ?? value.required !== false;
  const versions = conditionsOf(view, rule, field.names);
  return versions.map((version, index) => {
    const codes = codesOf(version.view, view);
    const where = codes === undefined ? "" : `En ${codes}: `;
    const end = index === versions.length - 1 ? more : "";
    const needed = isConsent ? "Hay que aceptarlo." : "Obligatorio.";
    if (version.rule === true) return `${where}${needed}${missing}${end}`;
    if (version.rule === false) return `${where}Opcional.${end}`;
    const when = condition(version.rule, namesOf(version.view, field));
    return `${where}${needed.slice(0, -1)} si ${when}; si no, opcional.${missing}${end}`;
  });
}

/** What the button beside a field does, with its words when nothing is found. */
export function searchFacts(view: View, field: Field): string[] {
  const query = field.value.looksUp;
  if (query === undefined) return [];
  const said = (slot: string): string => {
    const own = fieldText(view, field, `problems.${slot}`, { wrap: quoted });
    const common = view.brands[0]?.brand.common[`common.problems.${slot}`] ?? "";
    return own ?? quoted(common);
  };
  return [
    `Con el botón ${said("search")} se hace la consulta \`${query}\`.`,
    `Si la búsqueda no encuentra nada: ${said("searchEmpty")}`,
    `Si la búsqueda falla: ${said("searchFailed")}`,
  ];
}

/** The parameters of addresses that an answer comes from, on any screen. */
export function boundFacts(view: View, path: string): string[] {
  const screens = [...new Set(view.project.screens.values())];
  const blocks = screens.flatMap(({ value }) => value.blocks ?? []);
  const own = blocks.filter(({ flow }) => flow === view.flow.id);
  const from = own.flatMap(({ answers }) => answers?.[path]?.from ?? []);
  return [...new Set(from)].map((name) => `Viene de la dirección: el parámetro \`${name}\`.`);
}

/** The lines that a display field shows. */
export function itemFacts(view: View, field: Field): string[] {
  return Object.entries(field.value.items ?? {}).flatMap(([id, item]) => {
    return conditionsOf(view, item.visibleWhen, field.names).flatMap((version) => {
      if (version.rule === false) return [];
      const text = (slot: "label" | "text"): string => {
        const shown = { names: field.names, wrap: quoted };
        return textOf(version.view, `${field.path}.items.${id}.${slot}`, item[slot], undefined, shown) ?? "";
      };
      const codes = codesOf(version.view, view);
      const names = namesOf(version.view, field);
      const when = version.rule === true ? "" : `, si ${condition(version.rule, names)}`;
      return `Línea ${text("label")}${codes === undefined ? "" : ` (solo en ${codes})`}: ${text("text")}${when}.`;
    });
  });
}

/** When what a field puts into a calendar is. */
export function eventFacts(view: View, field: Field): string[] {
  const { date, time, minutes } = field.value.event ?? {};
  if (minutes === undefined) return [];
  const name = (path: unknown): string => {
    const asked = view.flow.fields.get(absolutePath(String(path), field.names) ?? "");
    return (asked && fieldText(view, asked, "label", { wrap: quoted })) ?? String(path);
  };
  return [`Se agrega al calendario: ${name(date)} a las ${name(time)}, ${String(minutes)} minutos.`];
}

/** The document that a display field offers. */
export function documentFacts({ value }: Field): string[] {
  const document = value.document;
  return document === undefined ? [] : [`Descarga el documento \`${document}\`.`];
}

/** The words around an answer. */
export function wordFacts(view: View, field: Field): string[] {
  const types = new Set(view.brands.map((brand) => kindIn(view, field, brand).type));
  const isChoice = types.has("choice");
  const slots = {
    text: types.has("display") ? "Dice" : "Se acepta",
    over: "Cuando se acaba el tiempo dice",
    hint: "Ayuda",
    placeholder: isChoice ? "Antes de elegir dice" : "Ejemplo dentro del campo",
    row: "Título de cada fila",
    add: "Botón que agrega una fila",
  };
  const required = fieldText(view, field, "problems.required", { wrap: quoted });
  return Object.entries(slots).flatMap(([slot, name]) => {
    const text = fieldText(view, field, slot, { wrap: quoted });
    // What a choice says before is mostly what it says when it is missing.
    if (text === undefined || (slot === "placeholder" && isChoice && text === required)) return [];
    return `${name}: ${text}`;
  });
}
