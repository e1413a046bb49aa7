import { brandFile, brandFileNames, type BrandFileDescription } from "../../1-read/brand-files.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { Brand, Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";

interface Expected {
  format: BrandFileDescription["format"];
  /** What it is, in words. */
  words: string;
  most: number;
}

const kilobyte = 1_000;
const drawing: Expected = { format: "svg", words: "un SVG entero con viewBox", most: 50 * kilobyte };
const font: Expected = { format: "woff2", words: "una letra en WOFF2", most: 150 * kilobyte };
const licence: Expected = { format: "text", words: "un texto", most: 50 * kilobyte };

/** Checks the files that a brand's theme names: that they are there, and are what they have to be. */
export function checkTheme(project: Project, brand: Brand): void {
  const theme = brand.value.theme ?? {};
  const own = typeof theme.font === "string" ? {} : (theme.font ?? {});
  checkFile(project, brand, own.file, ["theme", "font", "file"], font);
  checkFile(project, brand, own.licence, ["theme", "font", "licence"], licence);
  const [thinnest, boldest] = own.weights ?? [];
  if (thinnest !== undefined && boldest !== undefined && thinnest > boldest) {
    const values = { least: String(thinnest), most: String(boldest) };
    project.report.add(brand.file, ["theme", "font", "weights"], "empty-range", values);
  }
  for (const [name, file] of Object.entries(theme.illustrations ?? {})) {
    if (file?.endsWith(".svg")) checkFile(project, brand, file, ["theme", "illustrations", name], drawing);
  }
}

function checkFile(
  { report, files }: Project,
  brand: Brand,
  file: string | undefined,
  at: JsonPath,
  expected: Expected,
): void {
  if (file === undefined) return;
  const found = brandFile(files, brand.id, file);
  if (!found) {
    const suggestion = nearest(file, brandFileNames(files, brand.id));
    return report.add(brand.file, at, "missing-file", { file, brand: brand.id }, { suggestion });
  }
  if (found.bytes > expected.most) {
    const values = { file, size: inKilobytes(found.bytes), most: inKilobytes(expected.most) };
    return report.add(brand.file, at, "file-too-large", values);
  }
  if (found.format !== expected.format) {
    return report.add(brand.file, at, "wrong-file-format", { file, expected: expected.words });
  }
  if (found.unsafe !== undefined) report.add(brand.file, at, "unsafe-drawing", { file, found: found.unsafe });
}

const inKilobytes = (bytes: number): string => `${Math.ceil(bytes / kilobyte)} KB`;
