/** The listener: how it guards itself, and what branch offices answer to queries that no definition asks yet. */
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { createServicesListener } from "../../server/services/listener.ts";
import { brandOfRevision } from "../../server/services/embedded/service.ts";
import { createServices } from "../../server/services/services.ts";
import { keptLog, projectServices, revisionOf, temporaryStore } from "./parts.ts";

/** A listener that is asked without a socket. */
async function open(key?: string): Promise<FastifyInstance> {
  const { store } = await temporaryStore();
  const config = {
    mode: "development" as const,
    upstreams: {},
    services: { port: 0, ...(key === undefined ? {} : { key }) },
  };
  const services = createServices({ store, config, embedded: await projectServices(), log: keptLog() });
  const brands = await Promise.all(
    ["SI", "WI"].map(async (code) => brandOfRevision(await revisionOf(code, {}))),
  );
  const { app } = createServicesListener({ embedded: services.embedded, brands: () => brands, config });
  onTestFinished(async () => {
    await app.close();
    await services.close();
  });
  return app;
}

describe("the listener", () => {
  const key = "a-key-of-sixteen-or-more";
  const path = "/crm/web-form";
  const json = { "content-type": "application/json" };
  const form = { "content-type": "multipart/form-data; boundary=b" };
  const ours = { companyid: "1", "x-services-key": key, "idempotency-key": "k" };

  test.each([
    ["no key", "POST", path, { ...json, companyid: "1" }, "{}", 401],
    ["another key", "POST", path, { ...json, ...ours, "x-services-key": "another" }, "{}", 401],
    ["no key, unknown path", "GET", "/", {}, "", 401],
    ["unknown path", "GET", "/", ours, "", 404],
    ["another method", "GET", path, ours, "", 404],
    ["broken JSON", "POST", path, { ...json, ...ours }, "{", 400],
    ["a prototype", "POST", path, { ...json, ...ours }, '{"__proto__": {}}', 400],
    ["text", "POST", path, { ...ours, "content-type": "text/plain" }, "{}", 415],
    ["a list", "POST", path, { ...json, ...ours }, "[]", 400],
    ["too much", "POST", path, { ...json, ...ours }, `{"a": "${"a".repeat(70_000)}"}`, 413],
    ["no company", "POST", path, { ...json, ...ours, companyid: "" }, "{}", 400],
    ["no company, and a form", "POST", path, { ...form, ...ours, companyid: "" }, "x".repeat(70_000), 400],
    ["a form where JSON is taken", "POST", path, { ...form, ...ours }, "x", 400],
  ] as const)("%s", async (_name, method, url, headers, payload, status) => {
    const app = await open(key);
    const answer = await app.inject({ method, url, headers, ...(payload === "" ? {} : { payload }) });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: status, message: expect.any(String) });
  });

  test.each([
    ["localhost:3001", 404],
    ["127.0.0.1:3001", 404],
    ["[::1]", 404],
    ["evil.example:3001", 403],
    ["localhost@evil.example", 403],
  ])("without a key it answers this machine's own names: %s, %d", async (host, status) => {
    const app = await open();
    expect((await app.inject({ url: "/nothing", headers: { host } })).statusCode).toBe(status);
  });

  test("a post without an idempotency key is a 400", async () => {
    const app = await open();
    const payload = {
      phone: "9",
      email: "a@b.example",
      subject: "s",
      symptoms: "s",
      caseType: "c",
      identification: "1",
    };
    const answer = await app.inject({ method: "POST", url: path, headers: { companyid: "1" }, payload });
    expect(answer.json()).toEqual({ error: 400, message: "Falta la cabecera Idempotency-Key" });
  });
});

describe("a form by HTTP", () => {
  const url = "/customer/api/buying-flow/document/upload-files";
  const boundary = "b".repeat(30);
  const type = `multipart/form-data; boundary=${boundary}`;
  const part = (head: string, body = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const data = part('name="data"', '{"name":"a","salesDocumentId":"b","extension":"pdf"}');
  const file = part('name="files"; filename="a.pdf"', "%PDF");

  test.each([
    ["a document that nobody asked for", type, `${data}${file}--${boundary}--\r\n`, 503],
    ["no file", type, `${data}--${boundary}--\r\n`, 400],
    ["no data", type, `${file}--${boundary}--\r\n`, 400],
    ["data that is no JSON", type, `${part('name="data"', "{")}${file}--${boundary}--\r\n`, 400],
    ["another field", type, `${data}${part('name="other"', "x")}${file}--${boundary}--\r\n`, 400],
    ["a field twice", type, `${data}${data}${file}--${boundary}--\r\n`, 400],
    ["a prototype", type, `${part('name="__proto__"', "x")}${data}${file}--${boundary}--\r\n`, 400],
    ["a file in another part", type, `${data}${part('name="x"; filename="x"', "x")}--${boundary}--\r\n`, 400],
    ["half of it", type, `${data}${file.slice(0, 30)}`, 400],
    ["no boundary", "multipart/form-data", `${data}${file}--${boundary}--\r\n`, 400],
    ["JSON", "application/json", "{}", 400],
  ])("%s", async (name, contentType, payload, status) => {
    const app = await open();
    const headers = { companyid: "1", "idempotency-key": name, "content-type": contentType };
    const answer = await app.inject({ method: "POST", url, headers, payload });
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status,
      body: { error: status, message: expect.any(String) },
    });
  });
});

describe("branch offices by HTTP", () => {
  const ask = async (path: string, headers: Record<string, string> = { companyid: "1" }) => {
    const app = await open();
    const { statusCode, body } = await app.inject({ url: `/branch-office/${path}`, headers });
    return { status: statusCode, body: JSON.parse(body) };
  };
  const names = async (path: string, headers?: Record<string, string>) =>
    ((await ask(path, headers)).body as { name: string }[]).map(({ name }) => name);

  test("services are those that the specification fixes", async () => {
    const fixed = ["Venta Nuevos", "Venta Usados", "Servicio Técnico"];
    const ofCompany = async (companyid: string) =>
      (await ask("services", { companyid })).body.map(({ value }: { value: string }) => value);
    expect(await ofCompany("1")).toEqual([...fixed, "Desabolladuría y Pintura"]);
    expect(await ofCompany("30")).toEqual([...fixed, "Carrocería y Pintura"]);
  });

  test("filters narrow the list", async () => {
    const all = await names("get-all?companyId=1");
    expect(all.length).toBeGreaterThan(12);
    const painting = await names("get-all?companyId=1&serviceId=4");
    expect(painting.length).toBeGreaterThan(0);
    expect(painting.length).toBeLessThan(all.length);
    expect(await names("get-all?salesBrand=Isuzu&city=Santiago")).toEqual([
      "Salazar Israel Gran Avenida",
      "Salazar Israel Quilicura Camiones",
    ]);
    expect(await names("get-all?isUsedCar=true&city=Puerto%20Montt")).toEqual([]);
    expect((await ask("get-sales-brands")).body).toEqual([
      { value: "Chevrolet" },
      { value: "Isuzu" },
      { value: "Opel" },
    ]);
  });

  test.each([
    ["get-all?companyId=30"],
    ["get-all?serviceId=9"],
    ["get-all?isNewCar=yes"],
    ["get-all?other=1"],
    ["get-all?city=a&city=b"],
  ])("%s is a 400", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400, body: { error: 400, message: expect.any(String) } });
  });

  test.each([[{}], [{ companyid: "999" }]])("the company %j is a 400", async (headers) => {
    expect(await ask("get-cities", headers as Record<string, string>)).toMatchObject({ status: 400 });
  });
});
