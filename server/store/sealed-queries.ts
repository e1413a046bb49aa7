/**
 * Which values of a query are personal, known from the query itself: what it writes is to be sealed, what it gives is to
 * be opened. What cannot be done with sealed values (to compare them, to compute with them, to copy them elsewhere) is
 * refused, so that no query can pass them by unnoticed.
 */
import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  createQueryId,
  DefaultInsertValueNode,
  IdentifierNode,
  OperatorNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type JoinNode,
  type OperationNode,
  type QueryCompiler,
  type ReturningNode,
  type RootOperationNode,
  type SelectionNode,
  type UpdateQueryNode,
} from "kysely";
import { personalColumns, personalIn, type ColumnRef } from "./personal.ts";

/** The same for every query with the same text. */
export interface QueryPlan {
  /** Parameters to seal, by their index. */
  seals: { index: number; place: ColumnRef }[];
  /** Columns of the rows to open, by their name there. */
  opens: ReadonlyMap<string, ColumnRef>;
}

type Personal = ReadonlyMap<string, ColumnRef>;

/** The tables that a query can name, by what it calls them. */
interface Scope {
  tables: Map<string, Personal>;
  outer: Scope | undefined;
}

/** Stands for a personal value while it is found out which parameter it becomes. */
class Mark {
  readonly place: ColumnRef;
  constructor(place: ColumnRef) {
    this.place = place;
  }
}

const refused = (what: string): Error =>
  new Error(`${what}: the store keeps personal columns sealed, see server/store/README.md`);

function placeOf(node: OperationNode, scope: Scope): ColumnRef | undefined {
  const name = nameOf(node);
  if (name === undefined) return undefined;
  const table = ReferenceNode.is(node) ? node.table?.table.identifier.name : undefined;
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const named = table === undefined ? [...at.tables.values()] : [at.tables.get(table)];
    for (const personal of named) {
      const place = personal?.get(name);
      if (place !== undefined) return place;
    }
    // The nearest of that name hides what is farther out.
    if (table !== undefined && at.tables.has(table)) return undefined;
  }
  return undefined;
}

const nameOf = (node: OperationNode): string | undefined => {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : undefined;
};

function addTable(node: OperationNode, scope: Scope): void {
  const alias = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : undefined;
  const source = AliasNode.is(node) ? node.node : node;
  if (TableNode.is(source)) {
    const { name } = source.table.identifier;
    scope.tables.set(alias ?? name, personalIn(name));
  } else if (SelectQueryNode.is(source) && alias !== undefined) {
    scope.tables.set(alias, outputsOf(source, scope));
  } else refuse(source, scope);
}

function scopeOf(tables: readonly OperationNode[], joins: readonly JoinNode[] = [], outer?: Scope): Scope {
  const scope: Scope = { tables: new Map(), outer };
  for (const table of [...tables, ...joins.map((join) => join.table)]) addTable(table, scope);
  for (const { on } of joins) refuse(on, scope);
  return scope;
}

/** What selections give, by the name of the column. */
function opened(selections: readonly SelectionNode[], scope: Scope): Map<string, ColumnRef> {
  const given = new Map<string, ColumnRef>();
  for (const { selection } of selections) {
    const all = ReferenceNode.is(selection) && SelectAllNode.is(selection.column) ? selection : undefined;
    if (all || SelectAllNode.is(selection)) {
      const table = all?.table?.table.identifier.name;
      const tables = table === undefined ? [...scope.tables.values()] : [scope.tables.get(table)];
      for (const [name, place] of tables.flatMap((personal) => [...(personal ?? [])])) given.set(name, place);
      continue;
    }
    const alias =
      AliasNode.is(selection) && IdentifierNode.is(selection.alias) ? selection.alias.name : undefined;
    const source = AliasNode.is(selection) ? selection.node : selection;
    const inner = SelectQueryNode.is(source) ? [...outputsOf(source, scope).values()][0] : undefined;
    const place = inner ?? placeOf(source, scope);
    if (place !== undefined) given.set(alias ?? nameOf(source)!, place);
    else if (!SelectQueryNode.is(source)) refuse(source, scope);
  }
  return given;
}

/** What a query for rows gives that is personal, by name. */
function outputsOf(query: SelectQueryNode, outer?: Scope): Map<string, ColumnRef> {
  const { from, joins, selections = [], with: named, setOperations, ...rest } = query;
  if (named || setOperations) throw refused("A query has a named or a second one in it");
  const scope = scopeOf(from?.froms ?? [], joins, outer);
  refuse(Object.values(rest), scope);
  return opened(selections, scope);
}

const isNull = (node: OperationNode): boolean => ValueNode.is(node) && node.value === null;

/** Whether it asks only whether there is a value. */
const asksForNull = (node: OperationNode): boolean =>
  BinaryOperationNode.is(node) &&
  OperatorNode.is(node.operator) &&
  (node.operator.operator === "is" || node.operator.operator === "is not") &&
  isNull(node.rightOperand);

/** @throws {Error} where a part of a query reads a personal column. */
function refuse(part: unknown, scope: Scope): void {
  if (typeof part !== "object" || part === null) return;
  if (Array.isArray(part)) {
    for (const one of part) refuse(one, scope);
    return;
  }
  const node = part as OperationNode;
  if (asksForNull(node)) return;
  const place = placeOf(node, scope);
  if (place !== undefined) throw refused(`A query reads ${place} other than to give it`);
  // With its table's name it is that table's column, whatever columns of this name others have.
  if (ReferenceNode.is(node) && node.table !== undefined && nameOf(node) !== undefined) return;
  if (SelectQueryNode.is(node)) {
    const [given] = outputsOf(node, scope).values();
    if (given !== undefined) throw refused(`A query reads ${given} other than to give it`);
    return;
  }
  if (RawNode.is(node)) refuseText(node.sqlFragments.join(" "), scope);
  refuse(Object.values(node), scope);
}

function refuseText(text: string, scope: Scope): void {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    for (const [name, place] of [...at.tables.values()].flatMap((personal) => [...personal])) {
      if (new RegExp(`\\b${name}\\b`).test(text)) throw refused(`A query has a text about ${place}`);
    }
  }
}

/** The value of a personal column, marked where it is a parameter. */
function marked(value: OperationNode, place: ColumnRef, scope: Scope): OperationNode {
  if (DefaultInsertValueNode.is(value) || placeOf(value, scope) === place) return value;
  if (ValueNode.is(value) && value.immediate !== true)
    return { ...value, value: new Mark(place) } as ValueNode;
  if (isNull(value)) return value;
  throw refused(`A query computes ${place}`);
}

/** A column takes what is written into it, or what it has. */
function markedUpdate(update: ColumnUpdateNode, scope: Scope): ColumnUpdateNode {
  const place = placeOf(update.column, scope);
  if (place !== undefined) return { ...update, value: marked(update.value, place, scope) };
  refuse(update.value, scope);
  return update;
}

function markedRow(row: OperationNode, places: (ColumnRef | undefined)[], scope: Scope): OperationNode {
  if (PrimitiveValueListNode.is(row)) {
    const values = row.values.map((value, index) => (places[index] ? new Mark(places[index]) : value));
    return { ...row, values } as PrimitiveValueListNode;
  }
  if (!ValueListNode.is(row)) throw refused("A query inserts what is no list of values");
  const values = row.values.map((value, index) => {
    const place = places[index];
    if (place === undefined) refuse(value, scope);
    return place === undefined ? value : marked(value, place, scope);
  });
  return { ...row, values } as ValueListNode;
}

function markedInsert(query: InsertQueryNode, scope: Scope): InsertQueryNode {
  const { columns = [], values, onConflict, onDuplicateKey } = query;
  if (onDuplicateKey) throw refused("A query says what to do with a duplicate key");
  const places = columns.map((column) => placeOf(column, scope));
  let rows = values;
  if (values && ValuesNode.is(values)) {
    const list = values.values.map((row) => markedRow(row, places, scope));
    rows = { ...values, values: list } as OperationNode;
  } else if (values) {
    if (places.some((place) => place !== undefined)) throw refused("A query copies into a personal column");
    refuse(values, scope);
  }
  const { updates, indexWhere, updateWhere } = onConflict ?? {};
  refuse([indexWhere, updateWhere], scope);
  const conflict =
    onConflict && updates
      ? { ...onConflict, updates: updates.map((update) => markedUpdate(update, scope)) }
      : onConflict;
  return { ...query, ...(rows ? { values: rows } : {}), ...(conflict ? { onConflict: conflict } : {}) };
}

const indices = (query: RootOperationNode, compiler: QueryCompiler): QueryPlan["seals"] =>
  compiler
    .compileQuery(query, createQueryId())
    .parameters.flatMap((value, index) => (value instanceof Mark ? [{ index, place: value.place }] : []));

function returned(returning: ReturningNode | undefined, scope: Scope): QueryPlan["opens"] {
  return opened(returning?.selections ?? [], scope);
}

const writing = /\b(?:insert|update|replace|merge|copy)\b/i;
const personalTable = new RegExp(`\\b(?:${Object.keys(personalColumns).join("|")})\\b`);

/** @throws {Error} where a query does with personal columns what cannot be done with sealed ones. */
export function planQuery(query: RootOperationNode, compiler: QueryCompiler): QueryPlan {
  if ("with" in query && query.with) throw refused("A query has a named one in it");
  switch (query.kind) {
    case "SelectQueryNode":
      return { seals: [], opens: outputsOf(query) };
    case "InsertQueryNode": {
      const scope = scopeOf(query.into ? [query.into] : []);
      const [into] = scope.tables.values();
      if (into) scope.tables.set("excluded", into);
      const seals = indices(markedInsert(query, scope), compiler);
      scope.tables.delete("excluded");
      return { seals, opens: returned(query.returning, scope) };
    }
    case "UpdateQueryNode": {
      const { table, updates = [], from, joins, returning, ...rest } = query;
      const scope = scopeOf([...(table ? [table] : []), ...(from?.froms ?? [])], joins);
      refuse(Object.values(rest), scope);
      const changed: UpdateQueryNode = { ...query, updates: updates.map((one) => markedUpdate(one, scope)) };
      return { seals: indices(changed, compiler), opens: returned(returning, scope) };
    }
    case "DeleteQueryNode": {
      const { from, joins, returning, ...rest } = query;
      const scope = scopeOf(from.froms, joins);
      refuse(Object.values(rest), scope);
      return { seals: [], opens: returned(returning, scope) };
    }
    case "MergeQueryNode":
      throw refused("A query merges");
    case "RawNode": {
      const text = query.sqlFragments.join(" ");
      if (writing.test(text) && personalTable.test(text))
        throw refused("A text writes into a table with them");
      return { seals: [], opens: new Map() };
    }
    default:
      return { seals: [], opens: new Map() };
  }
}
