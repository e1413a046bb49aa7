/** What the variables and options in rules are called by those who read the form. */
import { factValues, type OptionTree } from "../../../schemas/engine/describe.ts";
import { brandsAsked } from "./by-brand.ts";
import { isYesOrNo, resultsOf } from "./answers-of-calls.ts";
import { optionsIn } from "./option-sources.ts";
import type { Names } from "./say.ts";
import { fieldLabel, kindIn, quoted, textOf, treeLabel, type View } from "./view.ts";

/** What the options of a field are called, in any of their sources that is written down. */
function optionLabel(view: View, path: string, value: string): string | undefined {
  const field = view.flow.fields.get(path);
  if (!field) return undefined;
  const asked = brandsAsked(view, field);
  const labels = (asked.length > 0 ? asked : view.brands).map((brand) => {
    const own = { ...view, brands: [brand] };
    const { ids, list, tree } = optionsIn(view, field, brand);
    const listed = (list ?? []).find((one) => one.value === value);
    if ((ids ?? []).includes(value) || listed) return textOf(own, `${path}.options.${value}`, listed?.label);
    return labelInTree(own, String(tree), value);
  });
  const known = [...new Set(labels.filter((label) => label !== undefined))];
  return known.length === 0 ? undefined : known.join(" / ");
}

function labelInTree(view: View, tree: string, value: string): string | undefined {
  const find = (level: OptionTree["value"]["options"] = {}, key: string): string | undefined => {
    for (const [id, option] of Object.entries(level)) {
      const here = `${key}.${id}`;
      const label = id === value ? treeLabel(view, here, option.label, true) : undefined;
      const found = label ?? find(option.options, here);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(view.flow.trees.get(tree)?.value.options, tree);
}

// Every name is compared with all others.
const plainLabels = new WeakMap<object, Map<string, string>>();

function plainLabel(view: View, path: string): string {
  const labels = plainLabels.get(view.flow) ?? new Map<string, string>();
  plainLabels.set(view.flow, labels);
  const key = `${view.brands.map(({ code }) => code).join()} ${path}`;
  const label = labels.get(key) ?? fieldLabel(view, path, { isPlain: true, wrap: quoted });
  labels.set(key, label);
  return label;
}

/** A field's label; with its group's or step's where another has the same, but for those who stand in the same. */
function labelOf(view: View, path: string, from: View["from"]): string {
  const { flow } = view;
  const field = flow.fields.get(path)!;
  const label = plainLabel(view, path);
  const same = [...flow.fields.values()].filter(
    (other) =>
      other.path !== path && plainLabel(view, other.path) === label && brandsAsked(view, other).length > 0,
  );
  if (same.length === 0) return label;
  const beside = same.filter(({ step, parent }) => step === field.step && parent === field.parent);
  if (beside.length > 0) return `${label} (\`${path}\`)`;
  if (from && from.step === field.step && from.parent === field.parent) return label;
  const isAloneInStep = same.every(({ step }) => step !== field.step);
  if (from?.step === field.step && isAloneInStep) return label;
  if (field.parent) return `${label} de ${labelOf(view, field.parent.path, from)}`;
  const { id, value } = flow.steps[field.step]!;
  return `${label} del paso «${textOf(view, `${id}.title`, value.title, undefined, { isPlain: true }) ?? id}»`;
}

/** How a query can be, in words. */
const statusWords: Record<string, string> = {
  idle: "sin hacer",
  loading: "en curso",
  ready: "lista",
  empty: "sin resultados",
  failed: "fallida",
};

/** The names of facts that all brands have; others have their own. */
const factWords: Record<string, string> = { code: "el código de la marca", name: "el nombre de la marca" };

function factName(view: View, fact: string): string {
  if (factWords[fact] !== undefined) return factWords[fact];
  const brands = view.brands.map(({ item }) => item);
  const values = new Map<string, string[]>();
  for (const [item, value] of factValues(brands, fact)) {
    const said = value === true ? "sí" : value === false ? "no" : String(value);
    values.set(said, [...(values.get(said) ?? []), item.id]);
  }
  const each = [...values].map(([value, codes]) => `${value} en ${codes.join(", ")}`).join("; ");
  return `el dato «${fact}» de la marca${each === "" ? "" : ` (${each})`}`;
}

const inCode = (name: string): string => `\`${name}\``;

/** What a call gave, by the name that the program gave to its result; or undefined where no call has that name. */
function resultName(view: View, path: string): string | undefined {
  const [head = "", part, ...rest] = path.split(".");
  if (!resultsOf(view).has(head)) return undefined;
  if (part === undefined) return `el resultado de ${inCode(head)}`;
  if (part === "status") return `el código HTTP de ${inCode(head)}`;
  if (part === "failure") return `la falla de ${inCode(head)}`;
  if (part === "ok") return `que ${inCode(head)} resultó`;
  return rest.length === 0
    ? `la respuesta de ${inCode(head)}`
    : `${inCode(rest.join("."))} de la respuesta de ${inCode(head)}`;
}

/** What is known of the visit in which a run was begun. */
function trackingName(path: string): string {
  const [, group = "", name] = path.split(".");
  if (group === "utm") return `\`utm_${name}\` de la campaña`;
  if (group === "clickIds") return `\`${name}\` de la campaña`;
  return `\`${group}\` de la visita`;
}

/** What the variables of rules are called; as a field's own rules have them, where it is given. */
export function namesOf(view: View, from: View["from"] = view.from): Names {
  const { fields } = view.flow;
  const of = (path: string): string => {
    if (path.startsWith("labels.")) return of(path.slice("labels.".length));
    if (path.startsWith("filled."))
      return `si las respuestas son las que da la consulta \`${path.slice("filled.".length)}\``;
    if (path.startsWith("answered.")) return "lo que se preguntó y se respondió, en una lista";
    if (path.startsWith("documents."))
      return `lo que dice el documento \`${path.slice("documents.".length)}\``;
    if (fields.has(path)) return labelOf(view, path, from);
    if (path === "today") return "el día de hoy";
    if (path === "value") return "la respuesta";
    if (path === "" || path === "current") return "el elemento";
    if (path === "accumulator") return "lo juntado";
    if (path === "option.value") return "la opción";
    if (path === "option.label") return "el texto de la opción";
    if (path === "option.description") return "la explicación de la opción";
    if (path.startsWith("rules.")) return `la regla ${inCode(path.slice("rules.".length))}`;
    if (path === "submission.number") return "el número de la solicitud";
    if (path === "submission.day") return "el día de la solicitud";
    if (path === "submission.time") return "la hora de la solicitud";
    if (path.startsWith("tracking.")) return trackingName(path);
    if (path.startsWith("with.")) return `el parámetro \`${path.slice(5)}\``;
    if (path.startsWith("content.")) return `el contenido \`${path.slice(8)}\``;
    if (path.startsWith("brand.")) return factName(view, path.slice("brand.".length));
    const [, query, part, key] = /^data\.([^.]+)\.(status|value)\.?(.*)$/.exec(path) ?? [];
    if (part === "status") return `el estado de la consulta \`${query}\``;
    if (part === "value") {
      if (key === "") return `lo que da la consulta \`${query}\``;
      const first = key!.replace(/^0\./, "");
      return first === key
        ? `\`${key}\` de la consulta \`${query}\``
        : `\`${first}\` de lo primero que da la consulta \`${query}\``;
    }
    return resultName(view, path) ?? inCode(path);
  };
  return {
    of,
    option: (path, value) =>
      /^data\.[^.]+\.status$/.test(path)
        ? statusWords[String(value)]
        : optionLabel(view, path.replace(/^labels\./, ""), String(value)),
    inRows: (path) => {
      const list = fields.get(path);
      return list && inRowsOf(namesOf(view, list.fields[0] ?? from), path);
    },
    isAnswer: (path) => fields.has(path.replace(/^labels\./, "")),
    isBoolean: (path) => {
      const field = fields.get(path);
      if (!field) return isYesOrNo(view, path);
      return view.brands.some((brand) => kindIn(view, field, brand).type === "boolean");
    },
  };
}

/** The names of a list's fields, as a rule over its rows has them. */
function inRowsOf(names: Names, list: string): Names {
  const full = (name: string): string => (name === "" ? name : `${list}.${name}`);
  return {
    of: (name) => names.of(full(name)),
    option: (name, value) => names.option(full(name), value),
    isAnswer: (name) => names.isAnswer(full(name)),
    isBoolean: (name) => names.isBoolean(full(name)),
  };
}
