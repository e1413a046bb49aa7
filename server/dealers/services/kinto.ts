/** Vehicle subscriptions: requests for a quote, which are kept and mailed. `error` is 0 where all is well. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { hasMailbox, identityLabels, identityOf, mailOnce, phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { readTexts } from "../../services/embedded/texts.ts";

const service = "kinto";
const mailbox = "subscriptions";

export const kinto = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    {
      method: "POST",
      path: "/customer/api/kinto/quote",
      handle: async (request) => {
        const { brand } = request;
        if (!hasMailbox(brand, mailbox)) return refusal(404, "Esta marca no ofrece suscripciones");
        const identity = identityOf(brand);
        const read = readTexts(request.body, {
          name: { max: 60 },
          [identity.name]: identity.rule,
          phone: phoneRule,
          email: { max: 80, fits: isPlainAddress },
          model: { max: 80 },
          term: { max: 2, number: { from: 1, to: 60 } },
          branchOfficeName: { max: 120 },
          comments: { max: 500, optional: true },
        });
        if ("fault" in read) return refusal(400, read.fault);
        const { texts } = read;
        const mail = {
          mailbox,
          subject: `Suscripción Kinto: ${texts["model"]} · ${texts["term"]} meses`,
          body: "Una persona quiere cotizar una suscripción. Si respondes este correo, le escribes.",
          sections: [
            {
              title: "Cotización",
              labels: {
                model: "Modelo",
                term: "Plazo en meses",
                branchOfficeName: "Sucursal",
                comments: "Comentarios",
                name: "Nombre y apellidos",
                ...identityLabels,
                phone: "Teléfono",
                email: "Correo electrónico",
              },
            },
          ],
          texts,
          replyTo: texts["email"]!,
        };
        return await mailOnce(parts, [service, "quote"], request, mail, { status: 200, body: { error: 0 } });
      },
    },
  ],
});
