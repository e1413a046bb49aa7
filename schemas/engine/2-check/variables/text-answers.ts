import { typeOf } from "../project/presets.ts";
import type { Flow, Project } from "../project/project.ts";
import { checkAnswered } from "./answered-fields.ts";

/** Checks answers of a flow that one of its keys names: each is of a question that is asked, and a text. */
export function checkTextAnswers(project: Project, flow: Flow, at: string[], paths: string[] = []): void {
  const owner = `"${at[0]}" del flujo "${flow.id}"`;
  for (const [index, path] of paths.entries()) {
    const place = { file: flow.file, at: [...at, index], path };
    const field = checkAnswered(project, place, { owner, flow, brands: [] });
    const type = field && typeOf(project, field);
    if (type !== undefined && type !== "text") {
      const expected = "un campo de texto";
      project.report.add(flow.file, place.at, "wrong-type", { expected, found: `"${place.path}"` });
    }
  }
}

/** Checks what says whose a submission is. */
export function checkSender(project: Project, flow: Flow): void {
  const { sender } = flow.value;
  checkTextAnswers(project, flow, ["sender", "document"], sender?.document);
  checkTextAnswers(project, flow, ["sender", "email"], sender?.email);
}
