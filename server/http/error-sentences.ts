/** The words of API errors: the brand's, else those of the wording file as it was at the start, else a sentence for any. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import { sentenceOfAnyError, type Revision } from "../../schemas/engine/serve.ts";
import type { Sites } from "./brand-of-request.ts";
import type { ApiError } from "./errors.ts";
import { hostOf } from "./host.ts";

/** Sentences by key, without `errors.`. */
export type ErrorSentences = NonNullable<Revision["private"]["errors"]>;

/** What an error says to whoever sent a request. */
export type WordError = (error: ApiError, request: FastifyRequest) => string;

const prefix = "errors.";

/** The sentences that the wording file has; none where it cannot be read, as an error is answered all the same. */
export async function readErrorSentences(root: string): Promise<ErrorSentences> {
  try {
    const words: unknown = JSON.parse(await readFile(join(root, "schemas/wording.es.json"), "utf8"));
    return Object.fromEntries(
      Object.entries(words ?? {}).flatMap(([key, text]: [string, unknown]) =>
        key.startsWith(prefix) && typeof text === "string" ? [[key.slice(prefix.length), text]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** The first of these words that has the sentence, filled in; words with a placeholder that nobody fills are no sentence. */
export function sentenceOf({ sentence, values }: ApiError, ...words: (ErrorSentences | undefined)[]): string {
  for (const texts of words) {
    if (!texts || !Object.hasOwn(texts, sentence)) continue;
    let isWhole = true;
    const text = texts[sentence]!.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
      isWhole &&= Object.hasOwn(values, name);
      return String(values[name]);
    });
    if (isWhole) return text;
  }
  return sentenceOfAnyError;
}

/** Words an error for the brand whose host was asked, and for nobody's by the wording file of all. */
export const wordErrors =
  (sites: Sites, shared: ErrorSentences): WordError =>
  (error, request) =>
    sentenceOf(error, sites.forHost(hostOf(request))?.private.errors, shared);
