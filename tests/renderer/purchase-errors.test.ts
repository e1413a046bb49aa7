/** What goes wrong in a purchase (§8 of the specification), drawn as the page that its person sees. */
import { expect, test } from "vitest";
import { drawnExample } from "./support/drawn-example.ts";

const unavailable = "Lamentamos informar que no está disponible esta opción.";
const unitGone = "Esta unidad ya no está disponible: otra persona la está reservando o ya se vendió.";

test.each<[what: string, example: string, step: string | undefined, says: string[], saysNot: string[]]>([
  [
    "a simulation with a fee of 0",
    "vehicle-purchase-v2/financing-3-no-fee",
    "financing",
    [unavailable, "|Continuar|"],
    ["Cuota mensual"],
  ],
  [
    "a simulation that failed twice",
    "vehicle-purchase-v2/financing-3-failed",
    "financing",
    [unavailable, "|Continuar|"],
    ["Cuota mensual"],
  ],
  [
    "a car that is sold",
    "vehicle-reservation/sold",
    undefined,
    ["Vehículo no disponible para reservar. Busca otro en |nuestro catálogo|."],
    [],
  ],
  [
    "a car that is sold, in V1",
    "vehicle-purchase/sold-without-credits",
    undefined,
    ["Vehículo no disponible para reservar."],
    [],
  ],
  [
    "a car that another person has just taken",
    "vehicle-reservation/held-by-another",
    undefined,
    [unitGone],
    [],
  ],
  [
    "a unit that is gone at the payment",
    "vehicle-reservation/unit-gone",
    undefined,
    [unitGone, "|Volver|"],
    ["Pago rechazado"],
  ],
  [
    "units that cannot be read",
    "vehicle-reservation/no-units",
    undefined,
    ["No pudimos ver este auto ahora. Tus respuestas siguen aquí"],
    [],
  ],
  [
    "a hold that cannot be made longer",
    "vehicle-reservation/more-time-over",
    undefined,
    ["No pudimos darte más tiempo.", "|Reservar con $500.000|"],
    [],
  ],
  [
    "a provider that does not answer",
    "vehicle-reservation/payment-unreachable",
    undefined,
    ["El medio de pago no responde ahora."],
    ["Pago rechazado"],
  ],
  [
    "a card that is rejected",
    "vehicle-reservation/payment-rejected",
    undefined,
    [
      "|Pago rechazado|",
      "Revisa los datos de tu tarjeta y su cupo disponible",
      "|INTENTAR NUEVAMENTE $500.000|",
    ],
    ["Pago Cancelado"],
  ],
  [
    "a card that is rejected, in V2",
    "vehicle-purchase-v2/payment-rejected",
    undefined,
    [
      "|Pago rechazado|",
      "Revisa los datos de tu tarjeta y su cupo disponible",
      "|INTENTAR NUEVAMENTE $500.000|",
    ],
    ["Pago Cancelado"],
  ],
  [
    "a payment that is given up",
    "vehicle-reservation/payment-cancelled",
    undefined,
    ["|Pago Cancelado|", "Se acabó el tiempo de espera o lo anulaste.", "|INTENTAR NUEVAMENTE $500.000|"],
    ["Pago rechazado"],
  ],
  [
    "a payment whose time is over",
    "vehicle-reservation/payment-too-late",
    undefined,
    ["|Pago Cancelado|", "Se acabó el tiempo de espera"],
    [],
  ],
  [
    "in soles, two buttons",
    "vehicle-reservation/accepted-wi",
    "payment",
    ["|Reservar con USD", "|Reservar con S/"],
    [],
  ],
  [
    "no rate of the day",
    "vehicle-reservation/without-exchange-rate-wi",
    "payment",
    ["|Reservar con USD"],
    ["Reservar con S/", "Si pagas en soles"],
  ],
  [
    "paid and not reserved",
    "vehicle-reservation/paid-and-not-reserved",
    undefined,
    ["Recibimos tu pago", "123456789012"],
    ["¡Tu auto está reservado!"],
  ],
  [
    "documents that do not open",
    "vehicle-reservation/payment-accepted-documents-not-opened",
    undefined,
    ["¡Tu auto está reservado!"],
    ["Subir tus documentos"],
  ],
  [
    "an evaluation that failed",
    "vehicle-purchase-v2/evaluation-failed",
    undefined,
    ["|Continuar|", "una persona"],
    ["pre-aprobado"],
  ],
  [
    "an evaluation that answers with an error",
    "vehicle-purchase-v2/evaluation-refused",
    undefined,
    ["|Continuar|", "una persona"],
    ["pre-aprobado"],
  ],
  [
    "a person who cannot be asked for now",
    "vehicle-purchase-v2/evaluation-by-a-person-failed",
    undefined,
    ["No pudimos pedir la revisión ahora."],
    [],
  ],
  [
    "a car in part payment without a price",
    "vehicle-purchase-v2/part-payment-6-failed",
    "appraisal",
    ["Tu auto necesita una revisión."],
    ["Valor referencial"],
  ],
])("%s", async (_what, example, step, says, saysNot) => {
  const text = await drawnExample(example, step);
  expect(says.filter((words) => !text.includes(words))).toEqual([]);
  expect(saysNot.filter((words) => text.includes(words))).toEqual([]);
});
