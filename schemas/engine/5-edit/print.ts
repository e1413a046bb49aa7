/** How a file is laid out. `unit` is one step of indentation, `width` the most characters of a line. */
export interface Layout {
  unit: string;
  newline: string;
  width: number;
}

/** Where a printed value will stand. */
export interface Spot {
  /** The indentation of the line on which it begins. */
  indent: string;
  /** Characters before and after it on that line. */
  taken: number;
}

/** The layout of a text: its first indentation and its line ends; two spaces and `\n` where it shows neither. */
export function layoutOf(text: string): Layout {
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    width: 110,
  };
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A list of several objects, or of several lists, is easier to read with one on each line. */
function isTable(list: unknown[]): boolean {
  const rows = list.filter((one) => isContainer(one) && Object.keys(one).length > 1);
  const lists = rows.filter((one) => Array.isArray(one)).length;
  return list.length > 1 && rows.length === list.length && (lists === 0 || lists === list.length);
}

/** A value on one line, or undefined where it needs several. */
export function inline(value: unknown): string | undefined {
  if (!isContainer(value)) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((one) => inline(one));
    return isTable(value) || items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  const entries = Object.entries(value).map(([key, one]) => [JSON.stringify(key), inline(one)] as const);
  if (entries.some(([, one]) => one === undefined)) return undefined;
  return entries.length === 0 ? "{}" : `{ ${entries.map(([key, one]) => `${key}: ${one}`).join(", ")} }`;
}

/** Characters as a reader counts them. */
export const widthOf = (text: string): number => [...text].length;

/** A value as JSON: on one line where it fits, or, with `spread`, what it holds line by line. */
export function print(value: unknown, layout: Layout, spot: Spot, spread = false): string {
  const line = inline(value);
  const fits = line !== undefined && spot.taken + widthOf(line) <= layout.width;
  if (!isContainer(value) || Object.keys(value).length === 0 || (fits && !spread)) return line ?? "null";
  const indent = spot.indent + layout.unit;
  const items = Array.isArray(value)
    ? value.map((one) => ["", one] as const)
    : Object.entries(value).map(([key, one]) => [`${JSON.stringify(key)}: `, one] as const);
  const lines = items.map(([key, one], index) => {
    const comma = index < items.length - 1 ? "," : "";
    const taken = columns(indent) + widthOf(key) + comma.length;
    return `${indent}${key}${print(one, layout, { indent, taken })}${comma}`;
  });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return [open, ...lines, spot.indent + close].join(layout.newline);
}

/** The columns that an indentation takes. */
export const columns = (indent: string): number => indent.replaceAll("\t", "  ").length;

/** A whole new file: one key a line at the top, and a newline at its end. */
export function printFile(value: unknown, layout: Layout = layoutOf("")): string {
  return print(value, layout, { indent: "", taken: 0 }, true) + layout.newline;
}
