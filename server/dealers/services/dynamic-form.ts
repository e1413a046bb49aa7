/** The answers of a form whose questions marketing wrote, as both services that take them are sent. */
import { createHash } from "node:crypto";
import { isPlainAddress } from "../../mail-address.ts";
import { canonicalJson } from "../../canonical-json.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceBrand,
  type ServiceRequest,
  type ServiceRoute,
} from "../../services/embedded/service.ts";

export interface DynamicForm {
  /** Who receives the answers: plain addresses. */
  email: string[];
  data: {
    fieldsData: { label: string; value: string }[];
    title: string;
    description: string;
    subTitle: string;
  };
  subject: string;
  formId: string;
  templateName: string;
}

type Fault = { fault: string };

const known: ReadonlySet<string> = new Set(["email", "data", "subject", "formId", "templateName"]);
const template = "main-dynamic-form";
const [mostAddresses, mostAnswers] = [20, 200];

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

const isText = (value: unknown, max: number, min = 1): value is string =>
  typeof value === "string" && value.trim().length >= min && [...value].length <= max;

const isAnswer = (value: unknown): value is { label: string; value: string } => {
  const answer = asObject(value);
  return answer !== undefined && isText(answer["label"], 1_000) && isText(answer["value"], 2_000);
};

/** What the body says, or what is wrong with it, in Spanish. Values are never repeated. */
function readDynamicForm(body: unknown): { form: DynamicForm } | Fault {
  const given = asObject(body);
  if (!given) return { fault: "El cuerpo debe ser un objeto JSON" };
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) return { fault: `${JSON.stringify(unknown.slice(0, 40))} no se conoce` };
  const { email, subject, formId, templateName } = given;
  if (!Array.isArray(email) || email.length === 0 || email.length > mostAddresses) {
    return { fault: `"email" debe ser una lista de 1 a ${mostAddresses} correos` };
  }
  if (!email.every(isPlainAddress)) return { fault: '"email" tiene una dirección que no es válida' };
  if (!isText(subject, 500)) return { fault: '"subject" debe ser un texto de hasta 500 caracteres' };
  if (!isText(formId, 200)) return { fault: '"formId" debe ser un texto de hasta 200 caracteres' };
  if (templateName !== template) return { fault: `"templateName" debe ser ${template}` };
  const data = asObject(given["data"]);
  if (!data) return { fault: '"data" debe ser un objeto' };
  const { fieldsData, title, description, subTitle } = data;
  for (const [name, text] of Object.entries({ title, description, subTitle })) {
    if (!isText(text, 5_000, 0))
      return { fault: `"data.${name}" debe ser un texto de hasta 5000 caracteres` };
  }
  // None, where nothing had to be answered and nothing was.
  if (!Array.isArray(fieldsData) || fieldsData.length > mostAnswers) {
    return { fault: `"data.fieldsData" debe ser una lista de hasta ${mostAnswers} respuestas` };
  }
  if (!fieldsData.every(isAnswer))
    return { fault: 'Cada respuesta de "data.fieldsData" lleva label y value' };
  return { form: given as unknown as DynamicForm };
}

/** A refusal as these services say it: the status stands in the body too. */
export const refused = (message: string): ServiceAnswer => refusal(400, message, { statusCode: 400 });

/** A route that takes such a form. */
export const dynamicFormRoute = (
  path: string,
  take: (request: ServiceRequest, form: DynamicForm) => Promise<ServiceAnswer>,
): ServiceRoute => ({
  method: "POST",
  path,
  handle: async (request) => {
    const read = readDynamicForm(request.body);
    return "fault" in read ? refused(read.fault) : await take(request, read.form);
  },
});

/** With what the key of a form's sheet begins: the form and all that was sent of it. */
export const sheetName = (brand: ServiceBrand, form: DynamicForm): string =>
  createHash("sha256")
    .update(`${brand.code}\0${canonicalJson(form)}`)
    .digest("hex");

/** As what the sheets are kept among the records of services. */
export const sheetRecords = "report.dynamicForm";
