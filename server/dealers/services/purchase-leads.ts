/** Who reserves or buys a car, and how far they came: kept, and mailed once they are done. `error` is false where all is well. */
import { isPlainAddress } from "../../mail-address.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { refusal, type ServiceAnswer, type ServiceRoute } from "../../services/embedded/service.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";
import { campaignRules } from "../requests/campaign.ts";
import { identityLabels, identityOf, mailOnce, phoneRule, type DealerMail } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";

const maxAmount = 999_999_999_999;
const optional = (max: number): TextRule => ({ max, optional: true });

const car: Record<string, TextRule> = {
  "car.id": { max: 10, number: { from: 1, to: 9_999_999_999 } },
  "car.brand": { max: 80 },
  "car.model": { max: 80 },
  "car.version": { max: 160 },
  "car.color": optional(80),
  "car.price": { max: 16, number: { from: 0, to: maxAmount } },
  "car.currency": { max: 3 },
  "car.isNew": { max: 5, fits: (text) => ["true", "false"].includes(text) },
};

const contact = (identity: ReturnType<typeof identityOf>): Record<string, TextRule> => ({
  "contact.name": { max: 80 },
  "contact.lastNames": { max: 80 },
  [`contact.${identity.name}`]: { ...identity.rule, optional: true },
  "contact.email": { max: 80, fits: isPlainAddress },
  "contact.phone": phoneRule,
  "contact.region": optional(80),
  "contact.commune": optional(80),
  "contact.branchOffice": optional(120),
});

/** The extended warranty that somebody wants. */
const warranty: Record<string, TextRule> = {
  "warranty.name": optional(80),
  "warranty.price": { max: 16, number: { from: 0, to: maxAmount }, optional: true },
};

const yesOrNo: TextRule = { max: 5, fits: (text) => ["true", "false"].includes(text), optional: true };
const amount: TextRule = { max: 16, number: { from: 0, to: maxAmount }, optional: true };

/** The car that somebody gives in part payment. */
const appraisal: Record<string, TextRule> = {
  "appraisal.status": { max: 1, number: { from: 0, to: 6 }, optional: true },
  "appraisal.isAppraised": yesOrNo,
  "appraisal.isAccepted": yesOrNo,
  "appraisal.patent": optional(6),
  "appraisal.year": optional(4),
  "appraisal.brand": optional(80),
  "appraisal.brandId": optional(80),
  "appraisal.model": optional(80),
  "appraisal.modelId": optional(80),
  "appraisal.version": optional(160),
  "appraisal.versionId": optional(80),
  "appraisal.mileage": optional(80),
  "appraisal.mileageId": optional(20),
  "appraisal.suggestedPrice": amount,
};

/** How they pay for the rest. Amounts of a currency with cents come as such: they are told as they are. */
const financing: Record<string, TextRule> = {
  "financing.selection": { max: 1, number: { from: 0, to: 3 }, optional: true },
  "financing.skipSimulation": yesOrNo,
  "financing.selectedCreditType": optional(80),
  "financing.purchaseType": { max: 1, number: { from: 1, to: 2 }, optional: true },
  "financing.initialPayment": optional(20),
  "financing.initialPaymentPercentage": optional(20),
  "financing.dues": { max: 3, number: { from: 1, to: 120 }, optional: true },
  "financing.duesValue": optional(20),
  "financing.totalCredit": optional(20),
  "financing.annualEquivalency": optional(20),
  "financing.guaranteedFutureValue": optional(20),
};

const inParts = new Set(Object.entries(financing).flatMap(([name, rule]) => (rule.max === 20 ? [name] : [])));

const reservation: Record<string, TextRule> = {
  "reservation.orderNumber": optional(40),
  "reservation.ammount": { max: 16, number: { from: 0, to: maxAmount }, optional: true },
  "reservation.cardBrand": optional(40),
  "reservation.paymentCurrency": optional(3),
  "reservation.typePayment": optional(10),
  "reservation.lastFourDigitsCard": optional(4),
  "reservation.dues": { max: 3, number: { from: 0, to: 120 }, optional: true },
  "reservation.datePayment": optional(40),
  "reservation.paymentStatus": { max: 20 },
  "reservation.reservationStatus": { max: 20 },
};

const refused = (fault: string): ServiceAnswer =>
  refusal(400, fault, { error: true, errorMessage: fault, statusCode: 400 });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One level of groups as names with a dot; yes or no as text. */
function flat(body: unknown): Record<string, unknown> {
  const pairs = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]): [string, unknown] => [`${name}.${inner}`, one])
      : [[name, value] as [string, unknown]],
  );
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      typeof value === "boolean" || (inParts.has(name) && Number.isFinite(value)) ? String(value) : value,
    ]),
  );
}

const answer: ServiceAnswer = { status: 200, body: { error: false, statusCode: 200 } };

export const completeLead = (parts: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/lead/buying-flow",
  handle: async (request) => {
    const read = readTexts(flat(request.body), {
      flow: { max: 40 },
      leadStatus: { max: 20, fits: (text) => text === "Completo" },
      ...car,
      ...contact(identityOf(request.brand)),
      ...reservation,
      ...warranty,
      ...appraisal,
      ...financing,
      preapproval: optional(80),
      humanReview: yesOrNo,
      preApprovedLeadId: optional(80),
      whatsappMessage: optional(500),
      whatsappNumber: { ...phoneRule, optional: true },
      whatsappLabel: optional(80),
      ...campaignRules,
    });
    if ("fault" in read) return refused(read.fault);
    const { texts } = read;
    const mail: DealerMail = {
      mailbox: "quotes",
      subject: `${texts["flow"]}: auto ${texts["car.id"]}`,
      body: "Una persona terminó de reservar o comprar un auto. Si respondes este correo, le escribes.",
      sections: [
        {
          title: "El auto",
          labels: {
            "car.id": "Código",
            "car.brand": "Marca",
            "car.model": "Modelo",
            "car.version": "Versión",
            "car.color": "Color",
            "car.price": "Precio",
            "car.currency": "Moneda",
          },
        },
        {
          title: "Quién lo quiere",
          labels: {
            "contact.name": "Nombre",
            "contact.lastNames": "Apellidos",
            ...Object.fromEntries(
              Object.entries(identityLabels).map(([name, label]) => [`contact.${name}`, label]),
            ),
            "contact.phone": "Teléfono",
            "contact.email": "Correo electrónico",
            "contact.region": "Región",
            "contact.commune": "Comuna o distrito",
            "contact.branchOffice": "Sucursal",
          },
        },
        {
          title: "Auto en parte de pago",
          labels: {
            "appraisal.patent": "Patente o placa",
            "appraisal.brand": "Marca",
            "appraisal.model": "Modelo",
            "appraisal.version": "Versión",
            "appraisal.year": "Año",
            "appraisal.mileage": "Kilometraje",
            "appraisal.suggestedPrice": "Valor referencial",
            "appraisal.isAccepted": "Lo acepta",
          },
        },
        {
          title: "Financiamiento",
          labels: {
            "financing.selectedCreditType": "Crédito",
            "financing.initialPayment": "Pie",
            "financing.dues": "Cuotas",
            "financing.duesValue": "Cuota mensual",
            "financing.totalCredit": "Costo total",
            preapproval: "Respuesta automática",
            humanReview: "Pide que la revise una persona",
            preApprovedLeadId: "Número de la evaluación",
          },
        },
        { title: "Garantía extendida", labels: { "warranty.name": "Nombre", "warranty.price": "Precio" } },
        {
          title: "Su pago",
          labels: {
            "reservation.orderNumber": "Número de orden",
            "reservation.ammount": "Monto",
            "reservation.paymentCurrency": "Moneda",
            "reservation.datePayment": "Fecha",
            "reservation.reservationStatus": "Estado de la reserva",
          },
        },
      ],
      texts,
      replyTo: texts["contact.email"]!,
    };
    return await mailOnce(parts, ["lead", "complete"], request, mail, answer);
  },
});

/** How far somebody came; of the special sale it comes without a version. */
const incomplete = (
  { store, clock }: DealerDeps,
  path: string,
  service: string,
  own: Record<string, TextRule>,
): ServiceRoute => ({
  method: "POST",
  path,
  handle: async (request) => {
    const { data, ...rest } = isObject(request.body) ? request.body : {};
    const given = isObject(data) ? data : {};
    const parts = (rules: Record<string, TextRule>): Record<string, TextRule> =>
      Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { ...rule, optional: true }]));
    const read = readTexts(flat({ ...rest, ...given }), {
      userId: { max: 80 },
      step: { max: 2, number: { from: 0, to: 20 } },
      ...own,
      isCompleted: { max: 5, fits: (text) => ["true", "false"].includes(text) },
      leadStatus: { max: 20, fits: (text) => text === "Incompleto" },
      ...parts(car),
      ...parts(contact(identityOf(request.brand))),
      ...parts(reservation),
      ...warranty,
      ...appraisal,
      ...financing,
      ...campaignRules,
    });
    if ("fault" in read) return refused(read.fault);
    return await recordOnce(store, service, request, clock(), () => Promise.resolve(answer));
  },
});

export const incompleteLead = (deps: DealerDeps): ServiceRoute =>
  incomplete(deps, "/customer/api/lead/incomplete-buying-flow", "lead.incomplete", { version: { max: 40 } });

export const incompleteSpecialReservation = (deps: DealerDeps): ServiceRoute =>
  incomplete(deps, "/customer/api/buying-flow/v2/reserve/dps/incomplete", "buyingFlow.incompleteSpecial", {});
