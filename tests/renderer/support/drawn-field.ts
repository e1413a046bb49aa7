import type { Answer, CompiledField, CompiledFlow, Option } from "../../../schemas/engine/evaluate.ts";
import { vi } from "vitest";
import { render } from "../../../renderer/entry-server.tsx";
import { runState } from "./open-run.ts";
import { field, smallFlow, smallPage } from "./small-flow.ts";

export const optionsOf = (...values: string[]): { list: Option[] } => ({
  list: values.map((value) => ({ value, label: value })),
});

/** One field as the server draws it, at `ask.it`, after another one, on which the data `waiting` hangs. What React or a library has to say against it is an error. */
export function drawField(more: Partial<CompiledField>, answer?: Answer): string {
  const flow: CompiledFlow = {
    ...smallFlow,
    steps: [
      { ...smallFlow.steps[0]!, sections: [{ id: "only", fields: ["ask.before", "ask.it"] }] },
      smallFlow.steps[1]!,
    ],
    fields: {
      "ask.before": field("ask.before", { label: "Lo anterior", required: false }),
      "ask.it": field("ask.it", { label: "Esto", ...more }),
    },
    data: {
      loading: { call: "a.b", on: "load", with: {} },
      waiting: { call: "a.b", on: "change", with: { before: { var: "ask.before" } } },
    },
  };
  const run = answer === undefined ? null : runState({ answers: { "ask.it": answer } });
  const page = { ...smallPage, flow: { id: "visit", revision: "rev1", run } };
  const warnings = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  const { html } = render(page, { flow, validators: { any: () => true } }, "n");
  const said = warnings.flatMap(({ mock }) => mock.calls);
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`drawn with warnings: ${said.join("; ")}`);
  return html.replaceAll("<!-- -->", "");
}

/** The tags of an element that have all these parts. */
export const tagsWith = (html: string, ...parts: string[]): string[] =>
  [...html.matchAll(/<[a-z][^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => parts.every((part) => tag.includes(part)));
