/** What a submission's answers were evaluated with, kept so that they can be evaluated again as they were. */
import {
  allShown,
  fieldAt,
  ruleVariables,
  shownSteps,
  type CompiledFlow,
  type DataState,
  type ShownStep,
} from "../../schemas/engine/serve.ts";
import { answerLabel, fillFor, type ProgramValues } from "../evaluation/program-scope.ts";
import { canonicalJson } from "../canonical-json.ts";
import { hashOf } from "../hash-chain.ts";
import type { Consent, ShownList } from "../store/evidence.ts";

/** `list` names what the query gave where it is kept once for everybody. */
type ContextData = Pick<DataState, "status" | "inputs"> &
  (Pick<DataState, "options" | "value"> | { list: string });

export interface EvaluationContext {
  /** Version of the engine that evaluated. */
  engine: string;
  today: string;
  results: Record<string, unknown>;
  data: Record<string, ContextData>;
  /** Hash of what was shown up to the step that was sent. */
  shown: string;
}

/** A consent before it is known when the submission is accepted. */
export type NewConsent = Omit<Consent, "submission" | "given_at" | "revoked_at">;

export interface SubmissionEvidence {
  /** A `EvaluationContext` as JSON. */
  context: string;
  lists: ShownList[];
  consents: NewConsent[];
}

/** What was shown, in steps up to the one that was sent. */
export const shownOf = (values: ProgramValues, step: string): ShownStep[] =>
  shownSteps(
    {
      flow: values.prepared.flow,
      evaluation: values.evaluation,
      label: (path) => answerLabel(values, path),
      fill: (words) => fillFor(values, words),
    },
    step,
  );

export const shownHash = (steps: ShownStep[]): string => hashOf(canonicalJson(steps));

/** What is to be kept of an evaluation. `values.results` are those that it had, before any program changed them. */
export function evidenceOf(
  values: ProgramValues,
  step: string,
  engine: string,
  revision: string,
): SubmissionEvidence {
  const { evaluation, today, data, results, prepared } = values;
  const steps = shownOf(values, step);
  const lists: ShownList[] = [];
  const kept = Object.entries(data).map(
    ([name, { status, inputs, options, value }]): [string, ContextData] => {
      const given = { ...(options ? { options } : {}), ...(value === undefined ? {} : { value }) };
      if (isAnybodys(prepared.flow, name) && Object.keys(given).length > 0) {
        const content = JSON.stringify(given);
        const list = hashOf(content);
        lists.push({ hash: list, content });
        return [name, { status, inputs, list }];
      }
      return [name, { status, inputs, ...given }];
    },
  );
  const context: EvaluationContext = {
    engine,
    today,
    results,
    data: Object.fromEntries(kept),
    shown: shownHash(steps),
  };
  const consents = allShown(steps).flatMap((field): NewConsent[] => {
    const { widget, path, label, text = label } = field;
    if (widget !== "consent" || evaluation.values[path] !== true) return [];
    const slot = field.text === undefined ? "label" : "text";
    const defined = fieldAt(prepared, path)!.path;
    return [
      {
        path,
        purpose: label,
        text,
        text_hash: hashOf(text),
        wording: `flows.${prepared.flow.flow}.${defined}.${slot}`,
        revision,
        channel: "web",
      },
    ];
  });
  return { context: JSON.stringify(context), lists, consents };
}

/** Whether everybody gets the same of a query: it is asked with nothing that is somebody's. */
function isAnybodys(flow: CompiledFlow, name: string): boolean {
  const reads = ruleVariables(Object.values(flow.data[name]?.with ?? { unknown: { var: "unknown" } }));
  return reads.every((path) => {
    const field = fieldAt({ flow }, path);
    return field !== undefined && !field.personal && field.computed === undefined;
  });
}

/** The data of a kept context. Undefined where a list is gone that it names. */
export function dataOf(
  { data }: Pick<EvaluationContext, "data">,
  lists: ReadonlyMap<string, string>,
): Record<string, DataState> | undefined {
  const found: Record<string, DataState> = {};
  for (const [name, kept] of Object.entries(data)) {
    if (!("list" in kept)) {
      found[name] = kept;
      continue;
    }
    const { list, ...state } = kept;
    const content = lists.get(list);
    if (content === undefined || hashOf(content) !== list) return undefined;
    found[name] = { ...state, ...(JSON.parse(content) as Pick<DataState, "options" | "value">) };
  }
  return found;
}

/** Hashes of the lists that a kept context names. */
export const listsIn = ({ data }: Pick<EvaluationContext, "data">): string[] =>
  Object.values(data).flatMap((kept) => ("list" in kept ? [kept.list] : []));
