import type { Tables } from "./tables.ts";

/**
 * Columns that may hold what a person told, or what was told of one: the database has them sealed. One line is all that
 * another column needs; what is in it already is sealed at the next start. Text of any length, never compared in SQL.
 */
export const personalColumns: { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] } = {
  runs: ["answers", "results", "failure_says", "dialog", "wait", "settled"],
  // An address is nobody's answer, but whoever knows it can bring an event.
  waits: ["address", "context", "leads", "last_error"],
  wait_events: ["payload", "note"],
  linked_runs: ["parameters", "answers"],
  attempts: ["dialog", "response"],
  calls: ["result"],
  submissions: ["answers", "labels", "documents", "context"],
  consents: ["purpose", "text", "text_hash"],
  identifiers: ["value"],
  deliveries: ["payload", "last_error"],
  delivery_failures: ["error"],
  files: ["name"],
  service_records: ["body", "answer"],
  visitor_details: ["details"],
  // Whoever knows an address of a payment, or its token, can come back with it; the rest is what was told of a person.
  payments: ["address", "provider_token", "proof", "receipt", "note", "last_error"],
  appointments: ["subject", "details"],
  cancellations: ["details"],
  opportunities: ["details"],
  opportunity_documents: ["file", "note"],
  document_reviews: ["note"],
  sign_in_codes: ["person"],
  sign_ins: ["person", "id_token"],
  identity_requests: ["details"],
  account_lists: ["person", "entries"],
};

/** A column's name in full, e.g. `runs.answers`: a sealed value opens nowhere else. */
export type ColumnRef = `${string}.${string}`;

/** Of each table that has any, its personal columns. */
const columnsByTable: ReadonlyMap<string, ReadonlyMap<string, ColumnRef>> = new Map(
  Object.entries(personalColumns).map(([table, columns]) => [
    table,
    new Map(columns.map((column) => [column, `${table}.${column}` as const])),
  ]),
);

const none: ReadonlyMap<string, ColumnRef> = new Map();

/** A table's personal columns by their names. */
export const personalIn = (table: string): ReadonlyMap<string, ColumnRef> =>
  columnsByTable.get(table) ?? none;

/** All of them, in order. */
export const personalColumnRefs: readonly ColumnRef[] = [...columnsByTable.values()].flatMap((columns) => [
  ...columns.values(),
]);
