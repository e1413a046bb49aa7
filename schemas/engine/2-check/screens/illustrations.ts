import type { ReadFile } from "../../1-read/read.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { Grammar } from "../grammar/shape.ts";
import type { Brand, Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { asList, asObject } from "../report/values.ts";

/** The drawings that come with the site. */
export const drawingsOf = (grammar: Grammar): string[] =>
  asList(asObject(asObject(asObject(grammar["brand.schema.json"])["definitions"])["drawing"])["enum"]).map(
    String,
  );

/** Checks that brands have a drawing of the name that somebody asks for: one that comes with the site, or that they map. */
export function checkIllustration(
  { report }: Project,
  file: ReadFile,
  illustration: string | undefined,
  at: JsonPath,
  brands: Brand[],
  drawings: string[],
): void {
  if (illustration === undefined || drawings.includes(illustration)) return;
  const mapped = ({ value }: Brand): object => value.theme?.illustrations ?? {};
  const brand = brands.find((one) => !Object.hasOwn(mapped(one), illustration));
  if (!brand || report.isInvalid(brand.file)) return;
  const suggestion = nearest(illustration, [...drawings, ...Object.keys(mapped(brand))]);
  const values = { illustration, brand: brand.id };
  report.add(file, at, "unknown-illustration", values, { suggestion, once: true });
}
