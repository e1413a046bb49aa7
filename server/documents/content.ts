/** What a document says: all that is needed to draw it, so that it can be drawn later and again. */
import {
  withAnswers,
  type AnswerSection,
  type CompiledDocument,
  type Words,
} from "../../schemas/engine/all.ts";
import { blocksText } from "./blocks.ts";
import { documentLabels, type DocumentLabels } from "./labels.ts";

/** Data alone: kept as JSON with the delivery that carries the document. */
export interface DocumentContent {
  format: CompiledDocument["format"];
  /** Of the file, without its extension: the document's id and the submission's number. */
  name: string;
  /** The colour as `#rrggbb`. */
  brand: { name: string; colour: string };
  locale: string;
  /** Words whose placeholders are filled. */
  title: Words;
  body?: Words;
  /** The submission's number. */
  number: string;
  /** The day of the submission in the brand's time zone, `yyyy-mm-dd`. */
  day: string;
  /** What the document says by itself. */
  labels: DocumentLabels;
  sections: AnswerSection[];
  /** What stands at the end. Left out in contents of before there was such a thing. */
  closing?: Words;
  /** What stands under the line to sign on, after everything else. */
  signature?: Words;
}

export interface DocumentSource extends Pick<DocumentContent, "brand" | "locale" | "number" | "day"> {
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

/** What a document says, as text alone: for a service that is to draw the same. */
export interface DocumentText extends Pick<DocumentContent, "number" | "day" | "sections"> {
  title: string;
  body?: string;
  closing?: string;
  signature?: string;
}

export function documentText({ number, day, title, sections, ...more }: DocumentContent): DocumentText {
  const { body, closing, signature } = more;
  return {
    number,
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
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 100);
