/** Ways of breaking a definition file, as editors, merges and people do. */
export type Files = Record<string, string>;

export interface Breaker {
  name: string;
  /** Whether any definition file is broken by it; else it is meant for a flow. */
  anyFile?: true;
  mutate(text: string): string;
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** Indices of a sign in a text; of a brace, where it is one of JSON: in a sentence or a pattern one less may be right. */
const places = (text: string, sign: string): number[] => {
  const seen = sign === '"' ? text : text.replace(/"(?:[^"\\]|\\.)*"/g, (one) => "_".repeat(one.length));
  return [...seen.matchAll(new RegExp(`\\${sign}`, "g"))].map(({ index }) => index);
};

const without = (text: string, sign: string): string => {
  const at = pick(places(text, sign));
  return text.slice(0, at) + text.slice(at + 1);
};

/** Changes a flow's JSON. */
const inFlow =
  (change: (step: Step, flow: Record<string, unknown>) => void) =>
  (text: string): string => {
    const flow = JSON.parse(text) as Record<string, unknown> & { steps: Record<string, Step> };
    change(Object.values(flow.steps)[0]!, flow);
    return JSON.stringify(flow, null, 2);
  };

interface Step {
  sections: Record<string, { fields: Record<string, Record<string, unknown>> }>;
  onContinue: Record<string, unknown>[];
}

const anyField = ({ sections }: Step): Record<string, unknown> =>
  pick(Object.values(sections).flatMap(({ fields }) => Object.values(fields)));

export const breakers: Breaker[] = [
  {
    name: "cut short",
    anyFile: true,
    mutate: (text) => text.slice(0, 10 + Math.random() * (text.length - 20)),
  },
  { name: "an unknown kind", mutate: inFlow((step) => void (anyField(step)["kind"] = "noSuchKind")) },
  { name: "a brace too few", anyFile: true, mutate: (text) => without(text, "}") },
  {
    name: "a rule over no field",
    mutate: inFlow(
      (step) => void (anyField(step)["visibleWhen"] = { "==": [{ var: "request.noSuchField" }, "x"] }),
    ),
  },
  { name: "a quote too few", anyFile: true, mutate: (text) => without(text, '"') },
  { name: "an unknown key", mutate: inFlow((step) => void (anyField(step)["noSuchKey"] = true)) },
  { name: "empty", anyFile: true, mutate: () => "" },
  {
    name: "an unknown operator",
    mutate: inFlow((step) => void (anyField(step)["visibleWhen"] = { noSuchOperator: [1, 2] })),
  },
  {
    name: "marks of a merge",
    anyFile: true,
    mutate: (text) => text.replace("\n", "\n<<<<<<< HEAD\n"),
  },
  { name: "a label of the wrong type", mutate: inFlow((step) => void (anyField(step)["label"] = 5)) },
  { name: "bytes that are no text", anyFile: true, mutate: (text) => `\u0000\uFFFD${text.slice(3)}` },
  {
    name: "a way to no step",
    mutate: inFlow((step) => void step.onContinue.push({ go: "noSuchStep" })),
  },
  {
    name: "an unknown call",
    mutate: inFlow((_step, flow) => void (flow["data"] = { cities: { call: "nobody.knows", on: "load" } })),
  },
  { name: "a list in its place", anyFile: true, mutate: (text) => `[${text}]` },
];
