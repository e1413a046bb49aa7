/** Why a question was shown, required and open, or not: rule by rule, with what each of them read. */
import type { Explained, Explanation, Reason } from "../../../schemas/engine/all.ts";
import { whyOf, type ReEvaluated } from "../../../server/evidence/re-evaluate.ts";
import { condition } from "../../authors/overview/rule-words.ts";
import { namesOfKept, type KeptNames } from "./names.ts";

const marks: Record<Explained["outcome"], string> = {
  holds: "✓ se cumple",
  fails: "✗ no se cumple",
  failed: "✗ no se pudo evaluar",
  unread: "· no hizo falta mirarlo",
};

const joins: Record<string, string> = { and: "todo esto", or: "algo de esto", "!": "que no", "!!": "que" };

function explainedLines(explained: Explained, names: KeptNames, indent: string): string[] {
  const { rule, outcome, parts, reads } = explained;
  const [operator = ""] = Object.keys(rule as object);
  const isJoined = parts !== undefined && parts.length > 1;
  const words = isJoined ? `${joins[operator]}:` : condition(rule, names);
  const lines = [`${indent}${marks[outcome]}: ${words}`];
  const inner = parts ?? [];
  if (isJoined) return [...lines, ...inner.flatMap((part) => explainedLines(part, names, `${indent}  `))];
  // Of a negation, what it denies is in its words already: what was read is told.
  const read = inner.length > 0 ? inner.flatMap(allReads) : reads;
  return [
    ...lines,
    ...read.map(({ path, value }) => `${indent}    ${names.of(path)}: ${names.read(path, value)}`),
  ];
}

const allReads = ({ reads, parts = [] }: Explained): Explained["reads"] => [
  ...reads,
  ...parts.flatMap(allReads),
];

function leadOf({ of, path, holds }: Reason, names: KeptNames, own: string): string {
  const name =
    of === "step"
      ? `El paso «${path}»`
      : of === "row"
        ? `La fila «${path.split(".").at(-1)}»`
        : names.of(path);
  if (of === "step") return `${name} ${holds ? "es" : "no es"} parte del camino`;
  if (of === "row") return `${name} ${holds ? "está" : "no está"} en la lista`;
  if (of === "required") return `Es ${holds ? "obligatoria" : "opcional"}`;
  if (of === "enabled") {
    const whose = path === own ? "" : `, por ${name}`;
    return holds ? `Se puede responder${whose}` : `No se puede responder${whose}`;
  }
  return path === own
    ? holds
      ? "La pregunta se muestra"
      : "La pregunta no se muestra"
    : `${name}, donde está, ${holds ? "se muestra" : "no se muestra"}`;
}

function reasonLines(reason: Reason, names: KeptNames, own: string): string[] {
  const lead = leadOf(reason, names, own);
  if (!reason.explained) return reason.of === "row" ? [`- ${lead}.`] : [`- ${lead}: siempre.`];
  return [`- ${lead}, por su regla:`, ...explainedLines(reason.explained, names, "    ")];
}

export interface Why {
  text: string;
  data: Explanation | null;
}

/** What is told of a path. `data` is null where the revision has no such question. */
export function whyText(looked: ReEvaluated, path: string): Why {
  const found = whyOf(looked, path);
  if (!found) {
    const known = Object.keys(looked.values.prepared.flow.fields);
    const own = path.split(".").at(-1)!;
    const near = known.filter((one) => one.split(".").at(-1) === own);
    return {
      text: [
        `«${path}» no es una pregunta de este formulario, como lo tuvo la marca en esta revisión: no se le hizo a nadie.`,
        ...(near.length > 0 ? [`¿Quisiste decir ${near.join(", ")}?`] : []),
      ].join("\n"),
      data: null,
    };
  }
  const names = namesOfKept(looked);
  const state = found.visible
    ? `Se mostró${found.required ? ", obligatoria" : ", opcional"}${found.enabled ? "" : ", sin poder responderse"}.`
    : "No se mostró.";
  const shown = found.visible ? found.reasons : found.reasons.filter(({ of }) => of !== "required");
  return {
    text: [
      `${names.of(path)} (${path})`,
      state,
      ...shown.flatMap((reason) => reasonLines(reason, names, path)),
    ].join("\n"),
    data: found,
  };
}
