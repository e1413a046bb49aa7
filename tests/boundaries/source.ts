/** What the boundary rules look at in a source file: its imports, names, texts, keys, patterns, and uses of the environment. */
import { parseSync } from "vite";

export interface Import {
  /** As it is written. */
  specifier: string;
  /** `type` is erased before anything runs. */
  kind: "static" | "dynamic" | "type";
  line: number;
}

/** A text literal, a part of a template, text between tags, or the key of an object. */
export interface Text {
  text: string;
  kind: "literal" | "key" | "member";
  line: number;
}

/** A name that a file declares at its top level. */
export interface Declared {
  name: string;
  kind: "type" | "value";
  exported: boolean;
  line: number;
}

export interface Source {
  path: string;
  declared: Declared[];
  imports: Import[];
  texts: Text[];
  /** Lines that read the process's environment. */
  environment: number[];
  /** Regular expressions that are written as such. */
  patterns: { source: string; flags: string; line: number }[];
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Reads TypeScript, JSX or JavaScript. Throws if it does not parse: what cannot be read cannot be judged. */
export function readSource(path: string, content: string): Source {
  const { program, errors } = parseSync(path, content);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const source: Source = {
    path,
    imports: [],
    declared: [],
    texts: [],
    environment: [],
    patterns: [],
  };
  const lineAt = linesOf(content);
  walk(program as unknown as Node, (node) => visit(node, source, () => lineAt(node.start)));
  for (const statement of program.body as unknown as Node[]) {
    source.declared.push(...declaredBy(statement, lineAt(statement.start)));
  }
  return source;
}

/** The names of a statement of a file, exported or not. */
function declaredBy(statement: Node, line: number, exported = false): Declared[] {
  const inner = statement["declaration"] as Node | null | undefined;
  if (statement.type.startsWith("Export")) return inner ? declaredBy(inner, line, true) : [];
  const named = (node: unknown, kind: Declared["kind"]): Declared[] => {
    const name = nameOf(node);
    return name === undefined ? [] : [{ name, kind, exported, line }];
  };
  switch (statement.type) {
    case "VariableDeclaration":
      return (statement["declarations"] as Node[]).flatMap(({ id }) => named(id, "value"));
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return named(statement["id"], "type");
    default:
      return named(statement["id"], "value");
  }
}

function visit(node: Node, source: Source, line: () => number): void {
  const add = (specifier: unknown, kind: Import["kind"]) => {
    if (typeof specifier === "string") source.imports.push({ specifier, kind, line: line() });
  };
  const say = (text: unknown, kind: Text["kind"]) => {
    if (typeof text === "string") source.texts.push({ text, kind, line: line() });
  };
  switch (node.type) {
    case "ImportDeclaration":
      add(textOf(node["source"]), node["importKind"] === "type" ? "type" : "static");
      break;
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      add(textOf(node["source"]), node["exportKind"] === "type" ? "type" : "static");
      break;
    case "ImportExpression":
      add(textOf(node["source"]), "dynamic");
      break;
    case "TSImportType":
      add(textOf(node["source"]), "type");
      break;
    case "TSExternalModuleReference":
      add(textOf(node["expression"]), "static");
      break;
    case "CallExpression":
      if (loads(node["callee"]))
        for (const given of node["arguments"] as Node[]) add(textOf(given), "dynamic");
      break;
    case "Literal": {
      say(node["value"], "literal");
      const { pattern, flags } = (node["regex"] ?? {}) as { pattern?: string; flags?: string };
      if (pattern !== undefined) source.patterns.push({ source: pattern, flags: flags ?? "", line: line() });
      break;
    }
    case "TemplateElement":
      say((node["value"] as { cooked: string | null }).cooked, "literal");
      break;
    case "JSXText":
      say(node["value"], "literal");
      break;
    case "Property":
    case "TSPropertySignature":
      if (node["computed"] !== true) say(nameOf(node["key"]), "key");
      break;
    case "MemberExpression":
      if (node["computed"] !== true) say(nameOf(node["property"]), "member");
      break;
    default:
  }
  if (readsEnvironment(node)) source.environment.push(line());
}

/** `require(…)` and what hangs on `import.meta`, such as `resolve` and Vite's `glob`. */
function loads(callee: unknown): boolean {
  const { type, object } = callee as Node;
  return (
    nameOf(callee) === "require" || (type === "MemberExpression" && (object as Node).type === "MetaProperty")
  );
}

/** `process.env`, `const { env } = process`, and `env` of `node:process`. */
function readsEnvironment(node: Node): boolean {
  switch (node.type) {
    case "MemberExpression":
      return (
        nameOf(node["object"]) === "process" &&
        (nameOf(node["property"]) ?? textOf(node["property"])) === "env"
      );
    case "VariableDeclarator":
      return nameOf(node["init"]) === "process" && (node["id"] as Node).type === "ObjectPattern";
    case "ImportDeclaration":
      return /^(node:)?process$/.test(textOf(node["source"]) ?? "");
    default:
      return false;
  }
}

function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Node;
  return type === "Identifier" ? (name as string) : undefined;
}

function textOf(node: unknown): string | undefined {
  const { type, value, quasis, expressions } = (node ?? {}) as Node;
  if (type === "Literal") return typeof value === "string" ? value : undefined;
  if (type !== "TemplateLiteral" || (expressions as Node[]).length > 0) return undefined;
  return (quasis as { value: { cooked: string } }[])[0]!.value.cooked;
}

function walk(node: Node, visitor: (node: Node) => void): void {
  visitor(node);
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? (child as unknown[]) : [child]) {
      if (typeof one === "object" && one !== null && "type" in one) walk(one as Node, visitor);
    }
  }
}

/** Tells in which line an offset is. */
function linesOf(content: string): (offset: number) => number {
  const ends: number[] = [];
  for (let end = content.indexOf("\n"); end !== -1; end = content.indexOf("\n", end + 1)) ends.push(end);
  return (offset) => {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (ends[middle]! < offset) from = middle + 1;
      else to = middle;
    }
    return from + 1;
  };
}
