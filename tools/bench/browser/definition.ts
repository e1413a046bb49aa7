import { validatorModule } from "../../../schemas/engine/all.ts";
import { withDefinitions } from "../../../tests/support/written-flow.ts";
import { choices, patterns, questions, type Question } from "./questions.ts";

const fields: Record<Question["type"], Record<string, unknown>> = {
  name: { kind: "text", schema: { maxLength: 60, pattern: patterns.name } },
  email: { kind: "email" },
  digits: { kind: "text", schema: { pattern: patterns.digits } },
  amount: { kind: "number", schema: { maximum: 999_999 } },
  choice: { kind: "choice", options: { list: choices.map((choice) => ({ value: choice, label: choice })) } },
  agree: { kind: "consent", required: false },
};

/** The questions as a flow of one step, in sections of twenty. */
function flowOf(count: number): Record<string, unknown> {
  const sections = Object.groupBy(questions(count), (_, index) => `part${Math.floor(index / 20)}`);
  const section = (asked: Question[]) => ({
    fields: Object.fromEntries(
      asked.map(({ id, label, type, after }) => [
        id,
        {
          ...fields[type],
          label,
          ...(after === undefined ? {} : { visibleWhen: { "==": [{ var: `all.${after}` }, true] } }),
        },
      ]),
    ),
  });
  return {
    flow: "measured",
    title: "Medición",
    steps: {
      all: {
        title: "Medición",
        sections: Object.fromEntries(Object.entries(sections).map(([id, asked]) => [id, section(asked!)])),
        onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
      },
      end: { title: "Listo", ends: true },
    },
  };
}

/** The form of so many questions as the browser gets it: what `mountFlow` takes, and the module of its validators. */
export async function compiledForm(count: number): Promise<{ compiled: string; validators: string }> {
  const { revision } = await withDefinitions({ "schemas/flows/measured/flow.json": flowOf(count) });
  const flow = revision.public.flows["measured"]!;
  const compiled = { brand: revision.public.brand, flow, revision: "bench", today: "2026-11-21" };
  return { compiled: JSON.stringify(compiled), validators: validatorModule(flow) };
}
