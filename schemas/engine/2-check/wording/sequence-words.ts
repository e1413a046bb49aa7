import { checkWords } from "./placeholders.ts";
import type { Flow, Project } from "../project/project.ts";

/** The text of a sequence tells its numbers apart: it names the number, and the year where that begins again. */
export function checkSequences(project: Project, flow: Flow): void {
  for (const [id, one] of Object.entries(flow.value.sequences ?? {})) {
    const { text, every } = one;
    const at = ["sequences", id, "text"];
    checkWords(project, flow.file, text, at, {
      brands: [],
      markdown: false,
      names: ["number", "year"],
      only: true,
      owner: `La secuencia "${id}"`,
    });
    const needed = every === "year" ? ["number", "year"] : ["number"];
    const missing = needed.find((name) => !text?.includes(`{${name}}`));
    if (text === undefined || missing === undefined) continue;
    project.report.add(flow.file, at, "repeated-number", { sequence: id, name: missing }, { once: true });
  }
}
