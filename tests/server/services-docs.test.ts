/** The services' own documentation at `/docs`: OpenAPI of what they answer, made from the definitions of the calls. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serveDocs } from "../../server/services/docs.ts";
import { createServicesListener } from "../../server/services/listener.ts";
import { brandOfRevision } from "../../server/services/embedded/service.ts";
import { createServices } from "../../server/services/services.ts";
import { compiledBrand } from "../support/definitions.ts";
import { openStore, type Store } from "../../server/store/store.ts";
import { shape } from "./open-api-shape.ts";
import { keptLog, projectServices } from "./parts.ts";

interface Operation {
  operationId?: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: { "application/json": { schema: object } } }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

async function open(store: Store, key?: string) {
  const config = {
    mode: "development" as const,
    upstreams: {},
    services: { port: 0, ...(key === undefined ? {} : { key }) },
  };
  const services = createServices({ store, config, embedded: await projectServices(), log: keptLog() });
  const revision = { ...(await compiledBrand("SI")), hash: "hash" };
  const { calls } = revision.private;
  const { embedded } = services;
  const brands = [brandOfRevision(revision)];
  const { app } = createServicesListener({ embedded, brands: () => brands, calls: () => calls, config });
  const close = async (): Promise<void> => {
    await app.close();
    await services.close();
  };
  return { app, embedded, calls, close };
}

// Nothing that is asked here changes what another test finds.
const dataDir = mkdtempSync(join(tmpdir(), "vitrina-"));
let store: Store;
let shared: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  store = await openStore({ dataDir });
  shared = await open(store);
});
afterAll(async () => {
  await shared.close();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const documentOf = async (app: FastifyInstance): Promise<Document> => (await app.inject("/docs/json")).json();

describe("the document", () => {
  test("has the shape of OpenAPI, and schemas that compile", async () => {
    const { app } = shared;
    const document = await documentOf(app);
    const ajv = new Ajv({ strict: false, allErrors: true });
    const isDocument = ajv.compile(shape);
    isDocument(document);
    expect(isDocument.errors ?? []).toEqual([]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.flatMap(({ operationId }) => operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const formats = new Ajv({ strict: false, formats: { binary: true } });
    for (const { parameters, requestBody, responses } of operations) {
      const names = parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`);
      expect(new Set(names).size).toBe(names.length);
      const bodies = Object.values(requestBody?.content ?? {});
      const answers = Object.values(responses).flatMap((one) => one.content?.["application/json"] ?? []);
      for (const { schema: one } of [...parameters, ...bodies, ...answers]) {
        expect(() => formats.compile(one)).not.toThrow();
      }
    }
  });

  test("tells of every call that is embedded, with its query, and of every route, and of nothing else", async () => {
    const { app, embedded, calls } = shared;
    const { paths } = await documentOf(app);
    const routes = embedded.flatMap((service) =>
      service.routes.map((route) => ({ ...route, of: service.service })),
    );
    const told = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    const answered = Object.values(calls).filter((call) =>
      routes.some(
        ({ of, method, path }) => of === call.service && method === call.method && path === `/${call.path}`,
      ),
    );
    expect(answered.length).toBeGreaterThan(8);
    for (const call of answered) {
      const operation = paths[`/${call.path}`]![call.method.toLowerCase()]!;
      const name = `${call.service}.${call.call}`;
      expect(operation.summary.split(", ")).toContain(name);
      const names = operation.parameters.map((one) => one.name);
      expect({ name, names }).toEqual({
        name,
        names: expect.arrayContaining(["companyId", ...Object.keys(call.query)]),
      });
      expect(names.includes("Idempotency-Key")).toBe(call.method !== "GET");
      expect(operation.requestBody !== undefined).toBe(
        call.body !== undefined || call.multipart !== undefined,
      );
    }
  });

  test("says what a body, a form and a query take", async () => {
    const { paths } = await documentOf(shared.app);
    const mail = paths["/customer/api/client-service/send-email"]!["post"]!;
    // Two calls come by this path, each with a body of its own.
    expect(mail.requestBody!.content["application/json"]!.schema).toMatchObject({
      anyOf: [
        {
          additionalProperties: false,
          required: expect.arrayContaining(["name", "email", "comment"]),
          properties: { email: { type: "string" }, rut: { type: "string" } },
        },
        { required: ["requestType", "clientFullName", "clientEmail", "clientPhoneNumber"] },
      ],
    });
    const sent = { properties: { sendEmail: { type: "boolean" } } };
    expect(mail.responses["2XX"]!.content!["application/json"].schema).toMatchObject({
      anyOf: [sent, sent],
    });
    const upload = paths["/customer/api/buying-flow/document/upload-files"]!["post"]!;
    expect(upload.requestBody!.content["multipart/form-data"]!.schema).toMatchObject({
      properties: {
        files: { type: "array", items: { format: "binary" } },
        data: { required: ["name", "salesDocumentId", "extension"] },
      },
    });
    const offices = paths["/branch-office/get-all"]!["get"]!;
    expect(offices.parameters).toContainEqual({
      name: "city",
      in: "query",
      // Some calls ask without it.
      required: false,
      schema: { type: "string", maxLength: 80 },
    });
  });
});

describe("the page", () => {
  test("is served with all that it shows, and asks nobody else", async () => {
    const { app } = shared;
    const page = await app.inject("/docs/");
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(page.headers["content-security-policy"]).not.toMatch(/https?:|validator/);
    const named = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(named.length).toBeGreaterThan(4);
    for (const address of named) {
      expect(address).toMatch(/^\.\/static\//);
      expect((await app.inject(`/docs/${address.slice(2)}`)).statusCode).toBe(200);
    }
  });

  test("has nothing else: that is refused as everything that is not there", async () => {
    const refused = await shared.app.inject("/docs/nothing");
    expect([refused.statusCode, refused.json()]).toEqual([404, (await shared.app.inject("/nothing")).json()]);
  });

  test("is nobody's without the key, where there is one", async () => {
    const key = "a-key-of-sixteen-or-more";
    const { app, close } = await open(store, key);
    onTestFinished(close);
    for (const url of ["/docs", "/docs/", "/docs/json", "/docs/static/swagger-ui.css"]) {
      expect((await app.inject(url)).statusCode).toBe(401);
    }
    expect((await app.inject({ url: "/docs/json", headers: { "x-services-key": key } })).statusCode).toBe(
      200,
    );
  });

  test("that could not be opened is opened for whoever looks next", async () => {
    let isBroken = true;
    const app = Fastify();
    onTestFinished(() => app.close());
    serveDocs(app, {
      document: () => ({ openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {} }),
      get logging() {
        if (isBroken) throw new Error("no such file");
        return { logger: false };
      },
    });
    expect((await app.inject("/docs/json")).statusCode).toBe(500);
    isBroken = false;
    expect((await app.inject("/docs/json")).statusCode).toBe(200);
  });
});
