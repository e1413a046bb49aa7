import type { CompiledCall, CompiledOptions, FailureText, Rule, WordNode } from "../types/index.ts";
import { splitAnswer } from "./computed.ts";
import { foldRule } from "./fold.ts";
import type { BrandProject } from "./project.ts";

/** A call as its file has it. */
type CallDefinition = Omit<Partial<CompiledCall>, "options" | "multipart"> &
  Pick<CompiledCall, "method" | "path"> & {
    multipart?: { files: Record<string, Rule>; fields?: Record<string, Rule> };
    options?: Pick<CompiledOptions, "value" | "place"> & { rows?: Rule; label: string; description?: string };
  };

/** The calls of all services, by `service.call`. */
export function compileCalls(project: BrandProject): Record<string, CompiledCall> {
  const calls: Record<string, CompiledCall> = {};
  const fold = (rule: Rule): Rule => foldRule(rule, project.constant);
  const folded = (rules: Record<string, Rule> = {}): Record<string, Rule> =>
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, fold(rule)]));
  for (const { service, headers: ofAll, failureTexts = [], calls: defined } of project.services) {
    for (const [call, value] of Object.entries(defined)) {
      const { method, path, input, optional, query, headers, body, answer, empty, options, ...rest } =
        value as CallDefinition;
      const texts = failureTexts.filter((text) => text.calls?.includes(call) ?? true);
      calls[`${service}.${call}`] = {
        service,
        call,
        method,
        path,
        input: input ?? {},
        optional: optional ?? [],
        ...(rest.forEach ? { forEach: rest.forEach } : {}),
        query: folded(query),
        ...(ofAll || headers ? { headers: folded({ ...ofAll, ...headers }) } : {}),
        ...(rest.authorization ? { authorization: compileAuthorization(rest.authorization, fold) } : {}),
        ...(rest.captcha ? { captcha: true } : {}),
        ...(rest.visitorAddress ? { visitorAddress: true } : {}),
        ...(rest.person ? { person: true } : {}),
        ...(rest.signsIn ? { signsIn: true } : {}),
        ...(body === undefined ? {} : { body: fold(body) }),
        ...(rest.multipart
          ? { multipart: { files: folded(rest.multipart.files), fields: folded(rest.multipart.fields) } }
          : {}),
        ...(answer ? compileAnswer(answer, fold) : {}),
        ...(rest.success === undefined ? {} : { success: fold(rest.success) }),
        ...(empty ? { empty } : {}),
        ...(options ? { options: compileRows(options, project) } : {}),
        ...(rest.value === undefined ? {} : { value: fold(rest.value) }),
        timeout: rest.timeout ?? 10_000,
        ...(rest.retries ? { retries: compileRetries(rest.retries, fold) } : {}),
        ...(texts.length > 0 ? { failureTexts: texts.map((text) => compileFailureText(text, fold)) } : {}),
        ...(rest.limit ? { limit: { ...rest.limit, by: fold(rest.limit.by) } } : {}),
        cache: rest.cache ?? 0,
      };
    }
  }
  return calls;
}

function compileAnswer(
  answer: NonNullable<CallDefinition["answer"]>,
  fold: (rule: Rule) => Rule,
): Pick<CompiledCall, "answer" | "computed"> {
  const { sent, computed } = splitAnswer(answer, fold);
  return { answer: sent, ...(computed.length > 0 ? { computed } : {}) };
}

const compileRetries = (
  { until, ...retries }: NonNullable<CompiledCall["retries"]>,
  fold: (rule: Rule) => Rule,
): NonNullable<CompiledCall["retries"]> => ({
  ...retries,
  ...(until ? { until: { ...until, answer: fold(until.answer) } } : {}),
});

const compileFailureText = (
  { on, when, status, text }: FailureText,
  fold: (rule: Rule) => Rule,
): FailureText => ({
  on,
  ...(when === undefined ? {} : { when: fold(when) }),
  ...(status === undefined ? {} : { status }),
  text,
});

const compileAuthorization = (
  { scheme, token }: NonNullable<CompiledCall["authorization"]>,
  fold: (rule: Rule) => Rule,
): NonNullable<CompiledCall["authorization"]> => ({
  scheme,
  ...(token === undefined ? {} : { token: fold(token) }),
});

/** Whether what is read of a row is one of its keys; anything else is words that name them. */
export const isRowKey = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

function compileRows(
  { rows, value, label, description, place }: NonNullable<CallDefinition["options"]>,
  project: BrandProject,
): CompiledOptions {
  const read = (text: string): string | WordNode[] =>
    isRowKey(text) ? text : [project.words("label", [text])!].flat();
  return {
    ...(rows === undefined ? {} : { rows: foldRule(rows, project.constant) }),
    value,
    label: read(label),
    ...(description === undefined ? {} : { description: read(description) }),
    ...(place === undefined ? {} : { place }),
  };
}
