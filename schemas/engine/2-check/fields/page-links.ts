import { absolute } from "../../1-read/relative.ts";
import type { Brand, Field, Flow, Project } from "../project/project.ts";
import { checkWrittenAddress } from "../routes/computed-addresses.ts";
import { allOf, brandsWhere } from "../rules/implications.ts";
import { brandsFor } from "../variables/facts.ts";

/** Checks that what leads to a page of the site leads to one, in each of the brands that show it. */
export function checkPageLink(project: Project, flow: Flow, field: Field, brands: Brand[]): void {
  const { to } = field.value;
  if (typeof to !== "string") return;
  const shown = brandsShowing(flow, field, brands);
  const place = { file: field.file, at: [...field.at, "to"] };
  checkWrittenAddress(project, place, to, shown, `el campo "${field.path}"`);
}

/** The brands in which a field may be seen, by what it, the groups around it, its section and its step are for. */
function brandsShowing(flow: Flow, field: Field, brands: Brand[]): Brand[] {
  const step = flow.steps[field.step]?.value;
  const section = step?.sections?.[field.section];
  let shown = brandsFor(brandsFor(brands, step?.onlyFor), section?.onlyFor);
  for (let one: Field | undefined = field; one; one = one.parent) {
    const { onlyFor, visibleWhen } = one.value;
    shown = brandsFor(shown, onlyFor);
    if (visibleWhen !== undefined) shown = brandsWhere(allOf(absolute(visibleWhen, one.names)), shown);
  }
  return shown;
}
