import { entryRoute } from "../../1-read/entry-route.ts";
import { contentFilesOf, entriesOf, hasMany, isUnresolvedFile, typeFileOf } from "../project/content.ts";
import { nearest } from "../report/nearest.ts";
import { screensOf, type Project, type Brand, type Screen, type Flow } from "../project/project.ts";
import { routesOf } from "../routes/routes.ts";

/** Checks what flows and screens say of which there is one for each entry of a type of content. */
export function checkForEach(project: Project): void {
  const all = [...new Set(project.flows.values()), ...new Set(project.screens.values())];
  for (const item of all) checkType(project, item);
  for (const screen of new Set(project.screens.values())) checkScreen(project, screen);
  for (const brand of new Set(project.brands.values())) checkRoutes(project, brand);
}

function checkType(project: Project, { file, value }: Flow | Screen): void {
  const { report, content } = project;
  const type = value.forEach;
  if (type === undefined) return;
  const values = { type, file: typeFileOf(type) };
  const found = content.types.get(type);
  if (!found) {
    const suggestion = nearest(type, content.types.keys());
    return report.add(file, ["forEach"], "unknown-content-type", values, { suggestion });
  }
  if (isUnresolvedFile(project, found.file) || hasMany(found)) return;
  report.add(file, ["forEach"], "for-each-of-one", values);
}

/** A screen of entries has their place in its address, and shows the flow of the same entry. */
function checkScreen({ report, flows, content }: Project, { id, file, value }: Screen): void {
  const type = value.forEach;
  const route = value.route;
  if (type !== undefined && route?.split("/").filter((part) => part === ":entry").length !== 1) {
    report.add(file, ["route"], "for-each-route", { route: route ?? "" });
  }
  for (const [index, block] of (value.blocks ?? []).entries()) {
    const flow = flows.get(block.flow ?? "");
    const wanted = flow && flow.value.forEach;
    if (!flow || wanted === type || report.isInvalid(flow.file)) continue;
    if (type === undefined && flow.value.alone === true) continue;
    // A type that is not there is told as such.
    if (wanted === undefined || (type !== undefined && !content.types.has(type))) continue;
    const values = { screen: id, flow: flow.id, type: wanted };
    report.add(file, ["blocks", index, "flow"], "for-each-differs", values);
  }
}

/** The address of an entry is that of no other screen of its brand. */
function checkRoutes(project: Project, brand: Brand): void {
  const screens = screensOf(project, brand);
  for (const screen of screens) {
    const type = screen.value.forEach;
    const route = screen.value.route;
    if (type === undefined || route === undefined) continue;
    const files = contentFilesOf(project, brand, type);
    for (const [index, entry] of entriesOf(project, brand, type).entries()) {
      const own = entryRoute(route, entry);
      const other = screens.find((one) => one !== screen && routesOf(project, one, brand).includes(own));
      const file = files[index];
      if (!other || !file) continue;
      const values = { brand: brand.id, other: other.id, screen: screen.id, route: own };
      project.report.add(file, [], "duplicate-route", values);
    }
  }
}
