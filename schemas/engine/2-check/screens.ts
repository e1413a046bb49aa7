import { linksOfBlock } from "../1-read/block-parts.ts";
import { checkBound } from "./bound-answers.ts";
import { checkFailureBlock } from "./failure-pages.ts";
import { nearest } from "./nearest.ts";
import { checkOnlyFor } from "./only-for.ts";
import { screensOf, type Project } from "./project.ts";
import { checkAddress, checkRedirect } from "./routes.ts";
import { asList, asObject, asText } from "./values.ts";

/** Checks the flows and the addresses that screens name. */
export function checkScreens(project: Project): void {
  for (const screen of new Set(project.screens.values())) {
    const { file, value } = screen;
    const brands = [...project.brands.values()].filter((brand) => screensOf(project, brand).includes(screen));
    const scope = { owner: `La pantalla "${screen.id}"`, brands };
    const source = `la pantalla "${screen.id}"`;
    checkAddress(project, screen);
    for (const [index, crumb] of asList(value["breadcrumbs"]).entries()) {
      checkRedirect(project, file, asObject(crumb)["to"], ["breadcrumbs", index, "to"], brands, source);
    }
    const otherwise = asObject(value["failure"])["otherwise"];
    checkRedirect(project, file, otherwise, ["failure", "otherwise"], brands, source);
    checkFailureBlock(project, screen);
    for (const [index, one] of asList(value["blocks"]).entries()) {
      const block = asObject(one);
      const at = ["blocks", index];
      for (const { at: place, to } of linksOfBlock(block)) {
        checkRedirect(project, file, to, [...at, ...place], brands, source);
      }
      checkOnlyFor(project, file, block["onlyFor"], at, scope);
      const flow = asText(block["flow"]);
      if (flow === undefined) continue;
      const shown = project.flows.get(flow);
      if (shown) checkBound(project, shown, file, block["answers"], [...at, "answers"]);
      if (shown || project.isUnsure("flow", flow)) continue;
      const suggestion = nearest(flow, project.flows.keys());
      project.report.add(file, [...at, "flow"], "unknown-flow", { flow }, { suggestion });
    }
  }
}
