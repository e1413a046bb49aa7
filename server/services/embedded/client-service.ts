/** Customer service: takes what people write to the brand, keeps it, and mails it to the brand's mailbox. */
import { renderMail } from "../../deliveries/mail-content.ts";
import { isPlainAddress, type MailPayload } from "../../deliveries/mail.ts";
import { enqueueDelivery } from "../../store/deliveries.ts";
import { refusal, type EmbeddedService, type ServiceBrand } from "../service.ts";
import { claimsBook } from "./claims-book.ts";
import { fact } from "./facts.ts";
import type { EmbeddedParts } from "./index.ts";
import { recordOnce } from "./record-once.ts";
import { readTexts, type TextRule, type Texts } from "./texts.ts";

const service = "clientService";

const identityRules: Record<string, TextRule> = {
  rut: { max: 12, fits: (text) => /^[0-9.]{6,10}-?[0-9kK]$/.test(text) },
  dni: { max: 8, fits: (text) => /^[0-9]{8}$/.test(text), says: "debe tener 8 dígitos" },
};

const plate = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();

const rulesFor = (identity: string): Record<string, TextRule> => ({
  requestType: { max: 120 },
  serviceType: { max: 120 },
  contactReason: { max: 120 },
  subContactReason: { max: 120 },
  name: { max: 60 },
  lastname: { max: 60 },
  [identity]: identityRules[identity]!,
  email: { max: 80, fits: isPlainAddress },
  patent: {
    max: 12,
    fits: (text) => /^[A-Z0-9]{6}$/.test(plate(text)),
    says: "debe tener 6 letras o números",
  },
  contactNumber: { max: 20, fits: (text) => /^\+?[0-9 ]{6,20}$/.test(text) },
  city: { max: 80, optional: true },
  branch: { max: 120, optional: true },
  comment: { max: 500 },
});

const mailLabels = (brand: ServiceBrand): Record<string, string> => ({
  requestType: "Tipo de solicitud",
  serviceType: "Tipo de servicio",
  contactReason: "Motivo de contacto",
  subContactReason: "Submotivo de contacto",
  city: "Ciudad",
  branch: "Sucursal",
  name: "Nombre",
  lastname: "Apellidos",
  rut: "RUT",
  dni: "DNI",
  contactNumber: "Teléfono",
  email: "Correo electrónico",
  patent: brand.facts["country"] === "PE" ? "Placa" : "Patente",
  comment: "Comentario",
});

function contactMail(brand: ServiceBrand, texts: Texts): MailPayload {
  const rows = Object.entries(mailLabels(brand))
    .filter(([name]) => texts[name] !== undefined)
    .map(([name, label]) => ({ label, value: texts[name]! }));
  const content = renderMail({
    brand,
    // Mail servers keep headers in their logs: nobody's name stands in one.
    subject: `Contacto web: ${texts["contactReason"]} · ${texts["subContactReason"]}`,
    body: "Llegó una solicitud desde el formulario de contacto. Si respondes este correo, le escribes a la persona.",
    sections: [{ title: "Solicitud", rows }],
  });
  return {
    to: fact(brand, ["mailboxes", "customerService"]),
    from: { name: brand.name, address: fact(brand, ["mailSender"]) },
    replyTo: texts["email"]!,
    ...content,
  };
}

export const clientService = (parts: EmbeddedParts): EmbeddedService => ({
  service,
  routes: [
    claimsBook(service, parts),
    {
      method: "POST",
      path: "/customer/api/client-service/send-email",
      handle: async (request) => {
        const { store, clock, queued } = parts;
        const { brand } = request;
        const identity = fact(brand, ["identity"]);
        if (!Object.hasOwn(identityRules, identity)) throw new Error(`Unknown identity fact: ${identity}`);
        const read = readTexts(request.body, rulesFor(identity));
        if ("fault" in read) return refusal(400, read.fault, { sendEmail: false });
        const answer = await recordOnce(store, service, request, clock(), async (db, key) => {
          await enqueueDelivery(
            db,
            {
              submission: null,
              brand: brand.code,
              kind: "mail",
              dedupe: `${service}.sendEmail/${key}`,
              payload: contactMail(brand, { ...read.texts, patent: plate(read.texts["patent"]!) }),
            },
            clock(),
          );
          return { status: 200, body: { error: 0, sendEmail: true } };
        });
        queued?.();
        return answer;
      },
    },
  ],
});
