/** Persons who book a service over HTTP and pay for it by card: the loser of a race for an hour chooses another one. */
import type { RunState } from "../../../schemas/engine/all.ts";
import type { Choice } from "../../../server/payments/stand-in/ledger.ts";
import type { PaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { chooseAtTheBank } from "../../support/at-the-bank.ts";
import type { Driver, Person } from "./load-driver.ts";

export interface Hour {
  adviser: string;
  /** `yyyy-mm-dd` */
  day: string;
  /** `HH:mm` */
  time: string;
}

/** Somebody who pays for something. */
export interface AtTheBank {
  driver: Driver;
  person: Person;
  /** Path of our page of the payment that is under way. */
  page: string;
}

export interface Payer extends AtTheBank {
  hour: Hour;
  /** Hours that were gone when they were to be paid for. */
  lost: number;
}

/** Where a brand's cars are booked, of the reference data. */
interface Booked {
  workshop: string;
  car: Record<string, unknown>;
  city: string;
  /** What a person is known by: of one document not much may be asked. */
  documentOf: (person: Person) => string;
  /** No two cars have one. */
  plate: (index: number) => string;
}

const letters = "BCDFGHJKLPRSTVWXYZ";
const letter = (index: number, place: number): string =>
  letters[Math.floor(index / letters.length ** place) % letters.length]!;

const brands: Record<"SI" | "WI", Booked> = {
  SI: {
    workshop: "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67",
    car: { "vehicle.car.brand": "Chevrolet", "vehicle.car.model": "CHEVROLET-ONIX" },
    city: "Santiago",
    documentOf: ({ document }) => document,
    plate: (index) => `BB${letter(index, 1)}${letter(index, 0)}${10 + (Math.floor(index / 324) % 90)}`,
  },
  WI: {
    workshop: "28d781af-3c90-5b83-8ade-62468643f391",
    car: { "vehicle.car.brand": "Hyundai", "vehicle.car.model": "HYUNDAI-TUCSON" },
    city: "Lima",
    // Eight digits, as a DNI has.
    documentOf: ({ document }) => document.split("-", 1)[0]!,
    plate: (index) => `A${index % 10}${letter(index, 0)}${100 + (Math.floor(index / 18) % 900)}`,
  },
};

export type PayingBrand = keyof typeof brands;

export const plateOf = (brand: PayingBrand, index: number): string => brands[brand].plate(index);
export const workshopOf = (brand: PayingBrand): string => brands[brand].workshop;

const placed = (brand: PayingBrand, { adviser, day, time }: Hour): Record<string, unknown> => ({
  "appointment.city": brands[brand].city,
  "appointment.branch": brands[brand].workshop,
  "appointment.adviser": adviser,
  "appointment.date": day,
  "appointment.time": time,
});

/** Of the reference data: a maintenance, which is paid, and a diagnosis, which is not. */
const services = { paid: "1", free: "2" };
export type BookedService = keyof typeof services;

/** Somebody who has filled in everything but what the last button is pressed with. */
export async function fillInBooking(
  driver: Driver,
  brand: PayingBrand,
  hour: Hour,
  index: number,
  service: BookedService = "paid",
): Promise<Payer> {
  const { car, plate } = brands[brand];
  const person = await driver.begin();
  const steps: Record<string, Record<string, unknown>> = {
    service: { "service.chosen": services[service] },
    vehicle: {
      "vehicle.search": "plate",
      "vehicle.car.plate": plate(index),
      ...car,
      "vehicle.car.year": "2020",
      "vehicle.car.mileage": 52_000,
    },
    ...(service === "paid" ? { maintenance: { "maintenance.priced": "50000" } } : {}),
    appointment: {
      ...placed(brand, hour),
      ...(service === "free" ? { "appointment.description": "Suena al frenar" } : {}),
    },
    ...(service === "paid" ? { contact: contactOf(brand, person) } : {}),
  };
  for (const [step, answers] of Object.entries(steps)) {
    const { outcome } = await driver.send(person, answers, step);
    if (!("go" in outcome)) throw new Error(`${step} does not go on: ${JSON.stringify(outcome)}`);
  }
  return { driver, person, hour, lost: 0, page: "" };
}

const contactOf = (brand: PayingBrand, person: Person): Record<string, unknown> => ({
  "contact.identity": brands[brand].documentOf(person),
  "contact.name": "María",
  "contact.lastName": "Soto",
  "contact.phone": "987654321",
  "contact.email": person.email,
});

/** Presses the last button until it leads on; whose hour is gone by then takes another, with all other answers kept. */
async function pressUntil(
  payer: Payer,
  {
    press,
    leadsOn,
    replace,
  }: {
    press: { step: string; answers: Record<string, unknown> };
    leadsOn: (state: RunState) => boolean;
    /** Chooses another hour. */
    replace: () => Promise<void>;
  },
): Promise<void> {
  const { driver, person } = payer;
  for (;;) {
    const { outcome, state } = await driver.send(person, press.answers, press.step);
    if (leadsOn(state)) return;
    if (!("refuse" in outcome)) throw new Error(`it does not go on: ${JSON.stringify(outcome)}`);
    // Seen before anything began, or by the one that came second.
    const isGone = outcome.refuse.every(
      ({ code, words, path }) =>
        words.startsWith("Esa hora") ||
        (code === "notOffered" && (path === "appointment.time" || path === "appointment.date")),
    );
    if (!isGone) throw new Error(`it is refused: ${JSON.stringify(outcome.refuse)}`);
    if (state.answers["contact.email"] !== person.email) throw new Error("the loser's answers are gone");
    payer.lost += 1;
    // Nobody loses so often: whoever does is stuck.
    if (payer.lost > 20)
      throw new Error(`${JSON.stringify(payer.hour)} is still refused: ${JSON.stringify(outcome.refuse)}`);
    await replace();
  }
}

async function replaceHour(payer: Payer, brand: PayingBrand, another: () => Hour): Promise<void> {
  payer.hour = another();
  const answers = placed(brand, payer.hour);
  const { outcome } = await payer.driver.send(payer.person, answers, "appointment");
  if (!("go" in outcome))
    throw new Error(`another hour is refused: ${JSON.stringify([payer.hour, outcome])}`);
}

/** To the payment, which waits then. */
export async function pressPay(payer: Payer, brand: PayingBrand, another: () => Hour): Promise<void> {
  const { driver, person } = payer;
  await pressUntil(payer, {
    press: { step: "payment", answers: { "payment.terms": true } },
    leadsOn: ({ wait }) => {
      if (wait?.page !== undefined) payer.page = wait.page;
      return wait?.page !== undefined;
    },
    replace: async () => {
      await replaceHour(payer, brand, another);
      // What comes after a change is looked at again.
      await driver.send(person, {}, "contact");
    },
  });
}

/** To the confirmation of what is not paid. */
export async function pressBook(payer: Payer, brand: PayingBrand, another: () => Hour): Promise<void> {
  const { person } = payer;
  await pressUntil(payer, {
    press: { step: "contact", answers: { ...contactOf(brand, person), "contact.terms": true } },
    leadsOn: ({ status }) => status === "done",
    replace: () => replaceHour(payer, brand, another),
  });
}

/** Goes to the bank and chooses there: with what they come back. */
export async function choose(
  { driver, person, page }: AtTheBank,
  standIn: PaymentStandIn,
  choice: Choice,
): Promise<Record<string, string>> {
  for (let tries = 0; ; tries += 1) {
    const told = await driver.ask<string>(person, "GET", page).catch(() => undefined);
    if (told?.status === 200) return await chooseAtTheBank(standIn, told.body, choice);
    if (tries > 200) throw new Error(`no page of a payment: ${told?.status ?? "no answer"}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One arrival of a browser at our return address: its status, or undefined where no answer came. */
export async function arrive(
  { driver, person, page }: AtTheBank,
  fields: Record<string, string>,
  method: "GET" | "POST",
): Promise<number | undefined> {
  const text = new URLSearchParams(fields).toString();
  const headers = { origin: "https://pagos.example", "sec-fetch-site": "cross-site", accept: "text/html" };
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const answer =
    method === "GET"
      ? driver.ask(person, "GET", `${page}/return?${text}`, undefined, headers)
      : driver.ask(person, "POST", `${page}/return`, text, form);
  return await answer.then(
    ({ status }) => status,
    () => undefined,
  );
}

/** What the person sees now. */
export async function stateOf({ driver, person }: AtTheBank): Promise<RunState> {
  const told = await driver.ask<{ state: RunState }>(person, "GET", `/api/runs/${person.run}`);
  if (told.status !== 200) throw new Error(`a run answers ${told.status}`);
  return told.body.state;
}
