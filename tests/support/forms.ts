/** The forms of one step, as people fill them in: one row each, for the tests that go over all of them. */
import type { Answers } from "../../schemas/engine/all.ts";
import type { BrandCode } from "./brands.ts";
import type { TestPage } from "./browser.ts";
import { contactAnswers } from "./contact-answers.ts";
import type { Behaviour, Route } from "./stand-in.ts";

export interface FormRow {
  flow: string;
  route: string;
  brands: BrandCode[];
  /** What an empty form asks for: fields without their step, or what stands for them in a JSON Schema's form. */
  asks: (brand: BrandCode) => string[];
  /** What a person of the brand answers, save the mail address. */
  answers: (brand: BrandCode) => Answers;
  /** Fills in what stands for no single field; without it `answers` are given one by one. */
  fill?: (page: TestPage, email: string) => Promise<void>;
  /** The confirmation's address below the route, and its title. */
  confirmation: [path: string, title: string];
  /** The mail to the dealer: box before the @ and subject. Without one, nothing is mailed there. */
  dealer?: (brand: BrandCode) => [box: string, subject: string];
  /** The service that a program waits for, and what it must be told; and where a failure leads. */
  waitsFor?: {
    service: string;
    route: string;
    good: Behaviour;
    /** Every way of saying no. */
    bad: Behaviour[];
    payload: (email: string) => Record<string, unknown>;
    failure: string;
    /** What else the service answers, for a stand-in in its place. */
    also?: Record<string, Route>;
  };
}

const chilean: BrandCode[] = ["SI", "CO", "PO", "SM", "CL"];
const all: BrandCode[] = [...chilean, "WI"];

/** A car that the brand sells, and where. */
const cars: Record<BrandCode, { brand: string; model: string; branch: string }> = {
  SI: { brand: "Chevrolet", model: "Tracker", branch: "Salazar Israel Talca" },
  CO: { brand: "Suzuki", model: "Vitara", branch: "Cosecha Curicó" },
  PO: { brand: "Mitsubishi", model: "L200", branch: "Portillo San Felipe" },
  SM: { brand: "JAC", model: "JS4", branch: "Servimaq Velásquez" },
  CL: { brand: "MG", model: "ZS", branch: "Clicar Maipú" },
  WI: { brand: "Mazda", model: "CX-5", branch: "Wigo Motors Trujillo" },
};

const personOf = (brand: BrandCode): Answers =>
  brand === "WI"
    ? { "request.name": "Luis O'Higgins", "request.identity": "45678912", "request.phone": "987654321" }
    : { "request.name": "Ana Ruiz-Tagle", "request.identity": "12345678-5", "request.phone": "987654321" };

const values = (...names: string[]): Behaviour => ({ body: names.map((value) => ({ value })) });
const carLists = (path: string): Record<string, Route> => ({
  [`GET ${path}/brands`]: values("JAC", "Foton"),
  [`GET ${path}/models`]: ({ query }) => (query["brand"] === "JAC" ? values("JS2", "JS4") : values()),
});

const leasing: FormRow = {
  flow: "leasing",
  route: "/leasing",
  brands: all,
  asks: () => ["type", "name", "identity", "phone", "email", "terms"],
  answers: (brand) => ({ "request.type": "insurance", ...personOf(brand), "request.terms": true }),
  confirmation: ["confirmacion", "Hemos recibido tu solicitud"],
  dealer: () => ["financiamiento", "Solicitud web: Seguro"],
  waitsFor: {
    service: "CLIENT_SERVICE",
    route: "POST /customer/api/client-service/send-email",
    good: { body: { error: 0, sendEmail: true } },
    bad: [{ body: { error: 1, sendEmail: false } }],
    payload: (email) => ({
      requestType: "Seguro",
      clientFullName: "Ana Ruiz-Tagle",
      clientEmail: email,
      clientPhoneNumber: "987654321",
      rut: "12345678-5",
    }),
    failure: "/404",
  },
};

const testDrive: FormRow = {
  flow: "test-drive",
  route: "/test-drive",
  brands: all,
  asks: (brand) => [
    "brand",
    "name",
    "identity",
    "commune",
    "phone",
    "email",
    ...(brand === "WI" ? ["terms"] : []),
  ],
  answers: (brand) => {
    const car = cars[brand];
    return {
      "request.brand": car.brand,
      "request.model": car.model,
      "request.branch": car.branch,
      ...personOf(brand),
      "request.commune": "Ñuñoa",
      ...(brand === "WI" ? { "request.terms": true } : {}),
    };
  },
  confirmation: ["gracias", "¡Gracias! Recibimos tu solicitud"],
  dealer: (brand) => {
    const { brand: make, model, branch } = cars[brand];
    return ["test.drive", `Test drive: ${make} ${model} · ${branch}`];
  },
  waitsFor: {
    service: "TEST_DRIVE",
    route: "POST /customer/api/test-drive/send-email",
    good: { body: { sendEmail: true } },
    bad: [{ body: { sendEmail: false } }, { body: { sendEmail: true, error: "Sin cupos" } }],
    payload: (email) => ({
      clientFullName: "Ana Ruiz-Tagle",
      clientPhoneNumber: "987654321",
      clientEmail: email,
      clientCommune: "Ñuñoa",
      clientRut: "12345678-5",
      carBrand: "JAC",
      carModel: "JS4",
      branchOfficeName: "Servimaq Velásquez",
    }),
    failure: "/404",
    also: carLists("/customer/api/test-drive"),
  },
};

const fleetQuote: FormRow = {
  flow: "fleet-quote",
  route: "/flotas",
  brands: all,
  asks: () => ["brand", "quantity", "companyName", "name", "identity", "phone", "email", "terms"],
  answers: (brand) => ({
    "request.brand": cars[brand].brand,
    "request.model": cars[brand].model,
    "request.quantity": 12,
    "request.companyName": "Transportes del Sur",
    ...personOf(brand),
    "request.terms": true,
  }),
  confirmation: ["confirmacion#confirmation", "Recibimos tu solicitud de cotización"],
  dealer: (brand) => ["flotas", `Cotización de flota: 12 ${cars[brand].brand} ${cars[brand].model}`],
  waitsFor: {
    service: "FLEETS",
    route: "POST /customer/api/fleets/quote",
    good: { body: { data: { sendEmail: true } } },
    bad: [{ body: { data: { sendEmail: false } } }],
    payload: (email) => ({
      name: "Ana Ruiz-Tagle",
      rut: "12345678-5",
      companyName: "Transportes del Sur",
      telephone: "987654321",
      email,
      carQuantity: 12,
      brand: "JAC",
      model: "JS4",
    }),
    failure: "/404",
    also: carLists("/customer/api/fleets"),
  },
};

const kintoQuote: FormRow = {
  flow: "kinto-quote",
  route: "/kinto",
  brands: chilean,
  asks: () => ["model", "term", "branch", "name", "identity", "phone", "email", "terms"],
  answers: (brand) => ({
    "request.model": cars[brand].model,
    "request.term": "36",
    "request.branch": cars[brand].branch,
    ...personOf(brand),
    "request.terms": true,
  }),
  confirmation: ["confirmacion#confirmation", "Recibimos tu solicitud de cotización"],
  dealer: (brand) => ["kinto", `Suscripción Kinto: ${cars[brand].model} · 36 meses`],
  waitsFor: {
    service: "KINTO",
    route: "POST /customer/api/kinto/quote",
    good: { body: { error: 0 } },
    bad: [{ body: { error: 7 } }, { body: {} }],
    payload: (email) => ({
      name: "Ana Ruiz-Tagle",
      rut: "12345678-5",
      phone: "987654321",
      email,
      model: "JS4",
      term: 36,
      branchOfficeName: "Servimaq Velásquez",
    }),
    failure: "/404",
  },
};

/** Its other brands are in accepted.test.ts. */
const contact: FormRow = {
  flow: "contact",
  route: "/contacto",
  brands: ["PO"],
  asks: () => ["type", "comment", "name", "lastName", "identity", "phone", "email", "terms"],
  answers: (brand) => {
    const { "request.email": _, ...answers } = contactAnswers[brand]!;
    return answers;
  },
  confirmation: ["confirmacion", "Hemos recibido tu solicitud"],
  dealer: () => ["servicio.clientes", "Contacto web: Mantención · Precio"],
};

const serviceSurvey: FormRow = {
  flow: "service-survey",
  route: "/formularios/ejemplo",
  brands: ["SI"],
  asks: () =>
    "person-name person-email visit-date visit-plate delivery-punctual works-0-what works-0-score"
      .split(" ")
      .map((id) => `form-${id}`),
  answers: () => ({}),
  fill: async (page, email) => {
    await page.getByLabel("Nombre y apellidos").fill("Ana Ruiz-Tagle");
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByLabel("Día en que retiraste el auto").fill("2026-11-18");
    await page.getByLabel("Patente").fill("BBBB12");
    await page.getByLabel("Mantención").check();
    await page.getByLabel("¿Cómo llegó el auto al taller?").selectOption("Lo retiraron en mi domicilio");
    await page.getByLabel("Comuna del retiro").fill("Ñuñoa");
    await page.getByRole("textbox", { name: "Trabajo" }).fill("Frenos");
    await page.getByLabel("Nota, de 1 a 7").fill("4");
    await page.getByRole("radio", { name: "No" }).check();
    await page.getByLabel("¿Qué tendría que cambiar?").fill("Que avisen los atrasos.");
  },
  confirmation: ["gracias", "Gracias por tu opinión"],
  dealer: () => ["servicio.tecnico", "Encuesta de servicio técnico {number}"],
};

export const forms: FormRow[] = [leasing, testDrive, fleetQuote, kintoQuote, contact, serviceSurvey];
