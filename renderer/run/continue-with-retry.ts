import type { ApiErrorCode, ContinueAnswer, ContinueRequest } from "../../schemas/engine/evaluate.ts";
import { attemptFor, type Memory } from "./memory.ts";
import type { Reply } from "./send.ts";
import type { Transport } from "./transport.ts";

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** An attempt at work on the server is asked for again this often, this far apart. */
const maxTries = 20;
const retryDelayMs = 1_000;

export interface ContinueOptions {
  /** Gives what proves that a person presses. Of one press, it is one. */
  token?: GetCaptchaToken | undefined;
  /** Whether what is sent is kept nowhere: then neither is the attempt. */
  isSecret?: boolean;
  /** Milliseconds between two questions. */
  wait?: number;
}

/** Gives a captcha's token; none where there is none to be had. */
export type GetCaptchaToken = () => Promise<string | undefined>;

/**
 * One press of Continuar. The key is kept until there is an answer, and used again for the same body: whether an answer
 * got lost or the page was loaded again in between, the server does the work once.
 */
export async function continueWithRetry(
  transport: Transport,
  memory: Memory,
  run: string,
  request: ContinueRequest,
  { token, isSecret = false, wait = retryDelayMs }: ContinueOptions = {},
): Promise<Reply<ContinueAnswer>> {
  const captcha = await token?.();
  const key = isSecret ? crypto.randomUUID() : attemptFor(memory, JSON.stringify({ run, ...request })).key;
  for (let question = 1; ; question++) {
    const reply = await transport.proceed(run, request, key, captcha);
    if (reply.kind === "refusal" && reply.problem.error === "busy" && question < maxTries) {
      await pause(wait);
      continue;
    }
    const open =
      reply.kind === "lost" || (reply.kind === "refusal" && isPassing(reply.status, reply.problem.error));
    if (!open) memory.forgetAttempt();
    return reply;
  }
}

/** The server did not decide on this attempt: the same one may be sent again. */
const isPassing = (status: number, error: ApiErrorCode): boolean =>
  error === "busy" || status >= 500 || status === 429;
