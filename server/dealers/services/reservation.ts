/** Reservations of cars: which units there are, holding one while it is paid for, and taking what was paid for. */
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { timeIn } from "../../clock.ts";
import { fact } from "../../services/embedded/facts.ts";
import { readTexts, type TextRule, type Texts } from "../../services/embedded/texts.ts";
import { tokenPattern } from "../../random.ts";
import type { CarForSale } from "../catalogue/car-for-sale.ts";
import { displayedPrice, dpsPrices, priceRecord } from "../catalogue/prices.ts";
import { colourName } from "../catalogue/source-record.ts";
import { cancelSale, isCancelled, openCancellation, showCancellation } from "../units/cancellation.ts";
import { chassisOf, special } from "../units/stock-units.ts";
import type { FreeUnits, HeldUnit, HoldResult, Units, UnitRefusal } from "../units/units.ts";
import { companyOf } from "../requests/caller.ts";
import { lockStock } from "../catalogue/stock-changes.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { mailOnce, type DealerMail } from "../requests/dealer-mail.ts";
import type { CarServiceDeps } from "./index.ts";
import { queryFault } from "./query.ts";

const service = "reservation";
const base = "/customer/api/reservation";

const token: TextRule = { max: 43, fits: (text) => new RegExp(tokenPattern).test(text) };
const order: TextRule = { max: 40, fits: (text) => /^[\w-]+$/.test(text) };
const carId: TextRule = { max: 10, fits: (text) => /^[0-9]+$/.test(text) };

const refusals: Record<UnitRefusal, string> = {
  sold: "Ya no quedan unidades",
  held: "Otra persona tiene apartada la última unidad",
  over: "Ya no está apartada",
  extended: "Ya se alargó una vez",
  many: "Ya hay demasiado apartado sin pagar desde esa conexión",
};

/** A refused wish: told apart by `reason`, as who comes too late is told why. */
const refusedBy = (reason: UnitRefusal): ServiceAnswer =>
  refusal(reason === "many" ? 429 : 409, refusals[reason], { reason });

/** A hold as it is told: its end by the clocks of the brand too. */
const told = (hold: HeldUnit, { brand }: ServiceRequest): ServiceAnswer => ({
  status: 200,
  body: { ...hold, untilTime: timeIn(fact(brand, ["timeZone"]), new Date(hold.until)) },
});

const resultOf = (result: HoldResult, request: ServiceRequest): ServiceAnswer =>
  "hold" in result ? told(result.hold, request) : refusedBy(result.refused);

/** What can be had of a car, as the purchase shows it. */
function unitRecords({ parts }: Catalogue, one: CarForSale, free: FreeUnits[]): object[] {
  const main = priceRecord(one.car.prices[0]!, parts.tax);
  const [sale] = dpsPrices(one.car);
  return free.map(({ group, free: unit }) => {
    const isSpecial = group.id === special;
    const slug = one.colours[one.car.colours.indexOf(group.colour)];
    return {
      id: group.id,
      carVersionID: one.version.code,
      // As its page calls it.
      color: slug === undefined ? group.colour : colourName(parts, one, slug),
      vin: chassisOf(one.car, group),
      unit,
      special: isSpecial,
      price: isSpecial ? (sale?.priceBD ?? 0) : main.listPrice,
      lowestPrice: isSpecial ? (sale?.priceSC ?? 0) : displayedPrice(main),
    };
  });
}

/** The mail to who sells: what was paid for, and for whom. */
const mailOf = (texts: Texts): DealerMail => ({
  mailbox: "quotes",
  subject: `Reserva pagada de un auto ${texts["carType"] ?? "de venta especial"}`,
  body: "Una persona pagó la reserva de este auto: ya no se ofrece a nadie más.",
  sections: [
    {
      title: "Reserva",
      labels: {
        clientName: "Cliente",
        carType: "Tipo",
        chassisNumber: "Chasis",
        patent: "Patente",
        reservationComments: "Comentarios",
        transactionId: "Número de orden del pago",
      },
    },
  ],
  texts,
});

export interface ReservationDeps extends CarServiceDeps {
  units: Units;
}

/** Takes the unit that was held for a payment, once for one order, and tells who sells. */
export async function reserve(
  { units, ...deps }: ReservationDeps,
  request: ServiceRequest,
  call: string,
  rules: Record<string, TextRule>,
  answer: ServiceAnswer,
): Promise<ServiceAnswer> {
  const read = readTexts(request.body, {
    clientName: { max: 80 },
    reservationComments: { max: 600, optional: true },
    transactionId: order,
    ...rules,
  });
  if ("fault" in read) return refusal(400, read.fault);
  const { texts } = read;
  const found = await deps.catalogueOf(request.brand);
  if (!found) return refusal(404, "La empresa no tiene un catálogo");
  return await mailOnce(deps, [service, call], request, mailOf(texts), answer, async (db) => {
    const { transactionId = "", chassisNumber, patent } = texts;
    await lockStock(db);
    if (await isCancelled(db, transactionId)) return refusedBy("over");
    const taken = await units.take(db, found.catalogue, transactionId, (car, group) =>
      chassisNumber === undefined ? car.plate === patent : chassisOf(car, group) === chassisNumber,
    );
    // Who asks again is told the same, and nobody gets a second mail.
    return { taken: undefined, already: answer, over: refusedBy("over") }[taken];
  });
}

const done: ServiceAnswer = { status: 200, body: { status: "ok" } };

export function reservation(deps: CarServiceDeps, units: Units): ServiceRoutes {
  const parts: ReservationDeps = { ...deps, units };
  const post = (
    path: string,
    rules: Record<string, TextRule>,
    answer: (texts: Texts, request: ServiceRequest) => Promise<ServiceAnswer>,
  ): ServiceRoute => ({
    method: "POST",
    path: `${base}/${path}`,
    handle: async (request) => {
      const read = readTexts(request.body, rules);
      return "fault" in read ? refusal(400, read.fault) : await answer(read.texts, request);
    },
  });
  return {
    service,
    routes: [
      {
        method: "GET",
        path: `${base}/units`,
        handle: async (request) => {
          const fault = queryFault(request, ["carId", "special", "token"]);
          if (fault) return fault;
          const sale = request.query["special"];
          const found = await deps.catalogueOf(request.brand);
          const car = Number(request.query["carId"]);
          const asked =
            found &&
            (await units.free(found.catalogue, companyOf(request.brand)!, car, request.query["token"]));
          if (!asked) return refusal(404, "Ese auto no está en venta");
          const wanted = asked.free.filter(
            ({ group }) => sale === undefined || (group.id === special) === (sale === "true"),
          );
          return { status: 200, body: { units: unitRecords(found.catalogue, asked.one, wanted) } };
        },
      },
      {
        method: "GET",
        path: `${base}/hold`,
        handle: async (request) => {
          const fault = queryFault(request, ["token"]);
          if (fault) return fault;
          const hold = await units.find(request.query["token"] ?? "");
          return hold ? told(hold, request) : refusal(404, refusals.over);
        },
      },
      post(
        "hold",
        {
          carId,
          unit: { max: 60 },
          token: { ...token, optional: true },
          paymentId: { ...order, optional: true },
        },
        async ({ carId: id = "", unit = "", token: known, paymentId }, request) => {
          const found = await deps.catalogueOf(request.brand);
          if (!found) return refusal(404, "La empresa no tiene un catálogo");
          const wish = { company: companyOf(request.brand)!, car: Number(id), group: unit };
          const address = request.headers["x-forwarded-for"];
          const by = {
            ...(known === undefined ? {} : { token: known }),
            ...(paymentId === undefined ? {} : { order: paymentId }),
            ...(address === undefined ? {} : { from: address }),
          };
          return resultOf(await units.hold(found.catalogue, wish, by), request);
        },
      ),
      post("hold/extend", { token }, async ({ token: known = "" }, request) =>
        resultOf(await units.extend(known), request),
      ),
      post("hold/release", { token }, async ({ token: known = "" }) => {
        await units.release(known);
        return done;
      }),
      {
        method: "POST",
        path: `${base}/cancellation/open`,
        handle: (request) => openCancellation(parts, request),
      },
      { method: "GET", path: `${base}/cancellation`, handle: (request) => showCancellation(parts, request) },
      { method: "POST", path: `${base}/cancellation`, handle: (request) => cancelSale(parts, request) },
      {
        method: "POST",
        path: base,
        handle: async (request) => {
          const rules: Record<string, TextRule> = {
            carType: { max: 10, fits: (text) => ["nuevo", "usado"].includes(text), says: "es nuevo o usado" },
            chassisNumber: { max: 17, optional: true },
            patent: { max: 8, optional: true },
          };
          return await reserve(parts, request, "reserve", rules, done);
        },
      },
    ],
  };
}

/** The reservation of a unit of the special sale. */
export const specialReservationRoute = (parts: ReservationDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/buying-flow/v2/reserve/dps",
  handle: async (request) =>
    await reserve(parts, request, "reserveSpecial", { chassisNumber: { max: 17 } }, done),
});
