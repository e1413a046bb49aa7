/** Calls that every way to the services answers alike, and what can go wrong with whoever answers. */
import { Readable } from "node:stream";
import { expect } from "vitest";
import type { CallResult } from "../../server/services/services.ts";
import type { ReadUpload } from "../../server/services/multipart.ts";
import { never, type Route } from "../support/stand-in.ts";

export const contact = {
  requestType: "Consulta",
  serviceType: "Venta de autos nuevos",
  contactReason: "Cotización",
  subContactReason: "Precio y promociones",
  name: "Ana María",
  lastname: "Pérez",
  rut: "12345678-5",
  email: "ana@correo.example",
  patent: "BBBB12",
  contactNumber: "912345678",
  city: "Santiago",
  branch: "Salazar Israel Bilbao",
  comment: "Hola,\n¿cuánto cuesta? <b>",
};

/** A sheet of the complaints book. */
export const claim = {
  documentType: 1,
  documentNumber: "45678912",
  name: "Rosa Quispe",
  address: "Jr. Los Pinos 245",
  phoneNumber: "987654321",
  email: "rosa@correo.example",
  productType: 2,
  branchOffice: "Wigo Motors Surquillo",
  claimAmount: 1250,
  productDescription: "Mantenimiento de los 20.000 km",
  claimType: 2,
  claimDescription: "Nadie me atendió.\n<b>",
  claimRequest: "Que me llamen",
};

export const webForm = {
  phone: "912345678",
  email: "ana@correo.example",
  subject: "Cotización",
  symptoms: "Hola",
  caseType: "Consulta",
  identification: "12345678-5",
};

/** Without its Excel, the mail of a form of marketing is refused: it is made by the call before. */
export const dynamicForm = {
  email: ["verano@salazarisrael.example"],
  data: {
    fieldsData: [{ label: "Nombre", value: "=Ana" }],
    title: "Verano",
    description: "Bonos",
    subTitle: "Tus datos",
  },
  subject: "Verano: nueva inscripción",
  formId: "SI-VERANO",
  templateName: "main-dynamic-form",
};

export const leasing = {
  requestType: "Seguro",
  comment: "Para un auto <b>usado</b>.",
  clientFullName: "Ana Ruiz-Tagle",
  clientEmail: "ana@correo.example",
  clientPhoneNumber: "912345678",
  rut: "12345678-5",
};

export const drive = {
  clientFullName: "Ana Ruiz-Tagle",
  clientPhoneNumber: "912345678",
  clientEmail: "ana@correo.example",
  clientCommune: "Ñuñoa",
  clientRut: "12345678-5",
  carBrand: "Chevrolet",
  carModel: "Onix",
  branchOfficeName: "Salazar Israel Bilbao",
};

export const fleet = {
  name: "Ana Ruiz-Tagle",
  rut: "12345678-5",
  companyName: "Transportes del Sur",
  telephone: "912345678",
  email: "ana@correo.example",
  carQuantity: 12,
  comments: "Para reparto.",
  brand: "Chevrolet",
  model: "Onix",
};

export const subscription = {
  name: "Ana Ruiz-Tagle",
  rut: "12345678-5",
  phone: "912345678",
  email: "ana@correo.example",
  model: "Onix",
  term: 24,
  branchOfficeName: "Salazar Israel Bilbao",
  comments: "Para la ciudad.",
};

/** A person who sells a car. */
export const lead = {
  carPlate: "BBBB12",
  firstName: "Ana María",
  lastName: "Pérez",
  phone: "912345678",
  email: "ana@correo.example",
  region: "Metropolitana",
  brand: "Kia",
  model: "Rio",
  version: "1.4 LX",
  year: "2020",
  mileage: "3",
  mileageStr: "30.001 kms. - 50.000 kms.",
  urgentSale: true,
  customerCategory: "Vendedor web",
  BGCategoriaCliente: "Particular",
  minPrice: 5_990_000,
  maxPrice: 6_620_000,
  automaticPrice: 6_310_000,
  company: 1,
};

export const bilbao = "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67";

const rio = { year: "2020", brandCode: "KIA", modelCode: "RIO" };

/** Names as people give them, and bytes that no text encoding leaves alone. */
export const contents = {
  "file-1": {
    name: 'Cédula "frente" ñandú.pdf',
    type: "application/pdf",
    bytes: Buffer.from("%PDF-1.7\r\n--\r\n"),
  },
  "file-2": { name: "dorso.png", type: "image/png", bytes: Buffer.from([0x89, 0x50, 0, 13, 10, 0xff, 0xfe]) },
};

export const uploadRun = "run-1";

/** File answers, as a run has them. */
export const uploaded = Object.entries(contents).map(([id, { name, type, bytes }]) => ({
  id,
  name,
  type,
  size: bytes.length,
}));

export const readUpload: ReadUpload = async (run, id) => {
  const file = run === uploadRun ? contents[id as keyof typeof contents] : undefined;
  return (
    file && {
      ...file,
      size: file.bytes.length,
      bytes: Readable.from([file.bytes.subarray(0, 3), file.bytes.subarray(3)]),
    }
  );
};

export const document = {
  files: uploaded,
  data: { name: "Cédula.pdf", salesDocumentId: "SI-7", extension: "pdf" },
};

/** Good calls of each sort: read and kept for a while, with options, with an effect, and with files. */
export const calls: { call: string; input: Record<string, unknown>; result: Partial<CallResult> }[] = [
  { call: "branchOffice.cities", input: {}, result: { status: 200 } },
  { call: "branchOffice.inCity", input: { city: "Santiago" }, result: { status: 200 } },
  {
    call: "branchOffice.services",
    input: {},
    result: {
      status: 200,
      data: [
        { id: 1, value: "Venta Nuevos" },
        { id: 2, value: "Venta Usados" },
        { id: 3, value: "Servicio Técnico" },
        { id: 4, value: "Desabolladuría y Pintura" },
      ],
    },
  },
  {
    call: "branchOffice.salesBrands",
    input: { service: "1", city: "Antofagasta" },
    result: { status: 200, data: [{ value: "Chevrolet" }, { value: "Isuzu" }] },
  },
  // All that a branch office has to have is in the schema of its answer.
  { call: "branchOffice.all", input: { service: "3", city: "Talca" }, result: { status: 200 } },
  {
    call: "branchOffice.search",
    input: { text: "bilbáo" },
    result: {
      status: 200,
      data: [expect.objectContaining({ name: "Salazar Israel Bilbao", city: "Santiago" })],
    },
  },
  { call: "branchOffice.search", input: { text: "xyzzyq" }, result: { status: 200, data: [] } },
  // The company sells no used cars there.
  {
    call: "branchOffice.all",
    input: { service: "2", city: "Puerto Montt" },
    result: { status: 200, data: [] },
  },
  {
    call: "clientService.sendEmail",
    input: contact,
    result: { status: 200, data: { error: 0, sendEmail: true } },
  },
  {
    call: "clientService.claimsBook",
    input: claim,
    result: { status: 200, data: { error: 0, sendEmail: true } },
  },
  { call: "crm.webForm", input: webForm, result: { status: 201, data: { received: true } } },
  { call: "appraisal.years", input: {}, result: { status: 200 } },
  { call: "appraisal.lead", input: lead, result: { status: 201 } },
  { call: "catalog.search", input: { typeId: ["used"], page: 2 }, result: { status: 200 } },
];

/** What a car is worth, and where it is looked at; a car for sale. They are sent as the ones above. */
export const appraisals: typeof calls = [
  { call: "catalog.carById", input: { id: "1000001" }, result: { status: 200 } },
  {
    call: "catalog.carById",
    input: { id: "999999999" },
    result: { ok: false, status: 404, failure: "empty" },
  },
  {
    call: "appraisal.vehicle",
    input: { patent: "BBBB12" },
    result: {
      status: 200,
      data: {
        patent: "BBBB12",
        year: 2020,
        brandCode: "KIA",
        brandName: "Kia",
        modelCode: "RIO",
        modelName: "Rio",
      },
    },
  },
  { call: "appraisal.vehicle", input: { patent: "BBBB99" }, result: { ok: false, failure: "empty" } },
  {
    call: "appraisal.vehicle",
    input: { patent: "ZZZZ99" },
    result: { ok: false, status: 500, failure: "status" },
  },
  { call: "appraisal.brands", input: { year: "2020" }, result: { status: 200 } },
  { call: "appraisal.models", input: { year: "2020", brandCode: "KIA" }, result: { status: 200 } },
  { call: "appraisal.versions", input: rio, result: { status: 200 } },
  { call: "appraisal.mileageRanges", input: {}, result: { status: 200 } },
  {
    call: "appraisal.quote",
    input: { ...rio, versionCode: "KIA-RIO-1-4-LX", idMileageRange: "3" },
    result: { status: 200 },
  },
  {
    call: "appraisal.quote",
    input: { ...rio, versionCode: "KIA-MORNING-1-0-LX", idMileageRange: "3" },
    result: { ok: false, status: 404, failure: "empty" },
  },
  { call: "appraisal.regions", input: {}, result: { status: 200 } },
  {
    call: "appraisal.cities",
    input: { regionId: "05" },
    result: { status: 200, data: [{ id: "vina-del-mar", name: "Viña del Mar" }] },
  },
  { call: "appraisal.branchOffices", input: { region: "13", city: "santiago" }, result: { status: 200 } },
  { call: "appraisal.slotDates", input: { branchOfficeId: bilbao }, result: { status: 200 } },
  {
    call: "appraisal.slotDates",
    input: { branchOfficeId: "nowhere" },
    result: { ok: false, status: 404, failure: "status" },
  },
];

/** Requests of people, each mailed to the dealer. They are sent and kept as the ones above: of those, faults are tried. */
export const requests: typeof calls = [
  {
    call: "clientService.sendLeasingEmail",
    input: leasing,
    result: { status: 200, data: { error: 0, sendEmail: true } },
  },
  { call: "testDrive.brands", input: {}, result: { status: 200 } },
  { call: "testDrive.models", input: { brand: "Chevrolet" }, result: { status: 200 } },
  { call: "testDrive.sendEmail", input: drive, result: { status: 200, data: { sendEmail: true } } },
  { call: "fleets.brands", input: {}, result: { status: 200 } },
  { call: "fleets.models", input: { brand: "Chevrolet" }, result: { status: 200 } },
  { call: "fleets.quote", input: fleet, result: { status: 200, data: { data: { sendEmail: true } } } },
  { call: "kinto.quote", input: subscription, result: { status: 200, data: { error: 0 } } },
  { call: "report.generateDynamicFormExcel", input: dynamicForm, result: { status: 201 } },
  { call: "email.dynamicForm", input: dynamicForm, result: { ok: false, status: 400, failure: "status" } },
];

interface Fault {
  name: string;
  /** What is answered by HTTP, or said over the connection as it is. */
  does: Route | { says: string };
  result: Omit<CallResult, "ok">;
  /** Only calls whose answer has a schema notice. */
  needsSchema?: true;
}

const garbled = { failure: "garbled", data: null } as const;
const unreachable = { status: 0, failure: "unreachable", data: null } as const;
const tooLate = { status: 0, failure: "timeout", data: null } as const;

export const faults: Fault[] = [
  { name: "is slow", does: { delay: never }, result: tooLate },
  { name: "says nothing", does: { says: "" }, result: tooLate },
  { name: "trickles", does: { says: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[" }, result: tooLate },
  { name: "cuts off", does: { cutOff: "before" }, result: unreachable },
  { name: "cuts off within", does: { body: { status: "ok" }, cutOff: "within" }, result: unreachable },
  {
    name: "speaks something else",
    does: { says: "SSH-2.0-OpenSSH_9.2\r\n\r\n" },
    result: { status: 0, ...garbled },
  },
  {
    name: "fails",
    does: { status: 500, body: "oops" },
    result: { status: 500, failure: "status", data: null },
  },
  {
    name: "fails with reasons",
    does: { status: 503, body: { error: "down" } },
    result: { status: 503, failure: "status", data: { error: "down" } },
  },
  {
    name: "says no as a page",
    does: { status: 404, body: "<html>" },
    result: { status: 404, failure: "status", data: null },
  },
  { name: "is no JSON", does: { body: "<html>" }, result: { status: 200, ...garbled } },
  { name: "is half JSON", does: { body: '{"status": "o' }, result: { status: 200, ...garbled } },
  { name: "has wrong types", does: { body: 7 }, result: { status: 200, ...garbled }, needsSchema: true },
  { name: "is null", does: { body: "null" }, result: { status: 200, ...garbled }, needsSchema: true },
  { name: "is empty", does: { body: "" }, result: { status: 200, ...garbled }, needsSchema: true },
  {
    name: "brings a prototype",
    does: { body: '[{"value": "a", "__proto__": {"polluted": true}}]' },
    result: { status: 200, ...garbled },
  },
  {
    name: "is huge",
    does: { body: [{ value: "a".repeat(3_000_000) }] },
    result: { status: 0, ...garbled },
  },
];
