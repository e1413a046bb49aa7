/** The buying flow: keeps documents that come for a sale, and who asks for an evaluation of their credit. */
import { refusal, type ServiceRoute, type ServiceRoutes } from "../../services/embedded/service.ts";
import { evaluationRoute } from "./evaluation.ts";
import type { DealerDeps } from "../requests/deps.ts";
import type { CarServiceDeps } from "./index.ts";
import { incompleteSpecialReservation } from "./purchase-leads.ts";
import { specialReservationRoute } from "./reservation.ts";
import { keepDocument } from "../sale-documents/keep-document.ts";
import type { Units } from "../units/units.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";

const service = "buyingFlow";

const rules: Record<string, TextRule> = {
  name: { max: 120 },
  salesDocumentId: { max: 80 },
  extension: { max: 10, fits: (text) => /^[A-Za-z0-9]+$/.test(text) },
};

const shown = (part: string): string => JSON.stringify(part.slice(0, 40));

const parsed = (text = ""): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const buyingFlow = (parts: CarServiceDeps, units: Units): ServiceRoutes => ({
  service,
  routes: [
    evaluationRoute(parts),
    documentsRoute(parts),
    specialReservationRoute({ ...parts, units }),
    incompleteSpecialReservation(parts),
  ],
});

const documentsRoute = (deps: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/buying-flow/document/upload-files",
  handle: async (request) => {
    const { form } = request;
    if (!form) return refusal(400, "El cuerpo debe ser multipart/form-data");
    const unknown = Object.keys(form.fields).find((part) => part !== "data");
    if (unknown !== undefined) return refusal(400, `${shown(unknown)} no se conoce`);
    const read = readTexts(parsed(form.fields["data"]), rules);
    if ("fault" in read) return refusal(400, read.fault);
    const [file, ...others] = form.files;
    if (!file) return refusal(400, "Faltan archivos");
    if (file.part !== "files") return refusal(400, `${shown(file.part)} no se conoce`);
    if (others.length > 0) return refusal(400, "Un documento es un archivo");
    const { name = "", salesDocumentId = "", extension = "" } = read.texts;
    return await keepDocument(deps, service, request, { name, salesDocumentId, extension }, file);
  },
});
