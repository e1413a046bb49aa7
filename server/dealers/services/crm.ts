/** The CRM's web form: keeps what comes. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";

const rules: Record<string, TextRule> = {
  phone: { max: 20 },
  email: { max: 80, fits: isPlainAddress },
  subject: { max: 200 },
  symptoms: { max: 2000 },
  caseType: { max: 200 },
  identification: { max: 20 },
};

export const crm = ({ store, clock }: DealerDeps): ServiceRoutes => ({
  service: "crm",
  routes: [
    {
      method: "POST",
      path: "/crm/web-form",
      handle: async (request) => {
        const read = readTexts(request.body, rules);
        if ("fault" in read) return refusal(400, read.fault);
        return await recordOnce(store, "crm", request, clock(), async () => ({
          status: 201,
          body: { received: true },
        }));
      },
    },
  ],
});
