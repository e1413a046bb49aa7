/** The complaints book: takes a sheet, keeps it, and mails it to those who attend to the brand's customers. */
import { formatOf } from "../../../schemas/engine/serve.ts";
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceRoute } from "../../services/embedded/service.ts";
import { mailOnce, phoneRule, type DealerMail } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { readTexts, type TextRule, type Texts } from "../../services/embedded/texts.ts";

const documentRules: TextRule[] = [
  { max: 8, fits: (text) => /^[0-9]{8}$/.test(text), says: "debe tener 8 dígitos" },
  {
    max: 12,
    fits: (text) => /^[A-Za-z0-9_-]{12}$/.test(text),
    says: "debe tener 12 letras, números, guiones o guiones bajos",
  },
];

/** What the codes 1 and 2 stand for. */
const codes: Record<string, [string, string]> = {
  documentType: ["DNI", "C.E."],
  productType: ["Producto", "Servicio"],
  claimType: ["Reclamo", "Queja"],
};

const soles = formatOf({ operation: "amount", with: { locale: "es-PE", currency: "PEN" } });
const maxSoles = 99_999_999;

const rulesFor = (documentType: unknown): Record<string, TextRule> => ({
  documentNumber: documentRules[documentType === 1 ? 0 : 1]!,
  name: { max: 60 },
  address: { max: 80 },
  phoneNumber: phoneRule,
  email: { max: 80, fits: isPlainAddress },
  branchOffice: { max: 120 },
  productDescription: { max: 500 },
  claimDescription: { max: 2000 },
  claimRequest: { max: 1000 },
});

/** The sheet in words, or what is wrong with the first of it that is, in Spanish. */
function readClaim(body: unknown): { texts: Texts } | { fault: string } {
  const { documentType, productType, claimType, claimAmount, ...rest } = (body ?? {}) as Record<
    string,
    unknown
  >;
  const given: Record<string, unknown> = { documentType, productType, claimType };
  const chosen: Texts = {};
  for (const [name, words] of Object.entries(codes)) {
    const code = given[name];
    if (code !== 1 && code !== 2) return { fault: `"${name}" debe ser 1 o 2` };
    chosen[name] = words[code - 1]!;
  }
  const amount = claimAmount as number;
  if (!Number.isSafeInteger(claimAmount) || amount < 0 || amount > maxSoles) {
    return { fault: '"claimAmount" debe ser un monto en soles, de hasta 8 cifras' };
  }
  const read = readTexts(rest, rulesFor(documentType));
  if ("fault" in read) return read;
  const { prefix, show } = soles;
  return { texts: { ...chosen, ...read.texts, claimAmount: `${prefix} ${show(String(amount))}` } };
}

const sections: DealerMail["sections"] = [
  {
    title: "Quien reclama",
    labels: {
      documentType: "Tipo de documento",
      documentNumber: "Número de documento",
      name: "Nombre",
      address: "Domicilio",
      phoneNumber: "Teléfono",
      email: "Correo electrónico",
    },
  },
  {
    title: "Bien contratado",
    labels: {
      productType: "Tipo",
      branchOffice: "Sucursal",
      claimAmount: "Monto reclamado",
      productDescription: "Descripción",
    },
  },
  {
    title: "Reclamación",
    labels: { claimType: "Tipo", claimDescription: "Detalle", claimRequest: "Pedido" },
  },
];

export const claimsBook = (service: string, parts: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/client-service/claims-book",
  handle: async (request) => {
    const read = readClaim(request.body);
    if ("fault" in read) return refusal(400, read.fault, { sendEmail: false });
    const { texts } = read;
    const mail: DealerMail = {
      mailbox: "customerService",
      subject: `Libro de Reclamaciones: ${texts["claimType"]}`,
      body: "Llegó una hoja del Libro de Reclamaciones. Si respondes este correo, le escribes a la persona.",
      sections,
      texts,
      replyTo: texts["email"]!,
    };
    const answer = { status: 200, body: { error: 0, sendEmail: true } };
    return await mailOnce(parts, [service, "claimsBook"], request, mail, answer);
  },
});
