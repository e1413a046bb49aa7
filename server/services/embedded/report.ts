/** Reports: makes an Excel sheet of the answers of a form, and keeps it for whoever mails it. */
import { dayIn } from "../../clock.ts";
import type { DocumentContent } from "../../documents/content.ts";
import { drawDocument } from "../../documents/document.ts";
import { addServiceRecord, findServiceRecord } from "../../store/service-records.ts";
import type { EmbeddedService, ServiceBrand } from "../service.ts";
import { dynamicFormRoute, sheetKey, sheetRecords, type DynamicForm } from "./dynamic-form.ts";
import type { EmbeddedParts } from "./index.ts";
import { recordOnce } from "./record-once.ts";

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

export const report = ({ store, clock }: EmbeddedParts): EmbeddedService => ({
  service,
  routes: [
    dynamicFormRoute("/customer/api/report/generate-dynamic-form-excel", async (request, form) => {
      const { brand, body } = request;
      const now = clock();
      const sheet = sheetOf(brand, form, now);
      // What cannot be drawn is refused here, where somebody waits for the answer.
      const { name, bytes } = await drawDocument(sheet, now);
      return await recordOnce(store, service, request, now, async (db) => {
        const key = sheetKey(brand, form);
        if (!(await findServiceRecord(db, sheetRecords, key))) {
          const record = { service: sheetRecords, key, brand: brand.code, body, answer: sheet };
          await addServiceRecord(db, record, now);
        }
        return { status: 201, body: { statusCode: 201, file: name, size: bytes.length } };
      });
    }),
  ],
});
