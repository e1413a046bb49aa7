/** The buying flow: keeps which files came for a sale, and who asks for an evaluation of their credit. */
import { createHash } from "node:crypto";
import { refusal, type ServiceRoute, type ServiceRoutes } from "../../services/embedded/service.ts";
import { evaluationRoute } from "./evaluation.ts";
import type { DealerDeps } from "../requests/deps.ts";
import type { CarServiceDeps } from "./index.ts";
import { specialReservationRoute } from "./reservation.ts";
import type { Units } from "../units/units.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";

const service = "buyingFlow";

const rules: Record<string, TextRule> = {
  name: { max: 120 },
  salesDocumentId: { max: 80 },
  extension: { max: 10, fits: (text) => /^[A-Za-z0-9]+$/.test(text) },
};

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

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
  routes: [evaluationRoute(parts), documentsRoute(parts), specialReservationRoute({ ...parts, units })],
});

const documentsRoute = ({ store, clock }: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/buying-flow/document/upload-files",
  handle: async (request) => {
    const { form } = request;
    if (!form) return refusal(400, "El cuerpo debe ser multipart/form-data");
    const unknown = Object.keys(form.fields).find((part) => part !== "data");
    if (unknown !== undefined) return refusal(400, `${shown(unknown)} no se conoce`);
    const read = readTexts(parsed(form.fields["data"]), rules);
    if ("fault" in read) return refusal(400, read.fault);
    if (form.files.length === 0) return refusal(400, "Faltan archivos");
    const other = form.files.find(({ part }) => part !== "files");
    if (other) return refusal(400, `${shown(other.part)} no se conoce`);
    const files = form.files.map(({ name, type, bytes }) => ({
      name,
      type,
      size: bytes.byteLength,
      sha256: sha256(bytes),
    }));
    // The record tells a repeat by what came, so the bytes themselves need not stay.
    const kept = { ...request, body: { ...read.texts, files } };
    return await recordOnce(store, service, kept, clock(), async () => ({
      status: 200,
      body: { status: "ok" },
    }));
  },
});
