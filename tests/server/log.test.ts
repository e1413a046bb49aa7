/** What may stand in a log: kinds, codes and places of errors, and nothing that anybody typed. */
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../server/http/errors.ts";
import { loggedError, logOptions } from "../../server/log.ts";
import { preparedCall } from "../../server/services/prepared-call.ts";
import type { CompiledCall } from "../../schemas/engine/all.ts";

const typed = "Ana.Canario+7391@correo.cl";

const thrown = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

function withTable(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("create table people (email text primary key check (length(email) < 100))");
  return database;
}

const call = {
  service: "crm",
  call: "webForm",
  method: "POST",
  path: "web-form",
  input: { email: { type: "string", pattern: "^$" } },
  optional: [],
  query: {},
  timeout: 1000,
  cache: 0,
} satisfies CompiledCall;

/** Errors whose messages, stacks or own keys hold what somebody typed, as libraries make them. */
const errors: [string, () => unknown][] = [
  ["JSON", () => JSON.parse(`{${typed}`)],
  ["a key that is read of nothing", () => (undefined as unknown as Record<string, string>)[typed]],
  ["an address", () => new URL(`nowhere ${typed}`)],
  ["SQL", () => withTable().exec(`insert into people values ('${typed}') '${typed}'`)],
  ["undici", () => request(`http://127.0.0.1:1/?email=${encodeURIComponent(typed)}#${typed}`)],
  ["undici's arguments", () => request(`nothing:${typed}`)],
  ["Ajv", () => preparedCall(call).checkInput({ email: typed })],
  [
    "PostgreSQL",
    () => {
      throw Object.assign(new Error(`duplicate key: (email)=(${typed})`), {
        name: typed,
        code: "23505",
        detail: `Key (email)=(${typed}) already exists.`,
        where: typed,
      });
    },
  ],
  [
    "a refusal for the person",
    () => {
      throw new ApiError("unknown-key.request", { key: typed });
    },
  ],
  [
    "a cause",
    () => {
      throw new Error("it failed", {
        cause: new TypeError(`bad: ${typed}`, { cause: new SyntaxError(typed) }),
      });
    },
  ],
  [
    "lines that look like places",
    () => {
      throw new RangeError(`x\n    at ${typed} (/server/a.ts:1:1)\n    at ${typed}`);
    },
  ],
  [
    "no error at all",
    () => {
      // oxlint-disable-next-line typescript/only-throw-error -- that is the case
      throw typed;
    },
  ],
  [
    "a code",
    () => {
      throw Object.assign(new RangeError("x"), { code: typed });
    },
  ],
];

describe("an error in the log", () => {
  it.each(errors)("of %s holds nothing that was typed", async (_what, work) => {
    const error = await thrown(work);
    const text = JSON.stringify(loggedError(error));
    expect(text).not.toMatch(/Canario/i);
    expect(text).not.toContain("7391");
  });

  it("of our own says what, with its place", () => {
    // Thrown by a line of this project, as all of its own errors are.
    const { message, type, stack } = loggedError(new Error("revision abc of SI is gone"));
    expect([type, message]).toEqual(["Error", "revision abc of SI is gone"]);
    expect(stack[0]).toContain("log.test.ts");
  });

  it("keeps the code and the kinds of its causes", async () => {
    const error = await thrown(() => request("http://127.0.0.1:1/"));
    const wrapped = loggedError(new Error("the upstream", { cause: error }));
    expect(wrapped.cause).toMatchObject({ type: expect.any(String), code: "ECONNREFUSED" });
  });
});

describe("a line of the log", () => {
  const lines: string[] = [];
  const { log } = Fastify({
    logger: { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } },
  });
  const canary = JSON.parse(`{"email":"${typed}","more":{"email":"${typed}"}}`) as object;

  it.each<[string, () => void]>([
    ["an error alone", () => log.error(new TypeError(typed))],
    ["an error without words", () => log.error({ err: new TypeError(typed) })],
    ["an error under another name", () => log.warn({ error: new TypeError(typed) }, "failed")],
    ["an object that has them", () => log.info({ ...canary, answers: { "a.b": typed } }, "saved")],
    ["headers", () => log.info({ headers: { cookie: typed }, req: { headers: { a: typed } } }, "asked")],
    ["a request", () => log.info({ req: { method: "GET", url: `/?q=${typed}`, ip: typed } }, "asked")],
  ])("with %s holds nothing that was typed", (_what, write) => {
    lines.length = 0;
    write();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/Canario/i);
    expect(lines[0]).toContain('"msg":"');
  });
});
