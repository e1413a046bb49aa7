import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { checkShownField } from "../variables/shown-fields.ts";
import { checkAnswered } from "../variables/answered-fields.ts";
import { unfitForAddress } from "../variables/address-values.ts";
import { isPersonal } from "../variables/personal.ts";
import type { Flow, Project } from "../project/project.ts";

/** Checks the answers of a flow that a screen takes from the address: anybody can read an address. */
export function checkBound(
  project: Project,
  flow: Flow,
  file: ReadFile,
  answers: Record<string, unknown> | undefined,
  at: JsonPath,
): void {
  if (project.report.isInvalid(flow.file)) return;
  const owner = "La pantalla";
  for (const path of Object.keys(answers ?? {})) {
    const place = { file, at: [...at, path], path, part: "key" as const };
    const field = checkAnswered(project, place, { owner, flow, brands: [] });
    if (!field) continue;
    const what = unfitForAddress(project, field);
    if (what !== undefined)
      project.report.add(file, place.at, "unfit-for-address", { path, what }, { part: "key" });
    else if (isPersonal(project, field)) {
      project.report.add(file, place.at, "personal-in-address", { path }, { part: "key" });
    }
  }
}

/** Checks what a flow's recap has of it: the answers on its bar and on the lines of steps, and the field that says what all is about. */
export function checkRecap(
  project: Project,
  flow: Flow,
  file: ReadFile,
  { bar = [], tells = [], shows }: { bar?: readonly unknown[]; tells?: readonly unknown[]; shows?: string },
  at: JsonPath,
): void {
  if (project.report.isInvalid(flow.file)) return;
  for (const [key, paths] of Object.entries({ bar, tells })) {
    for (const [index, path] of paths.entries()) {
      const place = { file, at: [...at, key, index], path: String(path), part: "value" as const };
      checkAnswered(project, place, { owner: "La pantalla", flow, brands: [] });
    }
  }
  if (shows !== undefined)
    checkShownField(
      project,
      flow,
      { file, owner: "La pantalla", path: shows, at: [...at, "shows"] },
      "items",
    );
}
