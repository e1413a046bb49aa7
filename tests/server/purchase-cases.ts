/**
 * The calls with which a car is bought and reserved, by their paths (specification 2 §7, specification 3 §7): what goes to an
 * upstream, and what the embedded service answers to the same.
 */
import { expect } from "vitest";
import type { UpstreamCase } from "./upstream-cases.ts";

export interface PurchaseCase extends UpstreamCase {
  /** Of the embedded service's answer. Units and payments are put in by the test. */
  answers: unknown;
}

const car = {
  id: 1000186,
  brand: "Chevrolet",
  model: "Montana",
  version: "1.2T LT AT",
  price: 16_290_000,
  currency: "CLP",
  isNew: false,
};
const contact = {
  name: "Ana",
  lastNames: "Pérez Soto",
  rut: "12345678-5",
  email: "ana@correo.example",
  phone: "912345678",
};
const unpaid = { paymentStatus: "pending", reservationStatus: "No Aplica" };
const soFar = {
  userId: "v-1",
  step: 3,
  isCompleted: false,
  data: { car, contact, reservation: unpaid, leadStatus: "Incompleto", utm_source: "correo" },
};
const complete = {
  flow: "Flujo de Compra 2",
  leadStatus: "Completo",
  car,
  contact,
  reservation: {
    orderNumber: "t-1",
    ammount: 500_000,
    paymentStatus: "accepted",
    reservationStatus: "Pago exitoso",
  },
};
const evaluated = {
  carId: 1000186,
  purchaseType: 2,
  initialPayment: 40,
  dues: 36,
  clientRut: "12345678-5",
  clientMail: "ana@correo.example",
  clientPhone: "912345678",
  region: "Valparaiso",
  regionId: "valparaiso",
  commune: "Vina del Mar",
  clientName: "Ana",
  clientLastname: "Pérez Soto",
  educationType: "superior",
  activityType: "dependiente",
  salary: 9_500_000,
  remunerationType: "fija",
  contractType: "indefinido",
  realEstateType: "no",
  laborOld: "mas-de-2-anos",
  address: "Avenida Libertad",
  addressNumber: "1240",
};
const told = { error: false, statusCode: 200 };

export const purchaseCases: PurchaseCase[] = [
  {
    call: "lead.incompleteBuyingFlow",
    input: { ...soFar, version: "V2" },
    sends: "POST /customer/api/lead/incomplete-buying-flow",
    body: { ...soFar, version: "V2" },
    answers: told,
  },
  {
    call: "lead.buyingFlow",
    input: complete,
    sends: "POST /customer/api/lead/buying-flow",
    body: complete,
    answers: told,
  },
  {
    call: "buyingFlow.reserveSpecial",
    input: { clientName: "Ana Pérez", chassisNumber: "9BGKS48U0NB123456", transactionId: "t-1" },
    sends: "POST /customer/api/buying-flow/v2/reserve/dps",
    body: { clientName: "Ana Pérez", chassisNumber: "9BGKS48U0NB123456", transactionId: "t-1" },
    answers: { status: "ok" },
  },
  {
    call: "buyingFlow.reserveSpecialIncomplete",
    input: soFar,
    sends: "POST /customer/api/buying-flow/v2/reserve/dps/incomplete",
    body: soFar,
    answers: told,
  },
  {
    call: "reservation.reserve",
    input: {
      clientName: "Ana Pérez",
      reservationComments: "Chevrolet Montana",
      carType: "usado",
      patent: "CYDC99",
      transactionId: "t-1",
    },
    sends: "POST /customer/api/reservation",
    body: {
      clientName: "Ana Pérez",
      reservationComments: "Chevrolet Montana",
      carType: "usado",
      patent: "CYDC99",
      transactionId: "t-1",
    },
    answers: { status: "ok" },
  },
  {
    call: "financial.preApprobation",
    input: evaluated,
    sends: "POST /customer/api/financial/pre-approbation",
    body: evaluated,
    answers: { data: { status: "pre-aprobado" } },
  },
  {
    call: "appraisal.vehicle",
    input: { patent: "BBBB12" },
    sends: "GET /appraisal-v2/patent?companyId=1&patent=BBBB12",
    answers: { year: 2020, brandCode: "KIA", modelCode: "RIO" },
  },
  // The car in part payment, in V1 by ids and a plate.
  {
    call: "tradeIn.vehicle",
    input: { patent: "BBBB12" },
    sends: "GET /customer/api/appraisal/patent?patent=BBBB12",
    answers: { year: 2020 },
  },
  {
    call: "tradeIn.years",
    sends: "GET /customer/api/appraisal/year",
    answers: expect.arrayContaining([{ year: 2020 }]),
  },
  {
    call: "tradeIn.brands",
    input: { year: "2020" },
    sends: "GET /customer/api/appraisal/brand?year=2020",
    answers: expect.arrayContaining([{ id: "KIA", value: "Kia" }]),
  },
  {
    call: "tradeIn.models",
    input: { year: "2020", brandId: "KIA" },
    sends: "GET /customer/api/appraisal/model?year=2020&brandId=KIA",
    answers: expect.arrayContaining([{ id: "RIO", value: "Rio" }]),
  },
  {
    call: "tradeIn.versions",
    input: { modelId: "RIO" },
    sends: "GET /customer/api/appraisal/version?modelId=RIO",
    answers: expect.arrayContaining([{ id: "KIA-RIO-1-4-LX", value: "1.4 LX" }]),
  },
  {
    call: "tradeIn.appraise",
    input: { patent: "BBBB12", versionId: "KIA-RIO-1-4-LX", mileage: 45_000, appraisalDate: "2026-11-26" },
    sends: "POST /customer/api/appraisal",
    body: { patent: "BBBB12", versionId: "KIA-RIO-1-4-LX", mileage: 45_000, appraisalDate: "2026-11-26" },
    answers: { suggestedPrice: expect.any(Number) },
  },
  // In V2 by codes and a range of kilometres.
  {
    call: "tradeIn.yearsV2",
    sends: "GET /customer/api/appraisal/v2/year",
    answers: expect.arrayContaining([{ year: 2020 }]),
  },
  {
    call: "tradeIn.brandsV2",
    input: { year: "2020" },
    sends: "GET /customer/api/appraisal/v2/brand?year=2020",
    answers: expect.arrayContaining([{ brandCode: "KIA", brandName: "Kia" }]),
  },
  {
    call: "tradeIn.modelsV2",
    input: { year: "2020", brandCode: "KIA" },
    sends: "GET /customer/api/appraisal/v2/model?year=2020&brandCode=KIA",
    answers: expect.arrayContaining([{ modelCode: "RIO", modelName: "Rio" }]),
  },
  {
    call: "tradeIn.versionsV2",
    input: { modelCode: "RIO", brandCode: "KIA", year: "2020" },
    sends: "GET /customer/api/appraisal/v2/version?modelCode=RIO&brandCode=KIA&year=2020",
    answers: expect.arrayContaining([{ versionCode: "KIA-RIO-1-4-LX", versionName: "1.4 LX" }]),
  },
  {
    call: "tradeIn.mileageRanges",
    sends: "GET /customer/api/appraisal/v2/mileage-range",
    answers: expect.arrayContaining([expect.objectContaining({ minRange: 30_001, maxRange: 50_000 })]),
  },
  {
    call: "tradeIn.quote",
    input: {
      modelCode: "RIO",
      brandCode: "KIA",
      versionCode: "KIA-RIO-1-4-LX",
      year: "2020",
      idMileageRange: "3",
    },
    sends:
      "GET /customer/api/appraisal/v2/quote?modelCode=RIO&brandCode=KIA&versionCode=KIA-RIO-1-4-LX&year=2020&idMileageRange=3",
    answers: { price: expect.any(Number) },
  },
];
