/** What the calls of a flow answer, as far as their services say. */
import { asObject, asText, type ProgramLine, type ValueSchema } from "../../../schemas/engine/describe.ts";
import type { View } from "./view.ts";

/** Every instruction of a program, those of what happens on failure too. */
const instructionsIn = (program: ProgramLine[] = []): ProgramLine[] =>
  program.flatMap((line) => [line, ...instructionsIn(line.onFailure)]);

/** The results that the flow's programs name, each with its call. */
export function resultsOf({ flow }: View): Map<string, string> {
  const lines = flow.steps.flatMap(({ value }) => instructionsIn(value.onContinue));
  return new Map(lines.flatMap(({ as, call }) => (as === undefined ? [] : [[as, String(call)]])));
}

/** The JSON Schema of what stands at a path of a query or a result. */
function schemaAt(view: View, path: string): ValueSchema | undefined {
  const [head = "", ...rest] = path.split(".");
  const isQuery = head === "data" && rest[1] === "value";
  const query = view.flow.value.data?.[rest[0] ?? ""] ?? {};
  const id = isQuery ? query.call : resultsOf(view).get(head);
  if (id === undefined || (!isQuery && rest[0] !== "data")) return undefined;
  const [service = "", name = ""] = id.split(".");
  const call = view.project.services.get(service)?.value.calls?.[name] ?? {};
  const given = isQuery ? asText(asObject(call.value)["var"]) : "answer";
  if (given !== "answer" && !given?.startsWith("answer.")) return undefined;
  const keys = [...given.split(".").slice(1), ...rest.slice(isQuery ? 2 : 1)];
  return keys.reduce<ValueSchema>(
    (schema, key) => (/^\d+$/.test(key) ? schema.items : schema.properties?.[key]) ?? {},
    call.answer ?? {},
  );
}

/** Whether a service says that what stands there is a yes or no. */
export const isYesOrNo = (view: View, path: string): boolean => schemaAt(view, path)?.type === "boolean";
