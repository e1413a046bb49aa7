import { checkAnswered } from "../variables/answered-fields.ts";
import { flowsOn, type Flow, type Project } from "../project/project.ts";

/** Checks what a flow is about: an answer of its own, which the route of each page that it is mounted on gives. */
export function checkSubject(project: Project, flow: Flow): void {
  const { report } = project;
  const { subject } = flow.value;
  if (subject === undefined) return;
  const at = ["subject"];
  const place = { file: flow.file, at, path: subject };
  if (!checkAnswered(project, place, { owner: `El flujo "${flow.id}"`, flow, brands: [] })) return;
  for (const screen of new Set(project.screens.values())) {
    if (report.isInvalid(screen.file) || !flowsOn(screen).includes(flow.id)) continue;
    const block = (screen.value.blocks ?? []).find((one) => one.flow === flow.id && one.dialog === undefined);
    const from = block?.answers?.[subject]?.from;
    const routes = [screen.value.route, ...(screen.value.routes ?? [])];
    if (from !== undefined && routes.every((route) => route?.split("/").includes(`:${from}`))) continue;
    report.add(flow.file, at, "subject-not-in-route", { path: subject, screen: screen.id });
  }
}
