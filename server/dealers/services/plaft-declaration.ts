/** The declaration of a customer as the report service is sent it, and the document that is made of it. */
import type { AnswerSection } from "../../../schemas/engine/serve.ts";
import { fileName, type DocumentContent, type DocumentText } from "../../documents/content.ts";
import type { ServiceBrand } from "../../services/embedded/service.ts";

type Part = Record<string, unknown>;

export interface PlaftDeclaration {
  /** Where it was declared, and of what make. */
  centerCode: string;
  personType: "Natural" | "Legal";
  relationshipType: keyof typeof relationships;
  /** Sections by name, with texts as people read them. */
  person: Part;
  /** What the form's own document says, where the form sends it: what was asked and how, number, time and revision. */
  document?: DocumentText;
}

const relationships = {
  main: "Quien compra",
  spouse: "Cónyuge de quien compra",
  coOwner: "Copropietario o copropietaria del vehículo",
};

const personTypes = { Natural: "Persona natural", Legal: "Persona jurídica" };

/** What each key is called on paper: of sections, of what stands in them, and of the rows of lists. */
const labels: Record<string, string> = {
  personalData: "Datos de quien declara",
  residenceData: "Dirección",
  contactData: "Contacto",
  representative: "Representante",
  representation: "Poder con que actúa",
  benefitsData: "Operación y fondos",
  name: "Nombre",
  lastName: "Apellidos",
  documentType: "Tipo de documento",
  documentNumber: "Número de documento",
  nationality: "Nacionalidad",
  civilStatus: "Estado civil",
  spouseName: "Cónyuge o conviviente",
  marriageUnion: "Régimen patrimonial",
  socialReason: "Razón social",
  rucNumber: "Número tributario",
  equivalentRegistrationNumber: "Número de registro equivalente",
  economicActivity: "Actividad económica",
  type: "Avenida, calle o pasaje",
  numberResidence: "Número",
  deptoIntNumber: "Departamento o interior",
  sector: "Urbanización o sector",
  department: "Departamento",
  province: "Provincia",
  district: "Distrito",
  region: "Región",
  commune: "Comuna",
  occupation: "Ocupación",
  otherOccupation: "Otra ocupación",
  workCenter: "Centro de trabajo",
  landlinePhoneNumber: "Teléfono de oficina",
  phone: "Teléfono",
  email: "Correo electrónico",
  purposeRelationshipObligatedSubject: "Propósito de la relación",
  haveBeenPEP: "Persona expuesta políticamente en los últimos 5 años",
  haveBeenDirectCollaborator: "Colaboración directa con la máxima autoridad de una institución pública",
  workPosition: "Cargo",
  institutionName: "Institución",
  relatives: "Familiares",
  relationship: "Parentesco",
  vehicleOwner: "Titular del vehículo",
  coOwnerName: "Copropietario o copropietaria",
  coOwnerDNINumber: "Documento del copropietario o la copropietaria",
  beneficiaryIdentity: "Beneficiario de la operación",
  thirdPerson: "Persona por quien se hace la operación",
  thirdCompany: "Empresa o ente por quien se hace la operación",
  finalBeneficiary: "Beneficiario final",
  originOfTheFunds: "Origen de los fondos",
  otherOriginOfTheFunds: "Otro origen de los fondos",
  representationType: "Tipo de representación",
  publicNotarialInstrument: "Instrumento público notarial",
  publicDeedDate: "Fecha de la escritura pública",
  certifiedCopyDate: "Fecha de la copia certificada",
  notary: "Notario",
  recordNumber: "Partida registral o fojas",
  seatNumber: "Asiento o inscripción",
  registrationAreaNumber: "Zona registral",
  numberOffice: "Oficina registral",
  operationFavorName: "A favor de quien se hace la operación",
};

const needed = {
  Natural: ["personalData", "residenceData", "contactData", "benefitsData"],
  Legal: ["personalData", "residenceData", "contactData", "representative", "representation", "benefitsData"],
};

const keys: ReadonlySet<string> = new Set([
  "centerCode",
  "personType",
  "relationshipType",
  "naturalPerson",
  "legalPerson",
  "document",
]);
const [longestCode, longestText, mostRows, deepest] = [80, 500, 50, 3];

const isObject = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const quoted = (name: string): string => JSON.stringify(name.slice(0, 60));

/** What is wrong with a part of it, in Spanish. Values are never repeated. */
function faultOf(part: Part, place: string, depth: number): string | undefined {
  for (const [name, value] of Object.entries(part)) {
    const path = `${place}.${name}`;
    if (!Object.hasOwn(labels, name)) return `${quoted(path)} no se conoce`;
    if (depth === 0 && !isObject(value)) return `${quoted(path)} debe ser un grupo de textos`;
    if (typeof value === "string") {
      const fits = value.trim() !== "" && [...value].length <= longestText;
      if (!fits) return `${quoted(path)} debe ser un texto de 1 a ${longestText} caracteres`;
      continue;
    }
    const rows = Array.isArray(value) ? value : [value];
    if (depth === deepest || rows.length > mostRows || !rows.every(isObject))
      return `${quoted(path)} debe ser un texto, un grupo de textos o una lista de hasta ${mostRows} grupos`;
    for (const row of rows) {
      const fault = faultOf(row, path, depth + 1);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

const documentTexts = ["title", "body", "closing", "signature"] as const;
const documentKeys: ReadonlySet<string> = new Set(["number", "day", "sections", ...documentTexts]);
const [longestPaperText, mostSections, mostLevels] = [4000, 500, 9];

const isDocumentText = (value: unknown): value is string =>
  typeof value === "string" && [...value].length <= longestPaperText;

const isDocumentRow = (row: unknown): boolean =>
  isObject(row) &&
  Object.keys(row).every((name) => name === "label" || name === "value") &&
  isDocumentText(row["label"]) &&
  isDocumentText(row["value"]);

function isDocumentSection(section: unknown): boolean {
  if (!isObject(section)) return false;
  const { title = "", level = 1, rows, ...more } = section;
  const isLevel = Number.isInteger(level) && Number(level) >= 1 && Number(level) <= mostLevels;
  const areRows = Array.isArray(rows) && rows.length <= mostSections && rows.every(isDocumentRow);
  return isDocumentText(title) && isLevel && areRows && Object.keys(more).length === 0;
}

/** What is wrong with what the form's own document says, in Spanish. */
function documentFault(paper: unknown): string | undefined {
  if (!isObject(paper)) return '"document" debe ser un objeto';
  const unknown = Object.keys(paper).find((name) => !documentKeys.has(name));
  if (unknown !== undefined) return `${quoted(`document.${unknown}`)} no se conoce`;
  const { number, day, sections, title } = paper;
  if (typeof number !== "string" || number.trim() === "" || number.length > longestCode)
    return `"document.number" debe ser un texto de 1 a ${longestCode} caracteres`;
  if (typeof day !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(day))
    return '"document.day" debe ser una fecha como 2026-11-21';
  const wrong = documentTexts.find((name) => paper[name] !== undefined && !isDocumentText(paper[name]));
  if (wrong !== undefined || title === undefined)
    return `${quoted(`document.${wrong ?? "title"}`)} debe ser un texto de hasta ${longestPaperText} caracteres`;
  const areSections =
    Array.isArray(sections) && sections.length <= mostSections && sections.every(isDocumentSection);
  return areSections ? undefined : '"document.sections" debe ser una lista de títulos con sus respuestas';
}

/** What the body says, or what is wrong with the first of it that is. */
export function readPlaftDeclaration(body: unknown): { declaration: PlaftDeclaration } | { fault: string } {
  if (!isObject(body)) return { fault: "El cuerpo debe ser un objeto JSON" };
  const unknown = Object.keys(body).find((name) => !keys.has(name));
  if (unknown !== undefined) return { fault: `${quoted(unknown)} no se conoce` };
  const { centerCode, personType, relationshipType = "main" } = body;
  if (typeof centerCode !== "string" || centerCode.trim() === "" || centerCode.length > longestCode)
    return { fault: `"centerCode" debe ser un texto de 1 a ${longestCode} caracteres` };
  if (personType !== "Natural" && personType !== "Legal")
    return { fault: '"personType" debe ser Natural o Legal' };
  if (typeof relationshipType !== "string" || !Object.hasOwn(relationships, relationshipType))
    return { fault: '"relationshipType" debe ser main, spouse o coOwner' };
  if (relationshipType !== "main" && personType === "Legal")
    return { fault: "El cónyuge y el copropietario son siempre personas naturales" };
  const [own, other] =
    personType === "Natural" ? ["naturalPerson", "legalPerson"] : ["legalPerson", "naturalPerson"];
  if (body[other] !== undefined) return { fault: `${quoted(other)} no corresponde a "personType"` };
  const person = body[own];
  if (!isObject(person)) return { fault: `Falta ${quoted(own)}` };
  const missing = needed[personType].find((name) => !isObject(person[name]));
  if (missing !== undefined) return { fault: `Falta ${quoted(`${own}.${missing}`)}` };
  const fault = faultOf(person, own, 0);
  if (fault !== undefined) return { fault };
  const { document } = body;
  const paperWrong = document === undefined ? undefined : documentFault(document);
  if (paperWrong !== undefined) return { fault: paperWrong };
  const known = relationshipType as PlaftDeclaration["relationshipType"];
  const declaration: PlaftDeclaration = { centerCode, personType, relationshipType: known, person };
  if (document !== undefined) declaration.document = document as unknown as DocumentText;
  return { declaration };
}

/** A heading with its texts, and below it those of the groups and rows in it. */
function sectionsOf(title: string, part: Part, level: number): AnswerSection[] {
  const entries = Object.entries(part);
  const rows = entries.flatMap(([name, value]) =>
    typeof value === "string" ? [{ label: labels[name]!, value }] : [],
  );
  const inside = entries.flatMap(([name, value]): AnswerSection[] => {
    if (typeof value === "string") return [];
    const label = labels[name]!;
    if (!Array.isArray(value)) return sectionsOf(label, value as Part, level + 1);
    const all = value as Part[];
    return all.flatMap((row, index) => sectionsOf(`${label}: ${index + 1}`, row, level + 1));
  });
  return rows.length + inside.length === 0 ? [] : [{ title, level, rows }, ...inside];
}

/** What is the same in every document that is made of one. */
const documentOf = (brand: ServiceBrand, name: string, number: string) => ({
  format: "pdf" as const,
  name: fileName(`declaracion-${name}`),
  brand: { name: brand.name, colour: brand.colour },
  locale: String(brand.facts["locale"]),
  labels: {
    number,
    date: "Fecha",
    page: ["Página ", { var: "page" }, " de ", { var: "pages" }],
    continued: [{ var: "title" }, " (continuación)"],
    sheet: "Declaración",
  },
});

/** What the document says that is made of it: what the form's own does, or else what can be told of the texts alone. */
export function plaftDocument(
  brand: ServiceBrand,
  { centerCode, personType, relationshipType, person, document }: PlaftDeclaration,
  day: string,
): DocumentContent {
  if (document) return { ...documentOf(brand, document.number ?? "", "Número"), ...document };
  const who: AnswerSection = {
    title: "Quién declara",
    rows: [
      { label: "Tipo de persona", value: personTypes[personType] },
      { label: "Declara como", value: relationships[relationshipType] },
    ],
  };
  return {
    ...documentOf(brand, centerCode, "Centro"),
    title: "Declaración jurada de conocimiento del cliente",
    number: centerCode,
    day,
    sections: [
      who,
      ...Object.entries(person).flatMap(([name, part]) => sectionsOf(labels[name]!, part as Part, 1)),
    ],
    signature: "Firma de quien declara",
  };
}
