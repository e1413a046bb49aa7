/** Mails the answers of a form, with the sheet that was made of them, to those who work with them. */
import type { MailPayload } from "../../mail/transport.ts";
import type { DocumentContent } from "../../documents/content.ts";
import { enqueueDeliveries, type NewDelivery } from "../../store/deliveries.ts";
import { findServiceRecord, recordKeys } from "../../store/service-records.ts";
import type { ServiceRoutes, ServiceBrand } from "../../services/embedded/service.ts";
import { dynamicFormRoute, refused, sheetName, sheetRecords, type DynamicForm } from "./dynamic-form.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";

const service = "email";

function mailsOf(brand: ServiceBrand, { email, subject, data }: DynamicForm, sheet: DocumentContent) {
  const draft = {
    brand: brand.mails(),
    subject,
    body: "Llegaron respuestas de un formulario de campaña. Van también en el Excel adjunto.",
    sections: [{ title: data.title, rows: data.fieldsData }],
  };
  const from = { name: brand.name, address: String(brand.facts["mailSender"]) };
  return email.map((to): MailPayload => ({ to, from, draft, documents: [sheet] }));
}

export const email = ({ store, clock, queued }: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    dynamicFormRoute("/customer/api/email/dynamic-form", async (request, form) => {
      const { brand } = request;
      const now = clock();
      const answer = await recordOnce(store, service, request, now, async (db, key) => {
        const [sheet] = await recordKeys(db, sheetRecords, `${sheetName(brand, form)}/`);
        const kept = sheet === undefined ? undefined : await findServiceRecord(db, sheetRecords, sheet);
        if (!kept) return refused("Todavía no hay un Excel con estas respuestas");
        const mails = mailsOf(brand, form, kept.answer as DocumentContent);
        const deliveries = mails.map((payload, index): NewDelivery => ({
          submission: null,
          brand: brand.code,
          kind: "mail",
          dedupe: `${service}.dynamicForm/${key}/${index}`,
          payload,
        }));
        await enqueueDeliveries(db, deliveries, now);
        return { status: 201, body: { statusCode: 201, recipients: mails.length } };
      });
      queued?.();
      return answer;
    }),
  ],
});
