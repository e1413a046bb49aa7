/** What the variables and options in the rules of a kept revision are called, by the words that were shown. */
import { answerText, fieldAt, plainWords, valueAt, type TreeOption } from "../../../schemas/engine/all.ts";
import type { ReEvaluated } from "../../../server/evidence/re-evaluate.ts";
import { fillFor } from "../../../server/evaluation/program-scope.ts";
import type { Names } from "../../authors/overview/say.ts";

const statusWords: Record<string, string> = {
  idle: "sin hacer",
  loading: "en curso",
  ready: "lista",
  empty: "sin resultados",
  failed: "fallida",
};

const isStatus = (path: string): boolean => /^data\.[^.]+\.status$/.test(path);

function inTree(options: TreeOption[], value: string): TreeOption | undefined {
  for (const option of options) {
    const found = option.value === value ? option : inTree(option.options ?? [], value);
    if (found) return found;
  }
  return undefined;
}

export interface KeptNames extends Names {
  /** A value as people read it: the option's label, the formatted text. */
  read(path: string, value: unknown): string;
}

export function namesOfKept({ values }: Pick<ReEvaluated, "values">): KeptNames {
  const { prepared, evaluation } = values;
  const { flow } = prepared;
  const label = (path: string): string => {
    const field = fieldAt(prepared, path);
    if (!field) return `\`${path}\``;
    return `«${plainWords(fillFor(values, field.label)) || path}»`;
  };
  const option = (path: string, value: unknown): string | undefined => {
    if (isStatus(path)) return statusWords[String(value)];
    const source = fieldAt(prepared, path)?.options;
    if (!source) return undefined;
    const all: TreeOption[] =
      "list" in source
        ? source.list
        : "tree" in source
          ? (flow.trees[source.tree] ?? [])
          : (evaluation.fields[path]?.options ?? []);
    const found = inTree(all, String(value));
    return found && plainWords(fillFor(values, found.label));
  };
  const of = (path: string): string => {
    if (fieldAt(prepared, path)) return label(path);
    if (path === "today") return "el día en que se respondió";
    if (path === "" || path === "current") return "el elemento";
    if (path.startsWith("with.")) return `el parámetro \`${path.slice(5)}\``;
    const [, query, part, key] = /^data\.([^.]+)\.(status|value)\.?(.*)$/.exec(path) ?? [];
    if (part === "status") return `el estado de la consulta \`${query}\``;
    if (part === "value")
      return key === "" ? `lo que dio la consulta \`${query}\`` : `\`${key}\` de la consulta \`${query}\``;
    return `\`${path}\``;
  };
  const prefixed = (list: string): Names => {
    const full = (name: string): string => (name === "" ? name : `${list}.${name}`);
    const definedIn = (name: string) => flow.fields[full(name)];
    return {
      of: (name) => {
        const field = definedIn(name);
        return field ? `«${plainWords(field.label)}»` : of(name);
      },
      option: (name, value) => {
        const source = definedIn(name)?.options;
        const found = source && "list" in source ? inTree(source.list, String(value)) : undefined;
        return found && plainWords(found.label);
      },
      isAnswer: (name) => definedIn(name) !== undefined,
      isBoolean: (name) => definedIn(name)?.type === "boolean",
    };
  };
  return {
    of,
    option,
    inRows: (path) => (flow.fields[path]?.type === "list" ? prefixed(path) : undefined),
    isAnswer: (path) => fieldAt(prepared, path) !== undefined,
    isBoolean: (path) =>
      fieldAt(prepared, path)?.type === "boolean" ||
      (path.startsWith("with.") && typeof valueAt(values.results, path) === "boolean"),
    read: (path, value) => {
      if (value === null || value === undefined || value === "") {
        return fieldAt(prepared, path) ? "sin respuesta" : "nada";
      }
      if (isStatus(path)) return statusWords[String(value)] ?? String(value);
      const state = evaluation.fields[path];
      const field = fieldAt(prepared, path);
      const isLeaf =
        field !== undefined && field.type !== "group" && field.type !== "list" && field.type !== "json";
      const text = isLeaf ? answerText(prepared, path, { ...state, value: value as never }) : "";
      const raw = typeof value === "string" ? value : JSON.stringify(value);
      if (text === "") return raw;
      return text === raw || typeof value === "boolean" ? `«${text}»` : `«${text}» (${raw})`;
    },
  };
}
