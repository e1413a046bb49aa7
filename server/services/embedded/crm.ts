/** The CRM's web form: keeps what comes. */
import { isPlainAddress } from "../../mail-address.ts";
import { refusal, type EmbeddedService } from "./service.ts";
import type { EmbeddedDeps } from "./index.ts";
import { recordOnce } from "./record-once.ts";
import { readTexts, type TextRule } from "./texts.ts";

const rules: Record<string, TextRule> = {
  phone: { max: 20 },
  email: { max: 80, fits: isPlainAddress },
  subject: { max: 200 },
  symptoms: { max: 2000 },
  caseType: { max: 200 },
  identification: { max: 20 },
};

export const crm = ({ store, clock }: EmbeddedDeps): EmbeddedService => ({
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
