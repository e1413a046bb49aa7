import { defaultsFolder } from "../../1-read/defaults.ts";
import { flowFileOf } from "../../1-read/extended-flows.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import { placeOf, type FilePlace } from "./file-kinds.ts";
import { idKeyOf } from "./project.ts";
import type { Report } from "../report/report.ts";
import { asObject, asText } from "../report/values.ts";

/** The key of a file's id: brands say `brand`, and what they extend says `defaults`. */
const keyOf = (place: FilePlace | undefined): string | undefined =>
  place && (place.kind === "brand" && place.defaults !== undefined ? "defaults" : idKeyOf(place.kind));

/** The id in a file agrees with the name of the file or its folder, and no other file has it. */
export function checkNames(report: Report, files: Record<string, ReadFile>): void {
  const owners = new Map<string, string>();
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    const key = keyOf(place);
    if (!place || key === undefined || asObject(file.value)[key] !== place.id) continue;
    if (!owners.has(`${key} ${place.id}`)) owners.set(`${key} ${place.id}`, file.path);
  }
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    const key = keyOf(place);
    const id = key === undefined ? undefined : asText(asObject(file.value)[key]);
    if (!place || key === undefined || id === undefined) continue;
    const other = owners.get(`${key} ${id}`);
    // Of two files with one name in different folders, the second has it in vain.
    if (id === place.id && other === file.path) continue;
    if (other !== undefined) report.add(file, [key], "duplicate-id", { id, other, expected: place.id });
    else {
      const values = { id, expected: place.id };
      report.add(file, [key], "id-file-mismatch", values, { suggestion: nearest(id, [place.id]) });
    }
  }
}

/** What brands extend is there. */
export function checkDefaults(report: Report, files: Record<string, ReadFile>): void {
  const known = Object.keys(files).flatMap((path) => {
    const place = placeOf(path);
    return place?.kind === "brand" && place.defaults !== undefined ? place.defaults : [];
  });
  for (const file of Object.values(files)) {
    const name = placeOf(file.path)?.kind === "brand" ? asText(asObject(file.value)["extends"]) : undefined;
    if (name === undefined || files[`${defaultsFolder(name)}brand.json`]) continue;
    const suggestion = nearest(name, known);
    report.add(file, ["extends"], "unknown-defaults", { name }, { suggestion });
    // All that it would take from there is missing.
    report.markInvalid(file, []);
  }
}

/** Whether what a flow extends extends that flow again. One that is not there is told where it is named. */
function leadsBack(files: Record<string, ReadFile>, path: string, flow: string): boolean {
  const seen = new Set<string>();
  for (let next = flow; next && !seen.has(next);) {
    if (flowFileOf(next) === path) return true;
    seen.add(next);
    next = asText(asObject(files[flowFileOf(next)]?.value)["extends"]) ?? "";
  }
  return false;
}

/** What flows extend is there, and does not lead back to them: what was taken has no key of it left. */
export function checkExtended(report: Report, files: Record<string, ReadFile>): void {
  const flows = Object.keys(files).flatMap((path) => {
    const place = placeOf(path);
    return place?.kind === "flow" ? place.id : [];
  });
  for (const file of Object.values(files)) {
    const flow = placeOf(file.path)?.kind === "flow" ? asText(asObject(file.value)["extends"]) : undefined;
    if (flow === undefined) continue;
    if (leadsBack(files, file.path, flow)) report.add(file, ["extends"], "endless-extends", { flow });
    if (!flows.includes(flow)) {
      report.add(file, ["extends"], "unknown-flow", { flow }, { suggestion: nearest(flow, flows) });
    }
    // All that it would take from there is missing.
    report.markInvalid(file, []);
  }
}
