/** What is taken along of a car and of a credit: what each says, for a car of each sort and brand. */
import { describe, expect, it } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { unzip } from "../support/zip.ts";

const cars = {
  new: "/marcas/chevrolet/nuevo/chevrolet-onix-1000001",
  used: "/marcas/toyota/usado/toyota-yaris-1000205",
  special: "/marcas/hyundai/nuevo/hyundai-elantra-30000005/venta-especial",
  peruvian: "/marcas/toyota/usado/toyota-corolla-30000677",
};

async function take(brand: string, path: string, document: string, query?: string) {
  const address = new URLSearchParams({ path, ...(query === undefined ? {} : { query }) });
  const guest = visitor(await openApp(), brand);
  return await guest.ask("GET", `/api/page/documents/${document}?${address}`);
}

const elementsOf = (bytes: Uint8Array): PdfElement[] => {
  const below = (element: PdfElement): PdfElement[] => [element, ...element.children.flatMap(below)];
  return readPdf(bytes).elements.flatMap(below);
};
const textsOf = (elements: PdfElement[], tag: string): string[] =>
  elements.filter((one) => one.tag === tag).map(({ text }) => text.trim());

/** Rows as the texts of their cells. */
const rowsOf = (elements: PdfElement[]): string[][] =>
  elements
    .filter(({ tag }) => tag === "TR")
    .map(({ children }) => children.map(({ text }) => text.replaceAll(/[\s\u00a0]+/g, " ").trim()));

/** The first sheet of a workbook: numbers as numbers, texts as texts. */
function sheetRows(workbook: Uint8Array): (string | number)[][] {
  const files = unzip(workbook);
  const unescaped = (text: string): string =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const textsIn = (xml: string): string =>
    unescaped([...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(""));
  const shared = [...String(files["xl/sharedStrings.xml"] ?? "").matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, one]) => textsIn(one!),
  );
  return [...String(files["xl/worksheets/sheet1.xml"]).matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].flatMap(([, attributes, inner = ""]) => {
      const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1];
      if (/t="inlineStr"/.test(attributes!)) return [textsIn(inner)];
      if (value === undefined) return [];
      return [/t="s"/.test(attributes!) ? shared[Number(value)]! : Number(value)];
    }),
  );
}

describe("the sheet of a car", () => {
  it.each([
    ["SI", cars.new, "Ficha Chevrolet Onix 1.0T LT 2026", ["Desde", "$11.620.000"]],
    ["SI", cars.used, "Ficha Toyota Yaris 1.5 XLS CVT 2019", ["Kilometraje (km)", "154.745"]],
    ["WI", cars.peruvian, "Ficha Toyota Corolla 1.8 GLi 2025", ["Marca", "Toyota"]],
  ])("of %s %s has its picture, its price, and what it is", async (brand, path, title, row) => {
    const { statusCode, rawPayload } = await take(brand, path, "sheet");
    expect(statusCode).toBe(200);
    const pdf = readPdf(rawPayload);
    expect([pdf.title, pdf.language]).toEqual([title, brand === "WI" ? "es-PE" : "es-CL"]);
    const elements = elementsOf(rawPayload);
    expect(textsOf(elements, "H1")).toEqual([title]);
    expect(textsOf(elements, "H2")).toEqual(expect.arrayContaining(["El auto", "Precio", "Características"]));
    expect(elements.find(({ tag }) => tag === "Figure")?.alternative).toMatch(/visto de frente/);
    expect(rowsOf(elements)).toContainEqual(row);
  });

  it("of a special sale says that price and no other", async () => {
    const elements = elementsOf((await take("WI", cars.special, "sheet")).rawPayload);
    expect(textsOf(elements, "H2")).toContain("Precio de venta especial");
    expect(textsOf(elements, "H2")).not.toContain("Precio");
  });
});

describe("the certificate of an inspection", () => {
  it.each([
    ["SI", cars.used],
    ["WI", cars.peruvian],
  ])("of %s has all eighty points, each with what was found", async (brand, path) => {
    const elements = elementsOf((await take(brand, path, "certificate")).rawPayload);
    const points = rowsOf(elements).filter(([, result]) =>
      /^(Sin observaciones|Con observación)$/.test(result ?? ""),
    );
    expect(points).toHaveLength(80);
    expect(rowsOf(elements).find(([name]) => name === "Fecha")?.[1]).toMatch(/^\d\d\/\d\d\/2026$/);
    expect(rowsOf(elements).find(([name]) => name === "Taller")?.[1]).toMatch(/\w/);
  });

  it("is there for no new car", async () => {
    expect((await take("SI", cars.new, "certificate")).statusCode).toBe(404);
  });
});

describe("the amortisation table", () => {
  const credit = "/financiamiento/1000205";

  it("has a row for each payment, under the names of its columns", async () => {
    const { rawPayload } = await take("SI", credit, "schedule");
    const rows = rowsOf(elementsOf(rawPayload));
    const head = rows.findIndex(([name]) => name === "N.º");
    expect(rows[head]).toEqual(["N.º", "Pago", "Capital", "Interés", "Seguros y gastos", "Saldo"]);
    expect(rows.slice(head + 1).map(([number]) => Number(number))).toEqual(
      Array.from({ length: 36 }, (_, index) => index + 1),
    );
    expect(rows.at(-1)?.at(-1)).toBe("$0");
    expect(rows.find(([name]) => name === "Costo anual")?.[1]).toMatch(/^\d+,\d+ % \(CAE\)$/);
  });

  it("is that of the credit that was chosen", async () => {
    const { rawPayload } = await take("SI", credit, "schedule", "?credito=convencional&pie=40&cuotas=24");
    expect(rowsOf(elementsOf(rawPayload))).toContainEqual(["Número de cuotas", "24"]);
  });

  it("takes no credit from an address that the car does not have", async () => {
    const { statusCode, rawPayload } = await take(
      "SI",
      credit,
      "schedule",
      "?credito=leasing&pie=30&cuotas=37",
    );
    expect(statusCode).toBe(200);
    expect(rowsOf(elementsOf(rawPayload))).toContainEqual(["Número de cuotas", "36"]);
  });

  it("is a spreadsheet whose numbers can be added up", async () => {
    const { headers, rawPayload } = await take("WI", "/financiamiento/30000496", "scheduleSheet");
    expect(headers["content-disposition"]).toMatch(/Tabla-de-amortizacion-Toyota-RAV4\.xlsx$/);
    const sheet = unzip(rawPayload)["xl/worksheets/sheet1.xml"]!.toString();
    expect(sheet).toMatch(/<c r="A\d+"[^>]*><v>36<\/v><\/c><c r="B\d+"[^>]*><v>240\.66<\/v>/);
  });

  it.each([
    ["SI", credit, "?credito=convencional&pie=40&cuotas=24", "$"],
    ["SI", "/financiamiento/1000009-venta-especial", "?credito=inteligente&pie=30&cuotas=37", "$"],
    ["WI", "/financiamiento/30000005-venta-especial", "?credito=convencional&pie=40&cuotas=36", "USD "],
  ])("%s: %s%s says the same to the cent as PDF and as a spreadsheet", async (brand, path, query, sign) => {
    const pdf = await take(brand, path, "schedule", query);
    const { structure, language } = {
      structure: elementsOf(pdf.rawPayload),
      language: readPdf(pdf.rawPayload).language,
    };
    expect(language).toBe(brand === "WI" ? "es-PE" : "es-CL");
    expect(structure.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(["H1", "H2", "Table", "TH", "TD"]),
    );
    const money = (text: string): number =>
      sign === "$"
        ? Number(text.replace("$", "").replaceAll(".", ""))
        : Number(text.replace(sign, "").replaceAll(",", ""));
    const paper = rowsOf(structure).flatMap(([number, ...amounts]) =>
      amounts.length === 5 && /^\d+$/.test(number!) ? [[Number(number), ...amounts.map(money)]] : [],
    );
    const book = sheetRows((await take(brand, path, "scheduleSheet", query)).rawPayload);
    const numbers = book.filter(
      (row) => row.length === 6 && row.every((cell) => typeof cell === "number"),
    ) as number[][];
    expect(numbers).toEqual(paper);
    expect(numbers.length).toBeGreaterThan(20);
    const whole = (column: number): number =>
      Math.round(numbers.reduce((sum, row) => sum + row[column]!, 0) * 100) / 100;
    // Whoever adds the payments up gets what the credit costs, and the capital what was lent.
    const fact = (name: string): number =>
      money(String(book.find(([label]) => label === name)?.[1]).replaceAll("\u00a0", " "));
    expect(whole(1)).toBe(fact("Costo total del crédito"));
    expect(whole(2)).toBe(fact("Monto financiado"));
    expect(numbers.at(-1)?.at(-1)).toBe(0);
  });
});
