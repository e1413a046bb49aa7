import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import { placeOf } from "./file-kinds.ts";
import { idKeyOf } from "./project.ts";
import type { Report } from "../report/report.ts";
import { asObject, asText } from "../report/values.ts";

/** The id in a file agrees with the name of the file or its folder, and no other file has it. */
export function checkNames(report: Report, files: Record<string, ReadFile>): void {
  const owners = new Map<string, string>();
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    const key = place && idKeyOf(place.kind);
    if (place && key !== undefined && asObject(file.value)[key] === place.id) {
      owners.set(`${place.kind} ${place.id}`, file.path);
    }
  }
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    const key = place && idKeyOf(place.kind);
    const id = key === undefined ? undefined : asText(asObject(file.value)[key]);
    if (!place || key === undefined || id === undefined || id === place.id) continue;
    const other = owners.get(`${place.kind} ${id}`);
    if (other !== undefined) report.add(file, [key], "duplicate-id", { id, other, expected: place.id });
    else {
      const values = { id, expected: place.id };
      report.add(file, [key], "id-file-mismatch", values, { suggestion: nearest(id, [place.id]) });
    }
  }
}
