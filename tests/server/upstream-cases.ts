/**
 * What goes to upstreams, as specification 3 §7 has it: base 1 (`/`, the main API) and base 2 (`/{service}/`, the
 * dealerships' backend). One row for each service of dealers at least.
 */
import type { CompiledCall } from "../../schemas/engine/all.ts";
import {
  contact,
  document,
  drive,
  dynamicForm,
  fleet,
  lead,
  leasing,
  subscription,
  webForm,
} from "./service-cases.ts";
import { purchaseCases } from "./purchase-cases.ts";

export interface UpstreamCase {
  call: string;
  brand?: "SI" | "WI";
  input?: Record<string, unknown>;
  /** What the definition might say and does not yet. */
  change?: Partial<CompiledCall>;
  captcha?: string;
  /** Method and address, as it was sent. */
  sends: string;
  /** Beside those that every request carries. */
  headers?: Record<string, string>;
  /** The body; `form` where it is a form, left out where there is none. */
  body?: unknown;
}

/** By service, where another one of base 2 answers than `ms-customer`. */
const microservices: Record<string, string> = {
  APPRAISAL: "ms-appraisal",
  BRANCH_OFFICE: "ms-branch-office",
  MPP: "ms-mpp",
};

export const upstreamsAt = (url: string, services: string[], base: 1 | 2): Record<string, string> =>
  Object.fromEntries(
    services.map((name) => [
      name,
      base === 1 ? `${url}/` : `${url}/${microservices[name] ?? "ms-customer"}/`,
    ]),
  );

export const serviceOfBase2 = (service: string): string => microservices[service] ?? "ms-customer";

const person = { name: "Ana", lastname: "Pérez", email: "ana@correo.example", phoneNumber: "912345678" };
const quote = {
  ...person,
  rut: "12345678-5",
  purchaseTime: "Este mes",
  partPayment: false,
  financing: true,
  id: 7,
  priceLabel: "Precio contado",
};
const credit = { carId: 7, purchaseType: 2, initialPayment: 20.5, dues: 36 };
const bearer = { scheme: "bearer" as const };

export const upstreamCases: UpstreamCase[] = [
  // Plain: GET, with what is asked in the query.
  {
    call: "appointment.brands",
    input: { service: "9", additional: true },
    sends: "GET /customer/api/v3/appointment/brand?hasAdditionalService=true",
    headers: { "x-site": "SI" },
  },
  {
    call: "appraisal.cities",
    input: { regionId: "05" },
    sends: "GET /appraisal-v2/appointment/cities?regionId=05",
  },
  {
    call: "branchOffice.all",
    input: { service: "1", city: "Viña del Mar", brand: "Kia & más" },
    sends:
      "GET /branch-office/get-all?companyId=1&isNewCar=true&city=Vi%C3%B1a+del+Mar&salesBrand=Kia+%26+m%C3%A1s",
  },
  {
    call: "carInformation.byRut",
    input: { identification: "12345678-5", service: "9", additional: false },
    sends:
      "GET /customer/api/car-information/by-rut?identification=12345678-5&identificationType=1&serviceId=9",
    headers: { "x-site": "SI" },
  },
  {
    call: "catalog.mostVisited",
    input: { limit: 3, type: "usado" },
    sends: "GET /catalog/api/car/most-visit?limit=3&type=usado",
  },
  { call: "catalog.carById", input: { id: "1000001" }, sends: "GET /catalog/api/car/1000001" },
  {
    call: "customerBranchOffice.cities",
    input: { service: "9" },
    sends: "GET /customer/api/branch-office/filter/city?service=9",
    headers: { "x-site": "SI" },
  },
  {
    call: "documents.attached",
    input: { id: "a-b" },
    sends: "GET /api/upload-files/check-attached-document?id=a-b",
  },
  { call: "fleets.models", input: { brand: "Kia" }, sends: "GET /customer/api/fleets/models?brand=Kia" },
  {
    call: "gacSoap.clientData",
    brand: "WI",
    input: { identification: "45678912" },
    sends: "GET /customer/api/gac-soap/client-data?dni=45678912",
    headers: { "x-site": "WI" },
  },
  {
    call: "mpp.find",
    input: { modelCode: "RIO" },
    sends: "GET /mpp/find?modelCode=RIO",
    headers: { "x-site": "SI" },
  },
  {
    call: "mpp.guide",
    input: { modelCode: "RIO", mileages: "10000,20000" },
    sends: "GET /mpp/find?modelCode=RIO&mileages=10000%2C20000",
    headers: { "x-site": "SI" },
  },
  {
    call: "serviceTemplate.one",
    input: { serviceId: "3" },
    sends: "GET /content/service-template?companyId=1&serviceId=3",
    headers: { "x-site": "SI" },
  },
  {
    call: "testDrive.models",
    input: { brand: "Kia" },
    sends: "GET /customer/api/test-drive/models?brand=Kia",
  },
  // A JSON body with the given method.
  { call: "appraisal.lead", input: lead, sends: "POST /appraisal-v2/lead", body: lead },
  {
    call: "clientService.sendEmail",
    input: contact,
    sends: "POST /customer/api/client-service/send-email",
    body: contact,
  },
  {
    call: "clientService.sendLeasingEmail",
    input: leasing,
    sends: "POST /customer/api/client-service/send-email",
    body: leasing,
  },
  { call: "crm.webForm", input: webForm, sends: "POST /crm/web-form", body: webForm },
  {
    call: "documents.verify",
    input: { id: "a-b" },
    sends: "POST /api/upload-files/verify",
    body: { id: "a-b" },
  },
  {
    call: "email.dynamicForm",
    input: dynamicForm,
    sends: "POST /customer/api/email/dynamic-form",
    body: dynamicForm,
  },
  {
    call: "financial.simulation",
    input: credit,
    sends: "POST /customer/api/financial/simulation?carId=7&purchaseType=2&initialPayment=20.5&dues=36",
    body: credit,
  },
  { call: "fleets.quote", input: fleet, sends: "POST /customer/api/fleets/quote", body: fleet },
  {
    call: "report.generateDynamicFormExcel",
    input: dynamicForm,
    sends: "POST /customer/api/report/generate-dynamic-form-excel",
    body: dynamicForm,
  },
  {
    call: "testDrive.sendEmail",
    input: drive,
    sends: "POST /customer/api/test-drive/send-email",
    body: drive,
  },
  ...purchaseCases,
  // With the proof that a person asks.
  {
    call: "kinto.quote",
    input: subscription,
    captcha: "proof-1",
    sends: "POST /customer/api/kinto/quote",
    headers: { "x-recaptcha-authorization": "reCAPTCHA proof-1" },
    body: subscription,
  },
  {
    call: "lead.quote",
    input: quote,
    captcha: "proof-2",
    sends: "POST /customer/api/lead/quote",
    headers: { "x-recaptcha-authorization": "reCAPTCHA proof-2" },
    body: quote,
  },
  {
    call: "appointment.cancel",
    input: { appointmentId: "c-1" },
    captcha: "proof-3",
    sends: "DELETE /customer/api/appointment?appointmentId=c-1",
    headers: { "x-site": "SI", "x-recaptcha-authorization": "reCAPTCHA proof-3" },
  },
  // With the stored token, and with a bearer token: the setting's, or the one that somebody was given.
  {
    call: "clientService.sendEmail",
    input: contact,
    change: { authorization: { scheme: "token" } },
    sends: "POST /customer/api/client-service/send-email",
    headers: { authorization: "stored-token" },
    body: contact,
  },
  {
    call: "catalog.mostVisited",
    change: { authorization: bearer },
    sends: "GET /catalog/api/car/most-visit",
    headers: { authorization: "Bearer stored-token" },
  },
  {
    call: "documents.attached",
    input: { id: "of-somebody" },
    change: { authorization: { ...bearer, token: { var: "input.id" } } },
    sends: "GET /api/upload-files/check-attached-document?id=of-somebody",
    headers: { authorization: "Bearer of-somebody" },
  },
  // A form, as it is.
  {
    call: "buyingFlow.uploadFiles",
    input: document,
    sends: "POST /customer/api/buying-flow/document/upload-files",
    body: "form",
  },
];
