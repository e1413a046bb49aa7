/** What a document says: all that is needed to draw it, so that it can be drawn later and again. */
import {
  plainWords,
  withAnswers,
  type AnswerSection,
  type CompiledBrand,
  type CompiledDocument,
  type DocumentSection,
  type FilledDocument,
  type PageDocument,
  type Words,
} from "../../schemas/engine/serve.ts";
import { blocksText } from "./blocks.ts";
import { documentLabels, type DocumentLabels } from "./labels.ts";

/** Data alone: kept as JSON with the delivery that carries the document. */
export interface DocumentContent {
  format: CompiledDocument["format"] | PageDocument["format"];
  /** Of the file, without its extension: the document's id and the submission's number. */
  name: string;
  /** The colour as `#rrggbb`. */
  brand: { name: string; colour: string };
  locale: string;
  /** Words whose placeholders are filled. */
  title: Words;
  body?: Words;
  /** The submission's number; none of what a page shows. */
  number?: string;
  /** The day of the submission, or on which a page was asked for, in the brand's time zone, `yyyy-mm-dd`. */
  day: string;
  /** What the document says by itself. */
  labels: DocumentLabels;
  /** Under the title of a PDF: a picture in any format that is read, and what is read out in its place. */
  picture?: { bytes: Uint8Array; alternative: string };
  sections: DocumentSection[];
  /** What stands at the end. Left out in contents of before there was such a thing. */
  closing?: Words;
  /** What stands under the line to sign on, after everything else. */
  signature?: Words;
}

export interface DocumentSource extends Pick<DocumentContent, "brand" | "locale" | "day"> {
  number: string;
  /** The brand's common words. */
  words: Record<string, Words>;
  fill(words: Words): Words;
  /** The questions and answers. */
  answers(): AnswerSection[];
}

/** The content of one of a flow's documents, for a submission. */
export function documentContent(
  id: string,
  { format, title, body, answers, closing, signature }: CompiledDocument,
  source: DocumentSource,
): DocumentContent {
  const { brand, locale, number, day } = source;
  return {
    format,
    name: fileName(`${id}-${number}`),
    brand,
    locale,
    title: source.fill(title),
    ...(body === undefined ? {} : { body: source.fill(body) }),
    number,
    day,
    labels: documentLabels(source.words),
    sections: answers ? withAnswers(source.answers()) : [],
    ...(closing === undefined ? {} : { closing: source.fill(closing) }),
    ...(signature === undefined ? {} : { signature: source.fill(signature) }),
  };
}

/** The content of a document of a page, with what the page shows on a day. */
export function pageDocumentContent(
  format: PageDocument["format"],
  { title, body, sections, closing }: FilledDocument,
  brand: Pick<CompiledBrand, "name" | "theme" | "locale" | "words">,
  day: string,
): DocumentContent {
  return {
    format,
    name: fileName(plainWords(title)),
    brand: { name: brand.name, colour: brand.theme.colours.primary },
    locale: brand.locale,
    title,
    ...(body === undefined ? {} : { body }),
    day,
    labels: documentLabels(brand.words),
    sections,
    ...(closing === undefined ? {} : { closing }),
  };
}

/** What a document says, as text alone: for a service that is to draw the same. */
export interface DocumentText extends Pick<DocumentContent, "number" | "day"> {
  sections: AnswerSection[];
  title: string;
  body?: string;
  closing?: string;
  signature?: string;
}

export function documentText({ number, day, title, sections, ...more }: DocumentContent): DocumentText {
  const { body, closing, signature } = more;
  return {
    ...(number === undefined ? {} : { number }),
    day,
    title: blocksText(title),
    ...(body === undefined ? {} : { body: blocksText(body) }),
    sections,
    ...(closing === undefined ? {} : { closing: blocksText(closing) }),
    ...(signature === undefined ? {} : { signature: blocksText(signature) }),
  };
}

/** A name that every system takes. */
export const fileName = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 100);
