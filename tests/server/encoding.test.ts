/** Bytes that are no UTF-8, wherever they come in: refused over a socket as they are, with words. */
import { request } from "node:http";
import { expect, it } from "vitest";
import { isReadable, readableQuery } from "../../server/http/encoding.ts";
import { openApp, visitor } from "../support/app.ts";
import { listening } from "./files-parts.ts";

const latin = Buffer.from('{"version":0,"answers":{"request.name":"Nu\xf1ez"}}', "latin1");
const half = Buffer.concat([
  Buffer.from('{"version":0,"answers":{"request.name":"'),
  Buffer.from([0xe2, 0x82]),
  Buffer.from('"}}'),
]);
const tooLong = Buffer.concat([
  Buffer.from('{"version":0,"answers":{"request.name":"'),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from('"}}'),
]);
const good = Buffer.from('{"version":0,"answers":{"request.name":"Núñez 🙂"}}');

it.each([
  ["/contacto?a=b&c=%C3%B1", true],
  ["/%C3%B1and%C3%BA?x=50%", true],
  ["/contacto?a=50%25", true],
  ["/contacto?a=%zz", true],
  ["/contacto?a=promoci%F3n", false],
  ["/%ff", false],
  ["/contacto?a=%C3", false],
  ["/contacto?a=%ED%A0%80", false],
  ["/contacto?a=%C0%AF", false],
  ["/contacto?a=\xf1", false],
  ["/contacto\x00", false],
])("the address %j can be read: %s", (address, expected) => {
  expect(isReadable(address)).toBe(expected);
});

it.each([
  ["", ""],
  ["?", "?"],
  ["?a=b&c=%C3%B1", "?a=b&c=%C3%B1"],
  ["?utm_source=invierno%F3&utm_medium=correo", "?utm_medium=correo"],
  ["?a=1&%F1=2&b=\xf1&c=3", "?a=1&c=3"],
  ["?a=%F3", ""],
])("of the query %j, %j is text", (query, expected) => {
  expect(readableQuery(query)).toBe(expected);
});

it.each([
  "/contacto?utm_source=invierno%F3",
  "/contacto?utm_source=invierno\xf3",
  "/contacto?nombre=Nu%F1ez&utm_medium=correo",
])("who follows the old link %j gets the page", async (url) => {
  const who = visitor(await openApp(), "SI");
  const page = await who.ask("GET", url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("<h1");
  expect((await who.ask("POST", url)).statusCode).toBe(303);
});

it("an old link leads on with what can be read of it, and a path that cannot is still refused", async () => {
  const who = visitor(await openApp(), "SI");
  const on = await who.ask("GET", "/contacto/?utm_source=invierno%F3&utm_medium=correo");
  expect([on.statusCode, on.headers.location]).toEqual([308, "/contacto?utm_medium=correo"]);
  expect((await who.ask("GET", "/contacto/%F1?a=b")).statusCode).toBe(400);
  const asked = (query: string) =>
    who.ask("GET", `/api/page?path=/contacto&query=${encodeURIComponent(query)}`);
  for (const query of ["?utm_source=%F3", "?q=Ñuñoa"]) expect((await asked(query)).statusCode).toBe(200);
});

it.each<[string, string, string, Buffer | undefined, number]>([
  ["a good body", "PATCH", "", good, 204],
  ["Latin-1", "PATCH", "", latin, 400],
  ["half a character", "PATCH", "", half, 400],
  ["a character the long way", "PATCH", "", tooLong, 400],
  ["Latin-1 for data", "POST", "/api/data", latin, 400],
  ["Latin-1 to begin", "POST", "/api/runs", latin, 400],
  ["a file's name", "POST", "/api/runs/x/files?name=Nu%F1ez.pdf&field=a", undefined, 400],
  ["a query of the API", "GET", "/api/page?path=/%F1", undefined, 400],
  ["a path", "GET", "/contacto/%F1", undefined, 400],
])("%s, %s: %#", async (_name, method, url, body, status) => {
  const app = await openApp();
  const port = await listening(app);
  const who = visitor(app, "SI");
  const { run } = (
    await who.ask("POST", "/api/runs", { flow: "contact", revision: app.definitions.current("SI")!.hash })
  ).json();
  const [answered, text] = await new Promise<[number, string]>((resolve, reject) => {
    const asking = request(
      {
        port,
        host: "127.0.0.1",
        method,
        path: url === "" ? `/api/runs/${run}/answers` : url,
        headers: { host: "si.localhost", cookie: who.cookie!, "content-type": "application/json" },
      },
      (answer) => {
        let given = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (given += piece));
        answer.on("end", () => resolve([answer.statusCode!, given]));
      },
    );
    asking.on("error", reject);
    asking.end(body);
  });
  expect([answered, text]).toEqual([
    status,
    status === 400 ? expect.stringMatching(/UTF-8|no se puede leer/) : "",
  ]);
});
