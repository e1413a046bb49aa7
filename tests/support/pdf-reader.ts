/** Reads a PDF back as a screen reader does: by its tags, through the fonts' tables of characters. */
import { inflateSync } from "node:zlib";

export interface PdfElement {
  tag: string;
  /** Of its own; not of its children. */
  text: string;
  children: PdfElement[];
  /** What is read out in the place of a picture. */
  alternative?: string;
}

export interface ReadPdf {
  title: string;
  language: string;
  pages: number;
  /** The document's elements, in reading order. */
  elements: PdfElement[];
  /** What is no part of the text, page by page. */
  artifacts: string[];
}

type Objects = Map<number, string>;

const reference = /(\d+) 0 R/g;
const one = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`The PDF has no ${pattern}`);
  return found;
};

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = inflated(Buffer.from(bytes).toString("latin1"));
  const objects: Objects = new Map();
  for (const [, id, body] of file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(Number(id), body!);
  const get = (id: string | number): string => {
    const body = objects.get(Number(id));
    if (body === undefined) throw new Error(`The PDF has no object ${id}`);
    return body;
  };
  const catalog = get(one(file, /\/Root (\d+) 0 R/));
  const info = get(one(file, /\/Info (\d+) 0 R/));
  const pageIds = [
    ...one(get(one(catalog, /\/Pages (\d+) 0 R/)), /\/Kids \[([^\]]*)\]/).matchAll(reference),
  ].map(([, id]) => Number(id));
  const marked = new Map<string, string>();
  const artifacts = pageIds.map((id) => readPage(get, id, marked));

  const elementOf = (id: string): PdfElement => {
    const body = get(id);
    const element: PdfElement = { tag: one(body, /\/S \/(\w+)/), text: "", children: [] };
    const alternative = /\/Alt (<[^>]*>|\((?:[^\\)]|\\[\s\S])*\))/.exec(body)?.[1];
    if (alternative !== undefined) element.alternative = textOf(alternative);
    const kids = /\/K (\[[\s\S]*\]|\d+ 0 R)/.exec(body)?.[1] ?? "";
    // Parts on other pages say so themselves.
    const page = /\/Pg (\d+) 0 R/.exec(body.replace(kids, ""))?.[1];
    for (const [, part, pageOfPart, child, content] of kids.matchAll(
      /(<<[\s\S]*?\/Pg (\d+) 0 R[\s\S]*?>>)|(\d+) 0 R|(\d+)/g,
    )) {
      if (part !== undefined) element.text += ` ${marked.get(`${pageOfPart}/${one(part, /\/MCID (\d+)/)}`)}`;
      else if (child !== undefined) element.children.push(elementOf(child));
      else element.text += marked.get(`${page}/${content}`);
    }
    return element;
  };
  const tree = get(one(catalog, /\/StructTreeRoot (\d+) 0 R/));
  return {
    title: textOf(get(one(info, /\/Title (\d+) 0 R/))),
    language: textOf(one(catalog, /\/Lang (\([^)]*\))/)),
    pages: pageIds.length,
    elements: [...one(tree, /\/K (\[[^\]]*\]|\d+ 0 R)/).matchAll(reference)].map(([, id]) => elementOf(id!)),
    artifacts,
  };
}

/** With its streams as they were before they were compressed. */
function inflated(file: string): string {
  let text = "";
  let at = 0;
  for (const { 0: head, index } of file.matchAll(/<<[^<>]*\/FlateDecode[^<>]*>>\r?\nstream\r?\n/g)) {
    const begin = index + head.length;
    const end = begin + Number(one(head, /\/Length (\d+)/));
    text +=
      file.slice(at, begin) + inflateSync(Buffer.from(file.slice(begin, end), "latin1")).toString("latin1");
    at = end;
  }
  return text + file.slice(at);
}

/** Notes what each marked part of a page says, and gives the rest. */
function readPage(get: (id: string | number) => string, id: number, marked: Map<string, string>): string {
  const page = get(id);
  const resources = get(one(page, /\/Resources (\d+) 0 R/));
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [name!, charactersOf(get, font!)]),
  );
  const content = one(get(one(page, /\/Contents (\d+) 0 R/)), /stream\r?\n([\s\S]*)endstream/);
  let characters = new Map<string, string>();
  let open: string | undefined;
  let artifact = "";
  const say = (text: string): void => {
    if (open === undefined) artifact += `${text} `;
    else marked.set(open, `${marked.get(open) ?? ""}${text}`);
  };
  // Each line that is drawn begins a text object; the words of one are set side by side.
  let last: string | undefined;
  for (const line of content.split("\n")) {
    const mcid = /\/MCID (\d+)/.exec(line)?.[1];
    if (mcid !== undefined) open = `${id}/${mcid}`;
    else if (line.startsWith("/Artifact") || line === "EMC") open = undefined;
    const font = /^\/(F\d+) [\d.]+ Tf/.exec(line)?.[1];
    if (font) characters = fonts.get(font)!;
    const place = /^1 0 0 1 [\d.]+ ([\d.]+) Tm/.exec(line)?.[1];
    if (place !== undefined) {
      if (place !== last && open !== undefined && marked.has(open)) say("\n");
      last = place;
    }
    if (/TJ?$/.test(line) && line.startsWith("[")) {
      const glyphs = [...line.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
      say(glyphs.map((glyph) => characters.get(glyph.toLowerCase()) ?? "�").join(""));
    }
  }
  return artifact.replaceAll(/\s+/g, " ").trim();
}

/** What each glyph of a font stands for. */
function charactersOf(get: (id: string | number) => string, font: string): Map<string, string> {
  const map = get(one(get(font), /\/ToUnicode (\d+) 0 R/));
  const characters = new Map<string, string>();
  for (const [, from, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const codes = [...list!.matchAll(/<([0-9a-f ]*)>/gi)].map(([, code]) => code!.replaceAll(" ", ""));
    codes.forEach((code, index) => {
      const units = (code.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
      characters.set(
        (Number.parseInt(from!, 16) + index).toString(16).padStart(4, "0"),
        String.fromCharCode(...units),
      );
    });
  }
  return characters;
}

/** A string of a PDF object: in brackets or as hexadecimal, UTF-16 with a mark in front, or Latin. */
function textOf(written: string): string {
  const raw = written.startsWith("<")
    ? Buffer.from(written.slice(1, -1), "hex")
    : Buffer.from(
        written
          .slice(1, -1)
          .replaceAll(
            /\\([nrtbf()\\])/g,
            (_all, sign: string) => ({ n: "\n", r: "\r", t: "\t" })[sign] ?? sign,
          ),
        "latin1",
      );
  return raw[0] === 0xfe && raw[1] === 0xff
    ? raw.subarray(2).swap16().toString("utf16le")
    : raw.toString("latin1");
}
