/** The simulator of a car's page, over a service that says what it answered: for tests that compare what is shown with it. */
import type { TestPage, Viewport } from "./browser.ts";
import { startProduct, type Product } from "./product.ts";
import { startRelay, type Relay } from "./relay.ts";
import type { Behaviour, Received } from "./stand-in.ts";

export const financial = "/customer/api/financial";

/** What a credit is simulated for. */
export interface Choice {
  purchaseType: number;
  initialPayment: number;
  dues: number;
}

export interface Said extends Choice {
  call: string;
  data: { duesValue: number; duesValuePEN?: number; guaranteedFutureValue?: number };
}

/** What a request asks for, in its query or its body. */
export const choiceOf = ({ body, query }: Received): Choice => {
  const given = { ...query, ...(typeof body === "object" ? body : {}) } as Record<string, unknown>;
  const [purchaseType, initialPayment, dues] = ["purchaseType", "initialPayment", "dues"].map((name) =>
    Number(given[name]),
  ) as [number, number, number];
  return { purchaseType, initialPayment, dues };
};

export const simulationRoutes = {
  simulation: `POST ${financial}/simulation`,
  "dps-simulation": `GET ${financial}/dps-simulation`,
  "simulation/v2": `POST ${financial}/simulation/v2`,
};

export interface FinancialRelay {
  product: Product;
  relay: Relay;
  /** Hands a simulation on, and remembers what was said. */
  pass(received: Received): Promise<Behaviour>;
  /** The last answer to a choice. */
  said(call: string, choice: Choice): Said["data"] | undefined;
  /** Every call is handed on again. */
  undo(): void;
}

/** Starts the product with its financial service behind a relay. */
export async function startFinancialRelay(): Promise<FinancialRelay> {
  const others = ["fees", "credits", "options", "schedule", "exchange"];
  const relay = await startRelay([
    ...Object.values(simulationRoutes),
    ...others.map((name) => `GET ${financial}/${name}`),
  ]);
  const product = await startProduct({ env: { UPSTREAM_FINANCIAL: `${relay.standIn.url}/` } });
  relay.leadTo(`http://127.0.0.1:${product.server.servicesPort}`);
  const all: Said[] = [];
  const pass = async (received: Received): Promise<Behaviour> => {
    const answer = await relay.pass(received);
    const { data } = JSON.parse(String(answer.body)) as Said;
    all.push({ call: received.path.slice(financial.length + 1), ...choiceOf(received), data });
    return answer;
  };
  const undo = (): void => {
    relay.undo();
    for (const route of Object.values(simulationRoutes)) relay.set(route, pass);
  };
  undo();
  return {
    product,
    relay,
    pass,
    undo,
    said: (call, choice) =>
      all.findLast(
        (one) => one.call === call && JSON.stringify(choiceOf(asReceived(one))) === JSON.stringify(choice),
      )?.data,
  };
}

const asReceived = (body: Said): Received => ({ method: "", path: "", query: {}, headers: {}, body });

export const simulator = (page: TestPage) => page.locator("#simulation");
export const result = (page: TestPage) => simulator(page).locator("[data-view=creditResult]").first();

/** What is chosen in the simulator now. */
export async function chosen(page: TestPage): Promise<Choice> {
  const [credit, dues, downPayment] = await Promise.all([
    simulator(page).locator("input[name='credit.type']:checked").inputValue(),
    simulator(page).locator("input[name='credit.dues']:checked").inputValue(),
    simulator(page).locator("input[type=range]").inputValue(),
  ]);
  return {
    purchaseType: credit === "inteligente" ? 1 : 2,
    initialPayment: Number(downPayment),
    dues: Number(dues),
  };
}

/** The fee, and what stands under it: in Peru the same in soles. */
export const shownFees = (page: TestPage): Promise<string[]> =>
  result(page).locator("p:has(> strong)").first().locator("strong, strong + span").allTextContents();

/** Opens the page of a car and goes to its simulator. */
export async function openSimulator(
  { open }: Product,
  { brand, path, viewport }: { brand: string; path: string; viewport: Viewport },
): Promise<TestPage> {
  const page = await open(brand, path, viewport);
  await simulator(page).scrollIntoViewIfNeeded();
  await result(page).locator("strong").first().waitFor();
  return page;
}
