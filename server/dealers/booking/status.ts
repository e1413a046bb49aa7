/** How far somebody came with a booking: kept as it was told, sealed, until the run that told it is erased. */
import { isPlainAddress } from "../../mail-address.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { refusal, type ServiceAnswer, type ServiceRequest } from "../../services/embedded/service.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";
import { phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";

const optional = (max: number): TextRule => ({ max, optional: true });

const rules: Record<string, TextRule> = {
  uuid: { max: 80 },
  step: { max: 2, number: { from: 0, to: 20 } },
  source: { max: 20 },
  rut: optional(12),
  licensePlate: optional(6),
  brand: optional(80),
  model: optional(80),
  year: { max: 4, number: { from: 1900, to: 2100 }, optional: true },
  service: optional(80),
  branchOffice: optional(80),
  comment: optional(2000),
  adviser: optional(80),
  reservationDate: optional(30),
  name: optional(61),
  email: { max: 80, optional: true, fits: isPlainAddress },
  phone: { ...phoneRule, optional: true },
};

export async function keepStatus(
  { store, clock }: DealerDeps,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const read = readTexts(request.body, rules);
  if ("fault" in read) return refusal(400, read.fault, { statusCode: 400 });
  const answer = { status: 201, body: { received: true } };
  return await recordOnce(store, "appointment.status", request, clock(), () => Promise.resolve(answer));
}
