import { nearest } from "../report/nearest.ts";
import { flowsOn, screensOf, type Brand, type Flow, type Project, type Screen } from "../project/project.ts";
import { checkRedirect } from "../routes/routes.ts";

const placeholder = /\{[^{}]*\}/g;

/**
 * Checks a flow that a screen opens in a dialog or shows with its page in its own place, or of which it shows what was sent: its own page is another screen, which
 * each brand has, and to which the dialog's links lead.
 */
export function checkFlowOverPage(
  project: Project,
  screen: Screen,
  flow: Flow,
  index: number,
  brands: Brand[],
): void {
  const { report } = project;
  const { file, value, id } = screen;
  const { dialog, receipt } = (value.blocks ?? [])[index] ?? {};
  const at = ["blocks", index];
  if (receipt) {
    const source = `la pantalla "${id}"`;
    checkRedirect(project, file, receipt.otherwise, [...at, "receipt", "otherwise"], brands, source);
  }
  const key = dialog ? "dialog" : receipt ? "receipt" : undefined;
  if (key === undefined || report.isInvalid(flow.file)) return;
  if (flow.value.finder === true && dialog?.inline !== true) {
    const values = { flow: flow.id, what: `"${key}"` };
    return report.add(file, [...at, key], "not-in-finder", values, { part: "key" });
  }
  const homes = [...new Set(project.screens.values())].filter((one) => flowsOn(one).includes(flow.id));
  if (homes.length === 0 && [...project.screens.values()].some((one) => report.isInvalid(one.file))) return;
  const without = brands.find((brand) => !screensOf(project, brand).some((one) => homes.includes(one)));
  if (homes.length === 0 || without) {
    const who = without ? `la marca "${without.id}"` : "ninguna marca";
    return report.add(file, [...at, "flow"], "flow-without-page", { flow: flow.id, screen: id, who });
  }
  if (dialog?.to !== undefined) checkOwnPage(project, screen, { flow, homes, to: dialog.to }, index);
}

/** Whether an address is one of a route, whatever its parameters are. */
const isOf = (route: string, address: string): boolean => {
  const [wanted, given] = [route.split("/"), address.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(":") ? given[at] !== "" : part === given[at]))
  );
};

function checkOwnPage(
  { report }: Project,
  { file, id }: Screen,
  { flow, homes, to }: { flow: Flow; homes: Screen[]; to: string },
  index: number,
): void {
  const address = to.split(/[?#]/)[0]!.replaceAll(placeholder, "x");
  const routes = homes.flatMap(({ value }) => [value.route ?? "", ...(value.routes ?? [])]);
  if (routes.some((route) => isOf(route, address))) return;
  const suggestion = nearest(to.replaceAll(placeholder, ":x"), routes);
  const values = { screen: id, flow: flow.id, to };
  report.add(file, ["blocks", index, "dialog", "to"], "dialog-leads-elsewhere", values, { suggestion });
}
