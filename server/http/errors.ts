import {
  apiErrors,
  type apiErrorSentences,
  type ApiErrorCode,
  type ApiErrorSentence,
  type ApiProblem,
  type RunState,
} from "../../schemas/engine/serve.ts";

interface ApiErrorDetails extends Pick<ApiProblem, "reason" | "went" | "queries"> {
  /** How the run is now. */
  state?: RunState;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Where the code has several: what HTTP itself calls it. */
  status?: number;
}

/** What a sentence's placeholders are filled with. */
type SentenceValues<S extends ApiErrorSentence> = Record<
  (typeof apiErrorSentences)[S][number],
  string | number
>;

/** Nothing has to be said for a sentence without placeholders. */
type ErrorArguments<S extends ApiErrorSentence> = [(typeof apiErrorSentences)[S][number]] extends [never]
  ? [values?: Record<string, never>, details?: ApiErrorDetails]
  : [values: SentenceValues<S>, details?: ApiErrorDetails];

/**
 * A refusal of the API: one of its permanent codes, with the status of that, and which sentence is for people. The words
 * are the brand's: whoever answers knows them (`error-sentences.ts`). The message, for the log, has nothing that was typed.
 */
export class ApiError<S extends ApiErrorSentence = ApiErrorSentence> extends Error {
  readonly code: ApiErrorCode;
  readonly sentence: ApiErrorSentence;
  readonly values: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(sentence: S, ...[values = {}, details = {}]: ErrorArguments<S>) {
    super(sentence);
    this.sentence = sentence;
    this.code = sentence.split(".", 1)[0] as ApiErrorCode;
    this.values = values;
    this.status = details.status ?? apiErrors[this.code].status;
    this.details = details;
  }

  /** Seconds, for `Retry-After`. */
  get retryAfter(): number | undefined {
    return this.details.retryAfter;
  }

  /** The body that the browser gets, with its sentence. */
  body(message: string, requestId: string): ApiProblem {
    const { state, reason, went, queries } = this.details;
    return {
      error: this.code,
      message,
      requestId,
      ...(state ? { state } : {}),
      ...(reason ? { reason } : {}),
      ...(went ? { went } : {}),
      ...(queries ? { queries } : {}),
    };
  }
}
