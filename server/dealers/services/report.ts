/** Reports: an Excel sheet of the answers of a form, kept for whoever mails it; and the PDF of a declaration, which is mailed. */
import { dayIn } from "../../clock.ts";
import type { MailPayload } from "../../mail/transport.ts";
import type { DocumentContent } from "../../documents/content.ts";
import { drawDocument } from "../../documents/document.ts";
import { enqueueDelivery } from "../../store/deliveries.ts";
import { addServiceRecord } from "../../store/service-records.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceBrand,
  type ServiceRoute,
} from "../../services/embedded/service.ts";
import { hasMailbox } from "../requests/dealer-mail.ts";
import { dynamicFormRoute, sheetName, sheetRecords, type DynamicForm } from "./dynamic-form.ts";
import { fact } from "../../services/embedded/facts.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { plaftDocument, readPlaftDeclaration } from "./plaft-declaration.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";

const service = "report";

/** What the sheet says. It is drawn again when it is mailed, and is the same then. */
function sheetOf(brand: ServiceBrand, { data, formId }: DynamicForm, now: Date): DocumentContent {
  const { fieldsData, title, description, subTitle } = data;
  return {
    format: "excel",
    name: `formulario-${formId.replaceAll(/[^A-Za-z0-9]+/g, "-")}`,
    brand: { name: brand.name, colour: brand.colour },
    locale: String(brand.facts["locale"]),
    title,
    ...(description === "" ? {} : { body: description }),
    number: formId,
    day: dayIn(String(brand.facts["timeZone"]), now),
    labels: { number: "Formulario", date: "Fecha", page: "", continued: "", sheet: "Respuestas" },
    sections: [{ ...(subTitle === "" ? {} : { title: subTitle }), rows: fieldsData }],
  };
}

/** Who looks at declarations. */
const mailbox = "compliance";

function mailOf(brand: ServiceBrand, document: DocumentContent): MailPayload {
  const { subject, body } = {
    subject: `Declaración de conocimiento del cliente: ${document.number}`,
    body: "Llegó una declaración jurada de conocimiento del cliente. Va adjunta en PDF.",
  };
  return {
    to: fact(brand, ["mailboxes", mailbox]),
    from: { name: brand.name, address: fact(brand, ["mailSender"]) },
    draft: { brand: brand.mails(), subject, body },
    documents: [document],
  };
}

/** Its status is ok when the declaration is kept, with the mail that takes its document to those who look at it. */
const plaft = ({ store, clock, queued }: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/report/generate-plaft-pdf",
  handle: async (request) => {
    const { brand, body } = request;
    if (!hasMailbox(brand, mailbox))
      return refusal(404, "Esta marca no recibe declaraciones", { status: "error" });
    const read = readPlaftDeclaration(body);
    if ("fault" in read) return refusal(400, read.fault, { status: "error" });
    const now = clock();
    const document = plaftDocument(brand, read.declaration, dayIn(String(brand.facts["timeZone"]), now));
    // What cannot be drawn is refused here, where somebody waits for the answer.
    const { name, bytes } = await drawDocument(document, now);
    const answer = await recordOnce(store, service, request, now, async (db, key) => {
      const dedupe = `${service}.plaft/${key}`;
      const payload = mailOf(brand, document);
      await enqueueDelivery(db, { submission: null, brand: brand.code, kind: "mail", dedupe, payload }, now);
      return { status: 200, body: { status: "ok", file: name, size: bytes.length } };
    });
    queued?.();
    return answer;
  },
});

export const report = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    plaft(parts),
    dynamicFormRoute("/customer/api/report/generate-dynamic-form-excel", async (request, form) => {
      const { brand, body } = request;
      const { store } = parts;
      const now = parts.clock();
      const sheet = sheetOf(brand, form, now);
      // What cannot be drawn is refused here, where somebody waits for the answer.
      const { name, bytes } = await drawDocument(sheet, now);
      return await recordOnce(store, service, request, now, async (db, call) => {
        const key = `${sheetName(brand, form)}/${call}`;
        await addServiceRecord(
          db,
          { service: sheetRecords, key, brand: brand.code, body, answer: sheet },
          now,
        );
        return { status: 201, body: { statusCode: 201, file: name, size: bytes.length } };
      });
    }),
  ],
});
