/** Customer service: takes what people write to the brand, keeps it, and mails it to whom it concerns. */
import { isPlainAddress } from "../../mail-address.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceBrand,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { claimsBook } from "./claims-book.ts";
import { identityLabels, identityOf, mailOnce, phoneRule, type DealerMail } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { readTexts, type TextRule, type Texts } from "../../services/embedded/texts.ts";

const service = "clientService";

/** A sort of request that comes by the same path. */
interface Variant {
  /** What only this one has: it tells it from the others. */
  sign: string;
  rules: (brand: ServiceBrand) => Record<string, TextRule>;
  mail: (brand: ServiceBrand, texts: Texts) => DealerMail;
}

const plate = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();

const identityRule = (brand: ServiceBrand): Record<string, TextRule> => {
  const { name, rule } = identityOf(brand);
  return { [name]: rule };
};

const contact: Variant = {
  sign: "contactReason",
  rules: (brand) => ({
    requestType: { max: 120 },
    serviceType: { max: 120 },
    contactReason: { max: 120 },
    subContactReason: { max: 120 },
    name: { max: 60 },
    lastname: { max: 60 },
    ...identityRule(brand),
    email: { max: 80, fits: isPlainAddress },
    patent: {
      max: 12,
      fits: (text) => /^[A-Z0-9]{6}$/.test(plate(text)),
      says: "debe tener 6 letras o números",
      // Not everybody who writes has a car.
      optional: true,
    },
    contactNumber: phoneRule,
    city: { max: 80, optional: true },
    branch: { max: 120, optional: true },
    comment: { max: 500 },
  }),
  mail: (brand, texts) => ({
    mailbox: "customerService",
    subject: `Contacto web: ${texts["contactReason"]} · ${texts["subContactReason"]}`,
    body: "Llegó una solicitud desde el formulario de contacto. Si respondes este correo, le escribes a la persona.",
    sections: [
      {
        title: "Solicitud",
        labels: {
          requestType: "Tipo de solicitud",
          serviceType: "Tipo de servicio",
          contactReason: "Motivo de contacto",
          subContactReason: "Submotivo de contacto",
          city: "Ciudad",
          branch: "Sucursal",
          name: "Nombre",
          lastname: "Apellidos",
          ...identityLabels,
          contactNumber: "Teléfono",
          email: "Correo electrónico",
          patent: brand.facts["country"] === "PE" ? "Placa" : "Patente",
          comment: "Comentario",
        },
      },
    ],
    texts: { ...texts, ...(texts["patent"] ? { patent: plate(texts["patent"]) } : {}) },
    replyTo: texts["email"]!,
  }),
};

const leasing: Variant = {
  sign: "clientFullName",
  rules: (brand) => ({
    requestType: { max: 120 },
    clientFullName: { max: 60 },
    ...identityRule(brand),
    clientPhoneNumber: phoneRule,
    clientEmail: { max: 80, fits: isPlainAddress },
    comment: { max: 500, optional: true },
  }),
  mail: (_brand, texts) => ({
    mailbox: "financing",
    subject: `Solicitud web: ${texts["requestType"]}`,
    body: "Llegó una solicitud de financiamiento, seguro o leasing. Si respondes este correo, le escribes a la persona.",
    sections: [
      {
        title: "Solicitud",
        labels: {
          requestType: "Tipo de solicitud",
          clientFullName: "Nombre y apellidos",
          ...identityLabels,
          clientPhoneNumber: "Teléfono",
          clientEmail: "Correo electrónico",
          comment: "Mensaje",
        },
      },
    ],
    texts,
    replyTo: texts["clientEmail"]!,
  }),
};

const variants = [contact, leasing];

/** The one variant whose sign the body has, or what is wrong. What has none of them says nothing that we could send. */
function variantOf({ body }: ServiceRequest): Variant | string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return "El cuerpo debe ser un objeto JSON";
  }
  const found = variants.filter(({ sign }) => Object.hasOwn(body, sign));
  if (found.length === 1) return found[0]!;
  const signs = variants.map(({ sign }) => `"${sign}"`);
  return found.length === 0 ? `Falta ${signs.join(" o ")}` : `${signs.join(" y ")} no van juntos`;
}

export const clientService = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    claimsBook(service, parts),
    {
      method: "POST",
      path: "/customer/api/client-service/send-email",
      handle: async (request) => {
        const { brand } = request;
        const refused = (fault: string) => refusal(400, fault, { sendEmail: false });
        const variant = variantOf(request);
        if (typeof variant === "string") return refused(variant);
        const read = readTexts(request.body, variant.rules(brand));
        if ("fault" in read) return refused(read.fault);
        const answer = { status: 200, body: { error: 0, sendEmail: true } };
        return await mailOnce(
          parts,
          [service, "sendEmail"],
          request,
          variant.mail(brand, read.texts),
          answer,
        );
      },
    },
  ],
});
