/** What a file is, by what stands in it: names and declared types are only claims. */
import { mimeTypes } from "../../schemas/engine/serve.ts";
import type { FileContent } from "../file-safety/file-content.ts";
import { hasMark } from "../file-safety/scan.ts";
import { zipEntries } from "../file-safety/zip-entries.ts";

interface ContentType {
  /** MIME type. */
  type: string;
  extensions: string[];
  matches(content: FileContent): Promise<boolean>;
}

async function beginsWith(content: FileContent, signature: string, at = 0): Promise<boolean> {
  return (await content.read(at, signature.length)).equals(Buffer.from(signature, "latin1"));
}

/** An Office document is a ZIP archive that says so, has its main part, and carries no programs. */
const isOffice = async (content: FileContent, main: string): Promise<boolean> => {
  const names = await zipEntries(content);
  return (
    names !== undefined &&
    names.includes("[Content_Types].xml") &&
    names.includes(main) &&
    !names.some((name) => /vbaProject\.bin$|\/activeX\//i.test(name))
  );
};

/** The older Office documents are compound files, with their main part's name in a directory somewhere. */
const isOlderOffice = async (content: FileContent, main: string): Promise<boolean> =>
  (await beginsWith(content, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) &&
  (await hasMark(content, new RegExp([...main].map((sign) => `${sign}\\x00`).join(""))));

/** How each type is known, by one of its extensions. */
const signatures: Record<string, ContentType["matches"]> = {
  pdf: (content) => beginsWith(content, "%PDF-"),
  jpg: (content) => beginsWith(content, "\xFF\xD8\xFF"),
  png: (content) => beginsWith(content, "\x89PNG\r\n\x1A\n"),
  webp: async (content) => (await beginsWith(content, "RIFF")) && (await beginsWith(content, "WEBP", 8)),
  docx: (content) => isOffice(content, "word/document.xml"),
  xlsx: (content) => isOffice(content, "xl/workbook.xml"),
};

/** The types that are taken at all: the language's. A field may take fewer. */
const contentTypes: ContentType[] = [...new Set(Object.values(mimeTypes))].map((type) => {
  const extensions = Object.keys(mimeTypes).filter((extension) => mimeTypes[extension] === type);
  const known = extensions.find((extension) => Object.hasOwn(signatures, extension));
  // Whoever adds a type to the language has to say how it is known.
  if (known === undefined) throw new Error(`nothing says how a file of the type ${type} is known`);
  return { type, extensions, matches: signatures[known]! };
});

/**
 * What is taken besides where a list of documents says so. A table as text has no signature: it is the last, and is looked
 * through before it is kept.
 */
const olderTypes: ContentType[] = [
  {
    type: "application/msword",
    extensions: ["doc"],
    matches: (content) => isOlderOffice(content, "WordDocument"),
  },
  {
    type: "application/vnd.ms-excel",
    extensions: ["xls"],
    matches: (content) => isOlderOffice(content, "Workbook"),
  },
  {
    type: "text/csv",
    extensions: ["csv"],
    matches: async (content) =>
      /^(?!MZ|\x7FELF|#!|PK|%PDF)[^\0]+$/s.test((await content.read(0, 512)).toString("latin1")),
  },
];

/** Types by their extensions: those of the language, and those of lists of documents. */
const typesByExtension: ReadonlyMap<string, string> = new Map(
  [...contentTypes, ...olderTypes].flatMap(({ type, extensions }) =>
    extensions.map((extension) => [extension, type] as const),
  ),
);

/** The types that files with one of these extensions have; an extension that nobody knows has none. */
export const typesOf = (extensions: string[]): string[] => [
  ...new Set(
    extensions.flatMap((extension) => typesByExtension.get(extension.replace(/^\./, "").toLowerCase()) ?? []),
  ),
];

/** The type of a content and the extensions that files of it have; undefined for one that is not taken. */
export async function typeOfContent(
  content: FileContent,
  { older = false } = {},
): Promise<Pick<ContentType, "type" | "extensions"> | undefined> {
  for (const one of older ? [...contentTypes, ...olderTypes] : contentTypes) {
    if (await one.matches(content)) return one;
  }
  return undefined;
}

/** The extensions of all these types, for people. */
export const extensionsOf = (types: string[] | undefined): string =>
  [...contentTypes, ...(types ? olderTypes : [])]
    .filter(({ type }) => types === undefined || types.includes(type))
    .flatMap(({ extensions }) => extensions[0]!)
    .join(", ");
