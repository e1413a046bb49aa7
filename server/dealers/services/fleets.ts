/** Fleets: what companies can buy, and their requests for a quote, which are kept and mailed. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { identityLabels, identityOf, mailOnce, phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { isSold, soldRoutes } from "./sold-vehicles.ts";
import { readTexts } from "../../services/embedded/texts.ts";

const service = "fleets";
const path = "/customer/api/fleets";

export const fleets = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    ...soldRoutes(parts.reference, path),
    {
      method: "POST",
      path: `${path}/quote`,
      handle: async (request) => {
        const { brand } = request;
        const refused = (fault: string) => refusal(400, fault, { data: { sendEmail: false } });
        const identity = identityOf(brand);
        const read = readTexts(request.body, {
          name: { max: 60 },
          [identity.name]: identity.rule,
          companyName: { max: 80 },
          telephone: phoneRule,
          email: { max: 80, fits: isPlainAddress },
          carQuantity: { max: 3, number: { from: 1, to: 999 } },
          comments: { max: 500, optional: true },
          brand: { max: 80 },
          model: { max: 80 },
        });
        if ("fault" in read) return refused(read.fault);
        const { texts } = read;
        if (!isSold(parts.reference, brand, texts["brand"]!, texts["model"]!)) {
          return refused('"model" no se vende aquí');
        }
        const mail = {
          mailbox: "fleets",
          subject: `Cotización de flota: ${texts["carQuantity"]} ${texts["brand"]} ${texts["model"]}`,
          body: "Una empresa quiere una cotización. Si respondes este correo, le escribes a la persona.",
          sections: [
            {
              title: "Cotización",
              labels: {
                brand: "Marca",
                model: "Modelo",
                carQuantity: "Cantidad de autos",
                comments: "Comentarios",
                companyName: "Empresa",
                name: "Nombre y apellidos",
                ...identityLabels,
                telephone: "Teléfono",
                email: "Correo electrónico",
              },
            },
          ],
          texts,
          replyTo: texts["email"]!,
        };
        const answer = { status: 200, body: { data: { sendEmail: true } } };
        return await mailOnce(parts, [service, "quote"], request, mail, answer);
      },
    },
  ],
});
