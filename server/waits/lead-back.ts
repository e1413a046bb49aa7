/** What comes from a provider through a person's browser: how it is read, and where the person is led. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stepPath, type Answers, type Outcome } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { routeOf } from "../runs/linked.ts";
import type { RunDeps } from "../runs/runs.ts";
import { anySessionsRun } from "../store/runs.ts";
import { findWait, type Wait } from "../store/waits.ts";

/** Bytes: a provider says what happened, and no more. */
export const largestReturn = 64 * 1024;

export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: largestReturn },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

/** All that was sent, by name. @throws {ApiError} for a name that is there twice: nobody says which is meant. */
export function receivedWith(query: Record<string, unknown>, body: unknown): Record<string, unknown> {
  const form = body instanceof URLSearchParams ? [...body] : Object.entries(body ?? {});
  const all = [...Object.entries(query), ...form];
  const received = Object.fromEntries(all) as Record<string, unknown>;
  const isTold = Object.keys(received).length === all.length && !Object.values(query).some(Array.isArray);
  if (isTold && !Array.isArray(body) && Object.keys(received).every((name) => name !== "__proto__"))
    return received;
  throw new ApiError("bad-request.parameters");
}

/** Whether a person's browser comes, and not a server. */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-mode"] === "navigate" || (headers.accept ?? "").includes("text/html");

/** Sends whoever paid back to where the branch led, or to the form, which shows what it waits for. */
export async function leadBack(
  { store, definitions }: RunDeps,
  reply: FastifyReply,
  { id: of, brand, flow, revision: hash, run }: Wait,
): Promise<FastifyReply> {
  const now = await findWait(store.db, of);
  const led = now?.leads ? (JSON.parse(now.leads) as Outcome) : undefined;
  if (led && "redirect" in led) return reply.redirect(led.redirect, 303);
  const { step, answers } = await anySessionsRun(store.db, run);
  const route = routeOf(definitions.current(brand), flow, JSON.parse(answers) as Answers) ?? "/";
  const revision = await definitions.revision(brand, hash);
  const compiled = revision?.public.flows[flow];
  const found = compiled?.steps.find((one) => one.id === step);
  return reply.redirect(compiled && found ? stepPath(compiled, route, found) : route, 303);
}
