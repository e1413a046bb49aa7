/** Checks the documents of a page: what each shows, when there is one, and that something offers it. */
import type { AcceptedPart, WrittenScreenPageDocument } from "../../types/index.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import { callNamed, partOfSchema, valueSchema } from "../project/call-values.ts";
import { sectionRow, type WrittenSection } from "../project/document-rows.ts";
import type { Brand, Project, Screen, ValueSchema } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { checkRule } from "../rules/rules.ts";
import { namesIn } from "../wording/placeholders.ts";

type PageDocument = AcceptedPart<WrittenScreenPageDocument>;

interface Place {
  project: Project;
  screen: Screen;
  brands: Brand[];
  /** The document's id. */
  document: string;
}

export function checkPageDocuments(project: Project, screen: Screen, brands: Brand[]): void {
  const documents = Object.entries(screen.value.documents ?? {});
  for (const [document, value] of documents) {
    const place = { project, screen, brands, document };
    const at = ["documents", document];
    checkWhen(place, value, at);
    checkPicture(place, value, at);
    for (const [index, section] of (value.sections ?? []).entries()) {
      const here = [...at, "sections", index];
      checkWhen(place, section, here);
      if (section.data !== undefined) checkSection(place, section, here);
    }
  }
  checkOffered(project, screen);
}

/** The queries that a screen's documents show. */
export const queriesOfDocuments = ({ value }: Screen): string[] =>
  Object.values(value.documents ?? {}).flatMap(({ sections = [] }) =>
    sections.flatMap(({ data, columns = [] }) => [
      ...(data === undefined ? [] : [data]),
      ...columns.flatMap(({ currency }) => currency?.split(".", 1) ?? []),
    ]),
  );

/** The links of blocks that offer a document name one that there is; and none is there that nobody can ask for. */
function checkOffered({ report }: Project, { id, file, value }: Screen): void {
  const known = Object.keys(value.documents ?? {});
  const offered = (value.blocks ?? []).flatMap(({ actions = [] }, block) =>
    actions.map((action, index) => ({ ...action, at: ["blocks", block, "actions", index] })),
  );
  for (const { document, to, at } of offered) {
    if (document === undefined) continue;
    if (to !== undefined) {
      report.add(file, [...at, "to"], "conflicting-keys", { key: "to", other: "document" }, { part: "key" });
    }
    if (known.includes(document)) continue;
    const values = { where: `La pantalla "${id}"`, document };
    const suggestion = nearest(document, known);
    report.add(file, [...at, "document"], "unknown-document", values, { suggestion });
  }
  const named = new Set(offered.map(({ document }) => document));
  // The one that is misspelt may stand for one that nobody offers then.
  if ([...named].some((one) => one !== undefined && !known.includes(one))) return;
  for (const document of known) {
    if (named.has(document)) continue;
    const why = "ningún enlace de la pantalla lo ofrece";
    const how = 'ofrécelo con un enlace en "actions" de un bloque';
    report.add(file, ["documents", document], "unused-document", { document, why, how }, { part: "key" });
  }
}

function checkWhen(
  { project, screen, brands, document }: Place,
  { when }: Pick<PageDocument, "when">,
  at: JsonPath,
): void {
  if (when === undefined) return;
  checkRule(project, screen.file, when, [...at, "when"], {
    owner: `"when" del documento "${document}"`,
    brands,
    screen: { item: screen, required: true },
  });
}

/** That what the address of a picture names is a text of what the page is not there without. */
function checkPicture({ project, screen, document }: Place, { picture }: PageDocument, at: JsonPath): void {
  for (const name of namesIn(picture?.address ?? "")) {
    const [, query = "", , ...path] = name.split(".");
    const place = [...at, "picture", "address"];
    const called = screen.value.data?.[query];
    const owner = `El documento "${document}"`;
    if (called?.required !== true) {
      const code = called ? "query-not-required" : "unknown-data";
      const where = `La pantalla "${screen.id}"`;
      project.report.add(screen.file, place, code, { owner, where, data: query }, { within: query });
      continue;
    }
    const call = callNamed(project, called.call);
    const given = call && valueSchema(call);
    const part = given && partOfSchema(given, path);
    if (!part || ("schema" in part && part.schema.type === "string")) continue;
    tell({ project, screen, document }, place, query, `"${path.join(".")}" no es un texto de lo que da`);
  }
}

const tell = (
  { project, screen, document }: Pick<Place, "project" | "screen" | "document">,
  at: JsonPath,
  data: string,
  why: string,
): void =>
  project.report.add(screen.file, at, "unshowable-data", { where: `El documento "${document}"`, data, why });

const isNumber = (schema: ValueSchema): boolean => schema.type === "number" || schema.type === "integer";

function checkSection(place: Place, section: WrittenSection, at: JsonPath): void {
  const { project, screen } = place;
  const { data = "", columns = [] } = section;
  if (!isKnownQuery(place, data, [...at, "data"])) return;
  const shown = sectionRow(project, screen, section);
  if (shown && "why" in shown) return tell(place, [...at, "data"], data, shown.why);
  for (const [index, { number, currency }] of columns.entries()) {
    const here = [...at, "columns", index];
    const part = number === undefined || !shown ? undefined : partOfSchema(shown.row, number.split("."));
    if (part && !("schema" in part && isNumber(part.schema))) {
      tell(place, [...here, "number"], data, `"${number}" no es un número de sus filas`);
    }
    if (currency !== undefined) checkCurrency(place, currency, [...here, "currency"]);
  }
}

function isKnownQuery({ project, screen }: Place, data: string, at: JsonPath): boolean {
  const queries = screen.value.data ?? {};
  if (Object.hasOwn(queries, data)) return true;
  const suggestion = nearest(data, Object.keys(queries));
  const values = { where: `La pantalla "${screen.id}"`, data };
  project.report.add(screen.file, at, "unknown-data", values, { suggestion });
  return false;
}

/** That the code of a currency is a text of what a query gives. */
function checkCurrency(place: Place, currency: string, at: JsonPath): void {
  const [query = "", ...path] = currency.split(".");
  if (!isKnownQuery(place, query, at)) return;
  const call = callNamed(place.project, place.screen.value.data?.[query]?.call);
  const given = call && valueSchema(call);
  const part = given && partOfSchema(given, path);
  if (!part || ("schema" in part && part.schema.type === "string")) return;
  tell(place, at, query, `"${path.join(".")}" no es un texto de lo que da`);
}
