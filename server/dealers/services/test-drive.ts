/** Test drives: what can be driven, and requests to do so, which are kept and mailed. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { identityLabels, identityOf, mailOnce, phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { isSold, soldRoutes } from "./sold-vehicles.ts";
import { readTexts } from "../../services/embedded/texts.ts";

const service = "testDrive";
const path = "/customer/api/test-drive";

export const testDrive = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    ...soldRoutes(parts.reference, path),
    {
      method: "POST",
      path: `${path}/send-email`,
      handle: async (request) => {
        const { brand } = request;
        const refused = (fault: string) => refusal(400, fault, { sendEmail: false });
        const identity = identityOf(brand);
        const read = readTexts(request.body, {
          clientFullName: { max: 60 },
          clientPhoneNumber: phoneRule,
          clientEmail: { max: 80, fits: isPlainAddress },
          clientCommune: { max: 40 },
          clientRut: identity.rule,
          carBrand: { max: 80 },
          carModel: { max: 80 },
          branchOfficeName: { max: 120 },
        });
        if ("fault" in read) return refused(read.fault);
        const { texts } = read;
        if (!isSold(parts.reference, brand, texts["carBrand"]!, texts["carModel"]!)) {
          return refused('"carModel" no se vende aquí');
        }
        const mail = {
          mailbox: "testDrives",
          subject: `Test drive: ${texts["carBrand"]} ${texts["carModel"]} · ${texts["branchOfficeName"]}`,
          body: "Una persona quiere manejar un auto: llámala para acordar el día y la hora. Si respondes este correo, le escribes.",
          sections: [
            {
              title: "Solicitud",
              labels: {
                carBrand: "Marca",
                carModel: "Modelo",
                branchOfficeName: "Sucursal",
                clientFullName: "Nombre y apellidos",
                clientRut: identityLabels[identity.name],
                clientCommune: brand.facts["country"] === "PE" ? "Distrito" : "Comuna",
                clientPhoneNumber: "Teléfono",
                clientEmail: "Correo electrónico",
              },
            },
          ],
          texts,
          replyTo: texts["clientEmail"]!,
        };
        const answer = { status: 200, body: { sendEmail: true } };
        return await mailOnce(parts, [service, "sendEmail"], request, mail, answer);
      },
    },
  ],
});
