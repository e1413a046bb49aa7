import type {
  CompiledScreen,
  DataState,
  PageDocument,
  PageDocumentColumn,
  PageDocumentSection,
  Words,
} from "../types/index.ts";
import { amountText } from "../operations/amount-text.ts";
import { currencyDecimals, showNumber } from "../operations/numbers.ts";
import type { AnswerSection } from "./answer-sections.ts";
import { knownAddress, knownWords, rowReader } from "./known-words.ts";
import { ruleVariables, valueAt } from "./rules.ts";
import { dataReader, isShown, line, type ScreenFilling } from "./screen-words.ts";
import { plainWords } from "./words.ts";

/** What a cell of a table says; a number goes into a spreadsheet as one, with so many decimals. */
export interface TableCell {
  text: string;
  number?: number;
  decimals?: number;
}

/** One line each for the columns and for every row; `isNumber` columns are read from the right. */
export interface DocumentTable {
  columns: { label: string; isNumber: boolean }[];
  rows: TableCell[][];
}

/** A part of a document: a text, what is said of one thing, or a table. */
export interface DocumentSection extends AnswerSection {
  body?: Words;
  table?: DocumentTable;
}

/** A document of a page as it is read, with what the queries gave. */
export interface FilledDocument {
  title: string;
  body?: Words;
  picture?: { address: string; alternative: string };
  sections: DocumentSection[];
  closing?: Words;
}

export interface DocumentFilling extends ScreenFilling {
  locale: string;
}

/** The queries that a document needs. Those that its words and conditions name are there with every page. */
export function queriesOfDocument({ when, sections }: PageDocument): Set<string> {
  const ofColumn = ({ currency }: PageDocumentColumn): string[] => currency?.split(".", 1) ?? [];
  const rules = ruleVariables([when ?? null, ...sections.map((section) => section.when ?? null)]);
  return new Set([
    ...rules.flatMap((path) => /^data\.([^.]+)/.exec(path)?.[1] ?? []),
    ...sections.flatMap(({ data, columns = [] }) => [
      ...(data === undefined ? [] : [data]),
      ...columns.flatMap(ofColumn),
    ]),
  ]);
}

/** Whether something that it shows is not there, for now: it is no document then. */
export const isUnavailable = (document: PageDocument, data: Record<string, DataState>): boolean =>
  [...queriesOfDocument(document)].some((name) => {
    const status = Object.hasOwn(data, name) ? data[name]!.status : undefined;
    return status === undefined || status === "loading" || status === "failed";
  });

/** What a document of a screen says now; undefined where there is no such one, or nothing that it could say. */
export function filledDocument(
  { documents = {} }: Pick<CompiledScreen, "documents">,
  id: string,
  filling: DocumentFilling,
): FilledDocument | undefined {
  const document = Object.hasOwn(documents, id) ? documents[id]! : undefined;
  if (!document || !isShown(document, filling)) return undefined;
  const parts = document.sections
    .filter((section) => isShown(section, filling))
    .map(({ required, ...section }) => ({ required, filled: filledSection(section, filling) }));
  const sections = parts.flatMap(({ filled }) => filled);
  if (sections.length === 0 || parts.some(({ required, filled }) => required && filled.length === 0))
    return undefined;
  const { title, body, picture, closing } = document;
  const said = words(body, filling);
  const end = words(closing, filling);
  const shown = picture && pictureNow(picture, filling);
  return {
    title: line(title, reading(filling)),
    ...(said === undefined ? {} : { body: said }),
    ...(shown ? { picture: shown } : {}),
    sections,
    ...(end === undefined ? {} : { closing: end }),
  };
}

const reading = ({ data, booleans }: ScreenFilling) => ({ read: dataReader(data), booleans });

/** Words of the document; none where something that they name is not there. */
const words = (written: Words | undefined, { data, booleans }: ScreenFilling): Words | undefined =>
  written === undefined ? undefined : knownWords(written, dataReader(data), booleans);

function pictureNow(
  { address, alternative }: NonNullable<PageDocument["picture"]>,
  filling: ScreenFilling,
): FilledDocument["picture"] {
  const known = knownAddress(address, dataReader(filling.data));
  return known === undefined
    ? undefined
    : { address: known, alternative: line(alternative, reading(filling)) };
}

function filledSection(section: PageDocumentSection, filling: DocumentFilling): DocumentSection[] {
  const { title, body, data, rows, groups } = section;
  const said = words(body, filling);
  const head: DocumentSection = {
    ...(title === undefined ? {} : { title: line(title, reading(filling)) }),
    ...(said === undefined ? {} : { body: said }),
    rows: [],
  };
  if (data === undefined) return said === undefined ? [] : [head];
  const state = Object.hasOwn(filling.data, data) ? filling.data[data]! : undefined;
  const shown = state?.status === "ready" ? valueAt(state.value, rows ?? "") : null;
  if (groups) {
    const parts = (Array.isArray(shown) ? (shown as unknown[]) : []).flatMap((group) => {
      const table = tableOf(section, valueAt(group, groups.rows), filling);
      const name = valueAt(group, groups.title);
      return table ? [{ title: typeof name === "string" ? name : "", level: 2, rows: [], table }] : [];
    });
    return parts.length === 0 ? [] : [head, ...parts];
  }
  if (Array.isArray(shown)) {
    const table = tableOf(section, shown, filling);
    return table ? [{ ...head, table }] : [];
  }
  if (shown === null) return [];
  const facts = factsOf(section, shown, filling);
  return facts.length === 0 ? [] : [{ ...head, rows: facts }];
}

function tableOf(
  section: PageDocumentSection,
  shown: unknown,
  filling: DocumentFilling,
): DocumentTable | undefined {
  if (!Array.isArray(shown) || shown.length === 0) return undefined;
  const { columns = [] } = section;
  const ofRow = { ...filling, withCents: hasCents(section, shown) };
  return {
    columns: columns.map(({ label, number }) => ({ label, isNumber: number !== undefined })),
    rows: shown.map((row: unknown) => columns.map((column) => cellOf(column, row, ofRow) ?? { text: "" })),
  };
}

function factsOf(
  section: PageDocumentSection,
  thing: unknown,
  filling: DocumentFilling,
): AnswerSection["rows"] {
  const ofThing = { ...filling, withCents: hasCents(section, [thing]) };
  return (section.columns ?? []).flatMap((column) => {
    const cell = cellOf(column, thing, ofThing);
    return cell ? [{ label: column.label, value: cell.text }] : [];
  });
}

/** A row that is a text or a number itself is read as `value`. */
const asRow = (row: unknown): unknown => (typeof row === "object" ? row : { value: row });

/** Whether an amount among these is no whole one: then all beside it are written to their smallest unit. */
const hasCents = ({ columns = [] }: PageDocumentSection, rows: unknown[]): boolean =>
  columns.some(
    ({ number, currency }) =>
      number !== undefined &&
      currency !== undefined &&
      rows.some((row) => {
        const amount = valueAt(asRow(row), number);
        return typeof amount === "number" && !Number.isInteger(amount);
      }),
  );

interface RowFilling extends DocumentFilling {
  withCents: boolean;
}

function cellOf(column: PageDocumentColumn, row: unknown, filling: RowFilling): TableCell | undefined {
  const { text, number, currency, hideZero } = column;
  if (number !== undefined) {
    const amount = valueAt(asRow(row), number);
    return hideZero && amount === 0 ? undefined : numberCell(amount, currency, filling);
  }
  const known = text === undefined ? undefined : knownWords(text, readerOf(row, filling), filling.booleans);
  return known === undefined ? undefined : { text: plainWords(known) };
}

/** Reads the columns of a row, and what the queries gave. */
function readerOf(row: unknown, { data }: ScreenFilling): (name: string) => unknown {
  const ofRow = rowReader(asRow(row));
  const ofData = dataReader(data);
  return (name) => (name.startsWith("row.") ? ofRow(name) : ofData(name));
}

function numberCell(
  number: unknown,
  currency: string | undefined,
  { data, locale, withCents }: RowFilling,
): TableCell | undefined {
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  const [query = "", ...path] = currency?.split(".") ?? [];
  const code = currency === undefined ? null : dataReader(data)(`data.${query}.value.${path.join(".")}`);
  if (typeof code !== "string") return { text: showNumber(String(number), locale), number };
  const decimals = withCents ? currencyDecimals(code) : 0;
  return { text: amountText(number, code, locale, decimals)!, number, decimals };
}
