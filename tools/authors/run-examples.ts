/** Runs the examples beside flows and screens, and says at its line what does not come out as an example says. */
import {
  prepareFlow,
  readSources,
  type CompiledFlow,
  type CompileRule,
  type Diagnostic,
  type Prepared,
  type ReadFile,
  type Sources,
} from "../../schemas/engine/all.ts";
import { disagreements, preparedAgain } from "../../server/evaluation/second-evaluation.ts";
import { flowCompiler } from "./compiled-flows.ts";
import { differences, evaluateExample, examplesIn, type Difference, type Example } from "./examples.ts";
import { pageDifferences, pageExamplesIn } from "./page-examples.ts";
import { flowProof, pageProof } from "./proof-keys.ts";
import type { Proven } from "./proven.ts";
import { unaskedAnswers, type UnaskedAnswer } from "./unasked-answers.ts";

export interface RunExamples {
  diagnostics: Diagnostic[];
  count: number;
}

/** What the examples of one flow are tried with. */
interface KeptFlow {
  prepared?: Prepared;
  /** With its rules evaluated by the second evaluator. */
  again?: Prepared;
}

/** `files` have no errors. What was proven with the same flow and the same example is not run again. */
export async function runExamples(
  sources: Sources,
  proven: Proven,
  /** The second evaluator of rules: json-logic-js, if none is named. */
  compileRule?: CompileRule,
): Promise<RunExamples> {
  const { files } = readSources(sources);
  const { flowOf, brandOf } = flowCompiler(files);
  const examples = examplesIn(Object.values(files));
  const flows = new Map<CompiledFlow, KeptFlow>();
  const diagnostics: Diagnostic[] = [];
  for (const example of examples) {
    const { brand, flow: id, content } = example;
    const file = files[example.file]!;
    const { flow, revision } = flowOf(brand, id, content);
    const key = flowProof(flow, revision, example, file.text);
    if (proven.has(key)) continue;
    const kept: KeptFlow = flows.get(flow) ?? {};
    flows.set(flow, kept);
    kept.prepared ??= prepareFlow(flow);
    const found = await differences({ prepared: kept.prepared, revision }, example);
    diagnostics.push(...found.map((one) => told(file, example, one)));
    kept.again ??= preparedAgain(kept.prepared, compileRule);
    const [first, second] = [kept.prepared, kept.again].map(
      (one) => evaluateExample(one, example).evaluation,
    );
    const otherwise = disagreements(first!, second!);
    if (otherwise.length > 0) diagnostics.push(disagreeing(file, example, otherwise));
    const unasked = unaskedAnswers(kept.prepared, example, first!);
    diagnostics.push(...unasked.map((one) => notAsked(file, example, one)));
    if (found.length + otherwise.length + unasked.length === 0) proven.add(key);
  }
  const pages = pageExamplesIn(Object.values(files));
  for (const example of pages) {
    const file = files[example.file]!;
    const revision = brandOf(example.brand);
    const key = pageProof(revision, example.screen, file.text);
    if (proven.has(key)) continue;
    const found = await pageDifferences(revision, example);
    if (found.length === 0) proven.add(key);
    diagnostics.push(...found.map((one) => told(file, example, one)));
  }
  return { diagnostics, count: examples.length + pages.length };
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nada";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

function disagreeing(file: ReadFile, { describe }: Example, names: string[]): Diagnostic {
  return {
    code: "rules-disagree",
    severity: "error",
    file: file.path,
    ...file.locate(["answers"], "key"),
    message: `En el ejemplo "${describe}", json-logic-js no dice lo mismo que el motor de ${names.join(", ")}.`,
    fix: "es un error de quien mantiene el motor, no de las definiciones: avísale, con este ejemplo.",
  };
}

function notAsked(file: ReadFile, { describe }: Example, { key, path }: UnaskedAnswer): Diagnostic {
  return {
    code: "unasked-answer",
    severity: "error",
    file: file.path,
    ...file.locate([key, path], "key"),
    message: `El ejemplo "${describe}" responde "${path}", que con lo demás que responde no se pregunta.`,
    fix: `quita esa respuesta; si el ejemplo es sobre eso, dilo en "expect": "hidden": ["${path}"].`,
  };
}

/** What an example expects and what came of it, in words: of what is seen and of going on, what the values mean. */
function inWords(file: ReadFile, { at, expected, found }: Difference): string {
  const path = at.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    file.value,
  );
  switch (at[0] === "expect" ? at[1] : undefined) {
    case "visible":
      return `que "${String(path)}" se vea, y no se ve`;
    case "hidden":
      return `que "${String(path)}" no se vea, y se ve`;
    case "disabled":
      return found === undefined
        ? `que "${String(path)}" se vea sin que se pueda responder, y no se ve`
        : `que "${String(path)}" no se pueda responder, y se puede`;
    case "continues": {
      const problems = Object.entries(found as Record<string, string>);
      const listed = problems.map(([one, code]) => `"${one}" (${code})`).join(", ");
      return `que se pueda continuar, y no se puede por ${listed}`;
    }
    default:
      return `${shown(expected)}, y resulta ${shown(found)}`;
  }
}

function told(file: ReadFile, { describe }: Pick<Example, "describe">, difference: Difference): Diagnostic {
  const { at } = difference;
  return {
    code: "example-differs",
    severity: "error",
    file: file.path,
    ...file.locate(at, typeof at.at(-1) === "number" ? "value" : "key"),
    message: `El ejemplo "${describe}" espera ${inWords(file, difference)}.`,
    fix: "si lo que resulta es lo que quieres, corrige el ejemplo; si no, corrige el flujo.",
  };
}
