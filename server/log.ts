import type { FastifyBaseLogger } from "fastify";
import type { LoggerOptions } from "pino";

/** What the server's parts log with: pino, as Fastify has it. */
export type Log = Pick<FastifyBaseLogger, "info" | "warn" | "error">;

/** An error as the log has it. */
export interface LoggedError {
  type: string;
  /** Left out where it may repeat what somebody typed. */
  message?: string;
  code?: string | number;
  /** Files and lines. */
  stack: string[];
  cause?: LoggedError;
}

const ours = new URL("../", import.meta.url).pathname;
const maxCauseDepth = 4;
/** Function names and places; nothing that a message could smuggle in. */
const frame = /^ {4}at (?:[\w$.<>[\] #]+ \()?(?:file:\/\/|node:)?[\w@%+./-]*:\d+(?::\d+)?\)?$/;
/** As Node, undici and our own refusals have them, and SQLSTATE. */
const codePattern = /^(?:[A-Z][A-Z_][A-Z0-9_]*|[0-9A-Z]{5}|[a-z]+(?:-[a-z]+)*)$/;

function framesOf({ stack, name, message }: Error): string[] {
  const text = typeof stack === "string" ? stack : "";
  const at = message === "" ? -1 : text.indexOf(message);
  // Without the message before them, lines cannot be told from lines of a message.
  if (message !== "" && at < 0 && !text.startsWith(`${name}\n`)) return [];
  return text
    .slice(at < 0 ? 0 : at + message.length)
    .split("\n")
    .filter((line) => frame.test(line))
    .map((line) => line.trim().replace(/^at /, ""))
    .slice(0, 12);
}

/**
 * Whether an error was thrown by a line of this project, which puts ids into its errors and never answers. What Node
 * itself throws there, SQLite's for one, has keys of its own.
 */
const isOurOwn = (error: Error, [first = ""]: string[]): boolean =>
  Object.getPrototypeOf(error) === Error.prototype &&
  Object.keys(error).length === 0 &&
  first.includes(ours) &&
  !first.includes("/node_modules/");

/**
 * What of an error may be logged. Messages of libraries repeat what they were given (a text that is no JSON, a row that
 * is there twice, an address that cannot be reached), and so may our refusals, which are made for the person: of those
 * only kind, code and place are kept. The same of an error's own keys.
 */
export function loggedError(error: unknown, depth = maxCauseDepth): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] };
  const { code, cause } = error as Error & { code?: unknown };
  const stack = framesOf(error);
  const name = /^\w{1,60}$/.test(error.name) ? error.name : "Error";
  const type = name === "Error" ? error.constructor.name || name : name;
  return {
    type,
    ...(isOurOwn(error, stack) ? { message: error.message.slice(0, 500) } : {}),
    ...((typeof code === "string" && codePattern.test(code)) || typeof code === "number" ? { code } : {}),
    stack,
    ...(cause instanceof Error && depth > 1 ? { cause: loggedError(cause, depth - 1) } : {}),
  };
}

/** Keys under which answers, credentials and addresses stand, should anybody log an object that has them. */
const secretKeys = [
  "answers",
  "authorization",
  "body",
  "cookie",
  "email",
  "headers",
  "input",
  "inputs",
  "ip",
  "password",
  "payload",
  "phone",
  "query",
  "remoteAddress",
  "secret",
  "token",
  "url",
  "values",
];

/** How the server logs: what a line holds is decided here, whoever writes it. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  // Addresses can hold what people typed.
  serializers: {
    req: ({ method }: { method?: string }) => ({ method }),
    res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    err: loggedError,
    error: loggedError,
  },
  redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: "[redacted]" },
  hooks: {
    // Without words of its own, a line about an error would take the error's.
    logMethod(given, method) {
      const [first, second] = given as unknown[];
      if (first instanceof Error) return method.apply(this, [{ err: first }, "error"]);
      const isBare = typeof first === "object" && first !== null && second === undefined;
      if (isBare) return method.apply(this, [first, "error" in first || "err" in first ? "error" : ""]);
      return method.apply(this, given);
    },
  },
});
