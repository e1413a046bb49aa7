/** What can be taken along of a page: what it says, and what is answered where it is not there. */
import { beforeEach, describe, expect, it } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { office, oneOffice as one, startOffices } from "./office-parts.ts";

const { upstream, options } = await startOffices();
const all = "GET /offices";

beforeEach(() => {
  upstream.forget();
  upstream.set(one, { body: office });
  upstream.set(all, { body: { offices: [{ name: "Otra" }, { name: "Una más" }] } });
});

interface Wanted {
  path?: string;
  document?: string;
  query?: string;
}

async function take({ path = "/sucursales/A-1", document = "sheet", query }: Wanted = {}) {
  const address = new URLSearchParams({ path, ...(query === undefined ? {} : { query }) });
  const guest = visitor(await openApp(options), "AA");
  return await guest.ask("GET", `/api/page/documents/${document}?${address}`);
}

const said = ({ tag, text, children }: PdfElement): unknown =>
  children.length === 0 ? `${tag}: ${text.trim()}` : { [tag]: children.map(said) };

describe("a document of a page", () => {
  it("says what the page shows, under headings and in tables whose cells have names", async () => {
    const { statusCode, headers, rawPayload } = await take();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": "attachment; filename*=UTF-8''Ficha-de-la-sucursal-A-1.pdf",
    });
    const { title, language, elements } = readPdf(rawPayload);
    expect([title, language]).toEqual(["Ficha de la sucursal A-1", "es-CL"]);
    expect(elements.flatMap(({ children }) => children).map(said)).toEqual([
      "H1: Ficha de la sucursal A-1",
      expect.stringMatching(/^P: Fecha: \d\d\/\d\d\/\d{4}$/) as unknown,
      "P: Al día de hoy.",
      "H2: La sucursal",
      { Table: [{ TR: ["TH: Comuna", "TD: Talca"] }] },
      "H2: Otras",
      { Table: [{ TR: ["TH: Nombre"] }, { TR: ["TH: Otra"] }, { TR: ["TH: Una más"] }] },
      "P: Vuelve pronto.",
    ]);
  });

  it("is the same file for whoever asks on the same day", async () => {
    const [first, second] = [await take(), await take()];
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  });

  it("leaves out what has nothing to say, and asks for nothing that it does not show", async () => {
    upstream.set(all, { body: { offices: [] } });
    const headings = readPdf((await take()).rawPayload)
      .elements.flatMap(({ children }) => children)
      .filter(({ tag }) => tag === "H2");
    expect(headings.map(({ text }) => text.trim())).toEqual(["La sucursal"]);
    expect(upstream.requests.map(({ path }) => path)).toEqual(["/office", "/offices"]);
  });

  it("waits longer than a page does", async () => {
    upstream.set(one, { body: office, delay: 2_000 });
    expect((await take()).statusCode).toBe(200);
  });

  it.each([
    ["of a page that there is not", { path: "/nada" }, 404, "no-document"],
    ["of another page", { path: "/sucursales" }, 404, "no-document"],
    ["with a name that no document has", { document: "constructor" }, 404, "no-document"],
    ["of no address", { path: "//a.example" }, 400, "bad-request"],
    ["of an address with a mark in it", { query: "#a" }, 400, "bad-request"],
  ])("%s is refused", async (_, wanted, status, error) => {
    const { statusCode, body } = await take(wanted);
    expect([statusCode, (JSON.parse(body) as { error: string }).error]).toEqual([status, error]);
  });

  it.each([
    ["is not known", one, { status: 404 }, 404, "no-document"],
    ["was there once", one, { status: 410 }, 410, "gone"],
    ["is closed now", one, { body: { ...office, state: "closed" } }, 410, "gone"],
    ["nobody can tell of", one, { status: 500 }, 503, "unavailable"],
    ["is garbled", one, { body: { name: 3 } }, 503, "unavailable"],
    ["has a part that nobody can tell of", all, { status: 500 }, 503, "unavailable"],
  ])("of something that %s is refused in words", async (_, call, behaviour, status, error) => {
    upstream.set(call, behaviour);
    const { statusCode, body } = await take();
    const answer = JSON.parse(body) as { error: string; message: string };
    expect([statusCode, answer.error]).toEqual([status, error]);
    expect(answer.message).toMatch(/\w+ \w+/);
  });

  it("is offered where it is there, and no page carries what it says", async () => {
    const guest = visitor(await openApp(options), "AA");
    const { body } = await guest.ask("GET", "/sucursales/A-1");
    expect(body).toContain('"document":"sheet"');
    expect(body).not.toContain("Vuelve pronto.");
    upstream.set(one, { body: { code: "A-1", name: "Casa Matriz" } });
    expect((await guest.ask("GET", "/sucursales/A-1")).body).not.toContain('"document":"sheet"');
  });
});
