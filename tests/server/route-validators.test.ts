/** Validators of routes come with the first request that needs one, or after the start. */
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createRouteValidators, type RouteValidators } from "../../server/http/route-validators.ts";
import { openApp } from "../support/app.ts";

function appWith(type: string): { app: FastifyInstance; validators: RouteValidators } {
  const validators = createRouteValidators();
  const app = Fastify({
    schemaController: { compilersFactory: { buildValidator: validators.buildValidator } },
  });
  onTestFinished(() => app.close());
  const body = { type: "object", required: ["name"], properties: { name: { type } } };
  app.post("/", { schema: { body } }, () => "taken");
  return { app, validators };
}

const send = async (app: FastifyInstance, body: object): Promise<[number, string]> => {
  const { statusCode, body: said } = await app.inject({ method: "POST", url: "/", payload: body });
  return [statusCode, said];
};

test.each([false, true])(
  "compiled before: %s; what does not fit is refused, and says why",
  async (before) => {
    const { app, validators } = appWith("string");
    await app.ready();
    if (before) await validators.compileAll();
    expect(await send(app, { name: "Ana" })).toEqual([200, "taken"]);
    expect(await send(app, {})).toEqual([400, expect.stringContaining("required property 'name'")]);
    expect(await send(app, { name: "Ana" })).toEqual([200, "taken"]);
  },
);

test("a schema that is none lets nothing in, and is told after the start", async () => {
  const { app } = appWith("word");
  await app.ready();
  expect((await send(app, { name: "Ana" }))[0]).toBe(500);
  const again = appWith("word");
  await again.app.ready();
  await expect(again.validators.compileAll()).rejects.toThrow("schema is invalid");
});

test("every route of the product has a validator", async () => {
  const app = await openApp();
  await expect(app.compileValidators()).resolves.toBeUndefined();
});
