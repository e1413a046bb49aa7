/** Reads SVG as strictly as a drawing can be written, and allows what is known to be harmless: nothing else passes. */

const elements: ReadonlySet<string> = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan style " +
    "linearGradient radialGradient stop pattern clipPath mask marker " +
    "filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset"
  ).split(" "),
);

const namespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1999/xlink",
]);

const markup = new RegExp(
  [
    /<!--(?:(?!--)[^])*-->/,
    /<\?[^>]*>/,
    /<!\[CDATA\[/,
    /<![^>]*>/,
    /<(?<closing>\/?)(?<name>[A-Za-z][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/,
    /(?<text>[^<]+)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gy",
);

const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** What styles may not have: other style sheets, signs written as codes, and addresses outside of the file. */
const unsafeStyle = /@|\\|&|(?:url|image|src)[\w-]{0,12}\s*\((?!\s*["']?#)/i;

/** Why an attribute may not be there, as it is written; undefined where it may. */
function unsafeAttribute(name: string, value: string): string | undefined {
  const written = `${name}="${value}"`;
  if (name === "xmlns" || name.startsWith("xmlns:")) return namespaces.has(value) ? undefined : written;
  // Any prefix may have been bound to the namespace of links.
  const local = name.split(":").at(-1)!.toLowerCase();
  if (local.startsWith("on") || local === "base") return written;
  if (local === "href" || local === "src") return value.startsWith("#") ? undefined : written;
  return unsafeStyle.test(value) ? written : undefined;
}

const unsafeAttributeOf = (attributes: string): string | undefined =>
  [...attributes.matchAll(attribute)]
    .map(([, name, double, single]) => unsafeAttribute(name!, double ?? single ?? ""))
    .find((found) => found !== undefined);

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/**
 * Reads a text as SVG: undefined where it is none that is whole, with a `viewBox`. `unsafe` is the first thing in it that
 * could run, or reach out of the file.
 */
export function readSvg(text: string): { unsafe?: string } | undefined {
  const open: string[] = [];
  let root: string | undefined;
  let unsafe: string | undefined;
  let end = 0;
  for (const token of text.matchAll(markup)) {
    end = token.index + token[0].length;
    const { closing = "", name, attributes = "", empty = "", text: words } = token.groups!;
    if (words !== undefined) {
      if (open.length === 0 && words.trim().replace("\uFEFF", "") !== "") return undefined;
      if (open.at(-1) === "style" && unsafeStyle.test(words)) unsafe ??= words.trim();
    } else if (name === undefined) {
      const isHarmless = token[0].startsWith("<!--") || (root === undefined && /^<\?xml\s/.test(token[0]));
      if (!isHarmless) unsafe ??= token[0];
    } else if (closing !== "") {
      if (open.pop() !== name) return undefined;
    } else {
      if (root === undefined) root = name === "svg" ? attributes : "";
      else if (open.length === 0) return undefined;
      if (!elements.has(name)) unsafe ??= `<${name}>`;
      unsafe ??= unsafeAttributeOf(attributes);
      if (empty === "") open.push(name);
    }
  }
  const isWhole = end === text.length && open.length === 0;
  if (!isWhole || !/\sxmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root ?? "")) return undefined;
  if (!/\sviewBox=["']\s*[-\d.]+(?:[\s,]+[-\d.]+){3}\s*["']/.test(root!)) return undefined;
  return unsafe === undefined ? {} : { unsafe: shortened(unsafe) };
}
