import { checkOnlyFor } from "./fields.ts";
import { nearest } from "./nearest.ts";
import { screensOf, type Project } from "./project.ts";
import { checkRedirect } from "./routes.ts";
import { asList, asObject, asText } from "./values.ts";

/** Checks the flows and the addresses that screens name. */
export function checkScreens(project: Project): void {
  for (const screen of new Set(project.screens.values())) {
    const { file, value } = screen;
    const brands = [...project.brands.values()].filter((brand) => screensOf(project, brand).includes(screen));
    const scope = { owner: `La pantalla "${screen.id}"`, brands };
    const source = `la pantalla "${screen.id}"`;
    for (const [index, crumb] of asList(value["breadcrumbs"]).entries()) {
      checkRedirect(project, file, asObject(crumb)["to"], ["breadcrumbs", index, "to"], brands, source);
    }
    const otherwise = asObject(value["failure"])["otherwise"];
    checkRedirect(project, file, otherwise, ["failure", "otherwise"], brands, source);
    for (const [index, one] of asList(value["blocks"]).entries()) {
      const block = asObject(one);
      const at = ["blocks", index];
      checkRedirect(project, file, asObject(block["action"])["to"], [...at, "action", "to"], brands, source);
      checkOnlyFor(project, screen, block["onlyFor"], at, scope);
      const flow = asText(block["flow"]);
      if (flow === undefined || project.flows.has(flow) || project.isUnsure("flow", flow)) continue;
      const suggestion = nearest(flow, project.flows.keys());
      project.report.add(file, [...at, "flow"], "unknown-flow", { flow }, { suggestion });
    }
  }
}
