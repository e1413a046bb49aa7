/** Leads: requests for the quote of one car, which are kept and mailed, and those of purchases. `error` is false where all is well. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceAnswer, type ServiceRoutes } from "../../services/embedded/service.ts";
import { identityLabels, identityOf, mailOnce, phoneRule, type DealerMail } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";
import { campaignRules } from "../requests/campaign.ts";
import { completeLead, incompleteLead } from "./purchase-leads.ts";

const service = "lead";
const maxPrice = 999_999_999_999;
const maxId = 9_999_999_999;

const rules: Record<string, TextRule> = {
  name: { max: 80 },
  lastname: { max: 80 },
  email: { max: 80, fits: isPlainAddress },
  phoneNumber: phoneRule,
  contactPreference: { max: 40, optional: true },
  purchaseTime: { max: 40 },
  message: { max: 500, optional: true },
  id: { max: 10, number: { from: 1, to: maxId } },
  priceLabel: { max: 40 },
  dpsPrice: { max: 12, number: { from: 1, to: maxPrice }, optional: true },
  vin: { max: 40, optional: true },
  branchOfficeId: { max: 10, number: { from: 1, to: maxId }, optional: true },
  whatsappMessage: { max: 500, optional: true },
  whatsappNumber: { ...phoneRule, optional: true },
  whatsappLabel: { max: 80, optional: true },
  ...campaignRules,
};

/** What may be asked for beside the quote: said to the department as yes or no. */
const wishes = ["partPayment", "financing"] as const;

const refused = (fault: string): ServiceAnswer =>
  refusal(400, fault, { errorMessage: fault, statusCode: 400 });

export const lead = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    {
      method: "POST",
      path: "/customer/api/lead/quote",
      handle: async (request) => {
        const { partPayment, financing, ...body } = (request.body ?? {}) as Record<string, unknown>;
        const given = { partPayment, financing };
        const wrong = wishes.find((name) => typeof (given[name] ?? false) !== "boolean");
        if (wrong !== undefined) return refused(`"${wrong}" debe ser verdadero o falso`);
        const identity = identityOf(request.brand);
        const read = readTexts(body, { ...rules, [identity.name]: identity.rule });
        if ("fault" in read) return refused(read.fault);
        const said = wishes.map((name) => [name, given[name] === true ? "Sí" : "No"]);
        const texts: Record<string, string> = { ...read.texts, ...Object.fromEntries(said) };
        const mail: DealerMail = {
          mailbox: "quotes",
          subject: `Cotización del auto ${texts["id"]}`,
          body: "Una persona quiere la cotización de un auto. Si respondes este correo, le escribes.",
          sections: [
            {
              title: "Cotización",
              labels: {
                id: "Auto",
                priceLabel: "Precio",
                dpsPrice: "Precio especial",
                vin: "VIN",
                branchOfficeId: "Sucursal",
                purchaseTime: "Cuándo quiere comprar",
                partPayment: "Auto en parte de pago",
                financing: "Financiamiento",
                message: "Mensaje",
              },
            },
            {
              title: "Quién la pide",
              labels: {
                name: "Nombre",
                lastname: "Apellidos",
                ...identityLabels,
                phoneNumber: "Teléfono",
                email: "Correo electrónico",
                contactPreference: "Contacto preferido",
              },
            },
          ],
          texts,
          replyTo: texts["email"]!,
        };
        const answer = { status: 200, body: { error: false, statusCode: 200, data: { received: true } } };
        return await mailOnce(parts, [service, "quote"], request, mail, answer);
      },
    },
    completeLead(parts),
    incompleteLead(parts),
  ],
});
