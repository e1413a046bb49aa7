import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { screensOf, type Project, type Brand, type Screen, type ScreenBlock } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";

const column = /\{[^{}]*\}/g;

/** Checks where an address with columns of a row leads: to a screen of each brand, or a picture to a place that is let in. */
export function checkRowAddress(
  project: Project,
  file: ReadFile,
  { address, key, item }: { address: string; key: "to" | "picture"; item: NonNullable<ScreenBlock["item"]> },
  at: JsonPath,
  brands: Brand[],
): void {
  if (key === "picture") {
    const isOpen = address.startsWith("{");
    if (isOpen && !("picturesFrom" in item)) {
      project.report.add(file, at, "picture-from-anywhere", {});
    }
    return;
  }
  if (!address.startsWith("/")) return;
  const parts = address.split(/[?#]/)[0]!.split("/");
  const fits = (route: string): boolean => {
    const own = route.split("/");
    return (
      own.length === parts.length &&
      own.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index]))
    );
  };
  const leadsTo = ({ value }: Screen): boolean => [value.route ?? "", ...(value.routes ?? [])].some(fits);
  const all = [...project.screens.values()];
  if (!all.some(leadsTo)) {
    if (all.some((screen) => project.report.isInvalid(screen.file))) return;
    const routes = all.flatMap(({ value }) => value.route ?? []);
    const suggestion = nearest(address.replaceAll(column, ":x"), routes);
    return project.report.add(
      file,
      at,
      "unknown-route",
      { route: address },
      suggestion === undefined ? {} : { suggestion },
    );
  }
  for (const brand of brands) {
    if (screensOf(project, brand).some(leadsTo)) continue;
    const screen = all.find(leadsTo)!;
    const values = { brand: brand.id, screen: screen.id, source: "una vista", route: address };
    project.report.add(brand.file, ["screens"], "missing-screen", values, { part: "key" });
  }
}
