/** A car is paid for over the real server, its embedded services and the stand-ins of payments. */
import { expect, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import type { Clock } from "../../server/clock.ts";
import { startPaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { atTheBank, comeBack, stateOf, type Paying } from "./payment-parts.ts";
import { projectReference } from "./parts.ts";
import { productOf } from "./program-parts.ts";
import type { StockCar } from "../../server/dealers/reference/types.ts";
import { paymentSettings } from "../support/payments.ts";
import { queuedMail } from "../support/queued-mail.ts";

const person = {
  "contact.name": "María José",
  "contact.lastName": "Núñez Soto",
  "contact.phone": "987654321",
  "contact.email": "maria.jose@correo.cl",
};
export const chilean = {
  ...person,
  "contact.identity": "12345678-5",
  "contact.place.region": "metropolitanaDeSantiago",
  "contact.place.commune": "santiago",
};
export const peruvian = {
  ...person,
  "contact.identity": "45678912",
  "contact.home.department": "lima",
  "contact.home.province": "lima",
  "contact.home.district": "surquillo",
};

export async function open(brand = "SI", env: Record<string, string> = {}, clock?: Clock) {
  const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
  onTestFinished(() => standIn.close());
  const app = await openApp({
    env: {
      ...paymentSettings(standIn),
      ...env,
    },
    ...(clock ? { clock } : {}),
  });
  const who = visitor(app, brand);
  const product = productOf(app, undefined as never, who);
  const paying: Paying = { product, standIn, clock: undefined as never };
  return { app, brand, who, product, paying };
}

/** Cars for sale of a brand, in the order of its stock. */
export async function allCars(brand: "SI" | "WI", fits: (car: StockCar) => boolean): Promise<StockCar[]> {
  const { stock } = await projectReference();
  return [...stock.get({ SI: 1, WI: 30 }[brand])!].filter((car) => car.units > 0 && fits(car));
}

export type Opened = Awaited<ReturnType<typeof open>>;

export const begin = async (who: Visitor, id: string, subject?: string) =>
  await who.ask("POST", "/api/runs", {
    flow: id,
    revision: "-",
    ...(subject === undefined ? {} : { subject }),
  });

/** Through the steps before the payment; `chosen` is what those between the contact and the terms are given. */
export async function upToPayment(
  { product, brand }: Opened,
  run: RunState,
  { unit, branch, chosen = [] }: { unit?: string; branch?: string; chosen?: Record<string, unknown>[] } = {},
): Promise<RunState> {
  const given = [
    unit === undefined ? {} : { "version.unit": unit },
    {
      ...(brand === "WI" ? peruvian : chilean),
      ...(branch === undefined ? {} : { "contact.branch": branch }),
    },
    ...chosen,
    { "terms.terms": true, ...(brand === "WI" ? { "terms.dataUsage": true } : {}) },
  ];
  let state = run;
  for (const answers of given) {
    const { status, answer, body } = await product.proceed(state, answers);
    expect([status, body, Object.keys(answer.outcome)]).toEqual([200, body, ["go"]]);
    state = answer.state;
  }
  expect(state.step).toBe("payment");
  return state;
}

/** Pays at the bank, and gives the run as it is then. */
export async function pay(
  { brand, product, paying }: Opened,
  run: RunState,
  answers: Record<string, unknown> = {},
) {
  const { answer, body } = await product.proceed(run, answers);
  expect([body, Object.keys(answer.outcome)]).toEqual([body, ["wait"]]);
  const page = answer.state.wait!.page!;
  const host = `${brand.toLowerCase()}.localhost:3000`;
  await comeBack(product.app, page, await atTheBank({ ...paying, host }, page, "approve"), "GET", host);
  return await stateOf(product, answer.state);
}

export const deliveriesOf = async (app: TestApp) =>
  (await app.store.db.selectFrom("deliveries").selectAll().execute()).map(({ kind, payload }) => {
    const { call, to } = JSON.parse(payload) as { call?: string; to?: string };
    return kind === "call" ? String(call) : `${kind} to ${to}`;
  });

/** Texts of the mails to an address that are or were to be delivered. */
export const mailsTo = async (app: TestApp, address: string): Promise<string[]> =>
  (await app.store.db.selectFrom("deliveries").select("payload").where("kind", "=", "mail").execute())
    .map(({ payload }) => queuedMail(payload))
    .filter(({ to }) => to === address)
    .map(({ text }) => text);

/** The entries for a calendar in the mails to an address. */
export const calendarsTo = async (app: TestApp, address: string): Promise<string[]> =>
  (await app.store.db.selectFrom("deliveries").select("payload").where("kind", "=", "mail").execute())
    .map(({ payload }) => JSON.parse(payload) as { to: string; calendar?: { text: string } })
    .flatMap(({ to, calendar }) => (to === address && calendar ? [calendar.text] : []));

/** What is done on the page of a receipt, and what its mail says in sentences of its own. */
const ofPageAlone = new Set([
  "Agregar al calendario",
  "Ir al inicio",
  "Imprimir",
  "Firma tu compra antes del",
  "A las",
]);

/** What the page of a receipt says from its number on, and the mail to who paid does not. Buttons lead to the same places. */
export async function notInMail({ app, who }: Opened, page: string): Promise<string[]> {
  const { body } = await who.ask("GET", page, undefined, { accept: "text/html" });
  const main = body.slice(body.indexOf("Número de "), body.indexOf("</main>")).replaceAll("<!-- -->", "");
  const [mail = "", ...others] = await mailsTo(app, person["contact.email"]);
  expect(others).toEqual([]);
  const leads = [...main.matchAll(/ href="(\/(?:documentos|cancela)[^"]*)"/g)].map(([, to]) => to!);
  expect(leads.length).toBe(2);
  const said = main.split(/<[^>]*>/).filter((text) => text.trim() !== "" && !ofPageAlone.has(text));
  expect(said.length).toBeGreaterThan(30);
  // Titles are in capitals there.
  const says = mail.toLocaleLowerCase("es");
  return [...said, ...leads].filter((text) => !says.includes(text.toLocaleLowerCase("es")));
}
