/** The form of `trade-in/` on a page: the product with it dropped in, and what people do there. */
import type { SQLOutputValue } from "node:sqlite";
import type { Answers } from "../../schemas/engine/all.ts";
import type { TestPage, Viewport } from "./browser.ts";
import { byHand } from "./by-hand.ts";
import { productOfProcess, startProduct, type Product } from "./product.ts";
import { watched } from "./server.ts";
import type { StandIn } from "./stand-in.ts";
import { dropIn, droppedIn, path, startTradeIns } from "./trade-in.ts";
import { until } from "./until.ts";

export const brand = "SI";

/** In a week, whatever the hour; as it is kept, and as it is typed. */
export const day = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
export const typedDay = day.split("-").toReversed().join("/");
export const padron = {
  name: "padrón.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
};

type Sent = Record<string, SQLOutputValue> & { answers: unknown; labels: unknown };

export interface TradeIn {
  product: Product;
  tradeIns: StandIn;
  /** The form, alive. */
  open(viewport?: Viewport): Promise<TestPage>;
  /** Waits until the server has an answer of the page's run. */
  saved(page: TestPage, name: string, value: string | number): Promise<void>;
  /** What somebody with this address sent. */
  sentBy(email: string): Sent[];
}

/** Starts the product without the form, and drops it in. To be called at the top of a test file. */
export async function dropInTradeIn(): Promise<TradeIn & { before: number }> {
  const tradeIns = await startTradeIns();
  const product = await startProduct({ files: true, env: { ...watched, UPSTREAM_TRADE_INS: tradeIns.url } });
  const status = async (): Promise<number> => {
    const response = await product.server.fetch(brand, path);
    await response.body?.cancel();
    return response.status;
  };
  const before = await status();
  dropIn(product.server, brand);
  await until(
    async () => (await status()) === 200,
    // How soon it is there is measured elsewhere; a machine that is busy with something else may take long.
    () => product.server.log().slice(-2_000),
  );
  return { ...ofProduct(product, tradeIns), before };
}

let shared: Promise<TradeIn> | undefined;

/** The product with the form from its start, one for all test files of a process that bring people of their own. */
export function sharedTradeIn(): Promise<TradeIn> {
  const start = async (): Promise<TradeIn> => {
    const tradeIns = await startTradeIns();
    const env = { UPSTREAM_TRADE_INS: tradeIns.url };
    return ofProduct(await productOfProcess({ files: droppedIn(brand), env }), tradeIns);
  };
  return (shared ??= start());
}

const ofProduct = (product: Product, tradeIns: StandIn): TradeIn => ({
  product,
  tradeIns,
  open: async (viewport = "phone") => {
    const page = await product.open(brand, path, viewport);
    await proceed(page).waitFor();
    return page;
  },
  saved: (page, name, value) =>
    until(
      async () => (await byHand(product, page, brand).run("trade-in"))?.answers[name] === value,
      () => `"${name}" was not saved`,
    ),
  sentBy: (email) =>
    product
      .rows(`select * from submissions where json_extract(answers, '$."owners.seller.email"') = ?`, email)
      .map((row): Sent => ({
        ...row,
        answers: JSON.parse(String(row["answers"])),
        labels: JSON.parse(String(row["labels"])),
      })),
});

/** What `tellOfCar`, `tellOfOwner` and `tellOfUse` tell, by step. */
export const toldBefore = (email: string): Answers[] => [
  {
    "car.make": "KIA",
    "car.model": "EV3",
    "car.mileage": 12_000,
    "car.fuel": "electric",
    "car.engine": "one",
    "car.wanted": 20_000_000,
    "car.owes": "no",
  },
  {
    "owners.seller.name": "Ana Núñez",
    "owners.seller.document.type": "rut",
    "owners.seller.document.number": "12345678-5",
    "owners.seller.email": email,
    "owners.property.shared": "no",
  },
  { "use.form": { purpose: "Trabajo", smoked: true } },
];

export const field = (page: TestPage, name: string) => page.locator(`[name="${name}"]`).first();
export const choose = (page: TestPage, name: string, value: string) =>
  page.locator(`[name="${name}"][value="${value}"]`).check();
export const proceed = (page: TestPage) => page.locator("form button[type=submit]");
/** Waits for a step by its title. */
export const shown = (page: TestPage, title: string) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();
/** Name or id of what has the focus. */
export const focused = (page: TestPage) =>
  page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.id);

export async function tellOfCar(page: TestPage, owes: "yes" | "no"): Promise<void> {
  await field(page, "car.make").selectOption({ label: "Kia" });
  await field(page, "car.model").selectOption({ label: "EV3" });
  await field(page, "car.mileage").fill("12000");
  await field(page, "car.fuel").selectOption({ label: "Eléctrico" });
  await field(page, "car.engine").selectOption({ label: "Un motor" });
  await field(page, "car.wanted").fill("20000000");
  await choose(page, "car.owes", owes);
  await field(page, "car.papers").setInputFiles(padron);
  await page.getByText(/padrón\.pdf/).waitFor();
}

export async function tellOfOwner(page: TestPage, email: string): Promise<void> {
  await shown(page, "¿De quién es?");
  await field(page, "owners.seller.name").fill("Ana Núñez");
  await choose(page, "owners.seller.document.type", "rut");
  await field(page, "owners.seller.document.number").fill("123456785");
  await field(page, "owners.seller.email").fill(email);
  await choose(page, "owners.property.shared", "no");
}

export async function tellOfUse(page: TestPage): Promise<void> {
  await shown(page, "¿Cómo lo has usado?");
  await page.locator("#use-form:not([inert])").waitFor();
  await page.getByRole("radio", { name: "Trabajo" }).check();
  await page.getByLabel("Se ha fumado en él").check();
}
