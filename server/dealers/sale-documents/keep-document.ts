/** A document that came for a sale: judged by what it holds, kept, and from then on waiting for its review. */
import { createHash } from "node:crypto";
import { typesOf } from "../../files/content-types.ts";
import { ApiError } from "../../http/errors.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceFile,
  type ServiceFiles,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { changeDocument, findOpportunity, lockDocument } from "../../store/opportunities.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { isOfCompany, maxFileSize } from "./opportunity.ts";

const done: ServiceAnswer = { status: 200, body: { status: "ok" } };
const unknown = refusal(404, "No pedimos ese documento");
const closed = refusal(409, "Ese documento ya llegó");

export interface ComingDocument {
  name: string;
  salesDocumentId: string;
  extension: string;
}

async function fault(
  files: ServiceFiles,
  file: ServiceFile,
  name: string,
  formats: string,
): Promise<ServiceAnswer | undefined> {
  const limits = { size: maxFileSize * 1024 * 1024, types: typesOf(formats.split(",")) };
  // What was judged as this name and a type that is taken is not looked through a second time.
  if (file.isJudged && file.name === name && limits.types.includes(file.type)) return undefined;
  const bytes = Buffer.from(file.bytes);
  const content = {
    size: bytes.length,
    read: async (at: number, length: number) => bytes.subarray(at, at + length),
  };
  try {
    await files.judge({ name, declared: file.type, content }, limits);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status < 500
      ? refusal(422, "El archivo no se acepta", { reason: error.sentence })
      : refusal(503, "Ahora no se puede revisar el archivo", { reason: error.sentence });
  }
}

/** Keeps it, once for one key. What came before and was observed is gone then. */
export async function keepDocument(
  { store, clock, files }: DealerDeps,
  service: string,
  request: ServiceRequest,
  { name, salesDocumentId, extension }: ComingDocument,
  file: ServiceFile,
): Promise<ServiceAnswer> {
  if (!files) return refusal(503, "No hay dónde guardar archivos");
  if (!request.key) return refusal(400, "Falta la cabecera Idempotency-Key");
  const { brand } = request;
  const now = clock();
  const at = now.toISOString();
  const asked = isOfCompany(brand, salesDocumentId)
    ? await store.transaction((db) => lockDocument(db, salesDocumentId))
    : undefined;
  const opportunity = asked && (await findOpportunity(store.db, "id", asked.opportunity));
  if (!asked || opportunity?.brand !== brand.code || opportunity.expires_at <= at) return unknown;
  if (!name.toLowerCase().endsWith(`.${extension.toLowerCase()}`))
    return refusal(422, "La extensión no es la del nombre");
  const wrong = await fault(files, file, name, asked.formats);
  if (wrong) return wrong;
  const stored = await files.keep(file.bytes);
  let before: string | null = null;
  let isKept = false;
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  // An erasure finds the record by the call that opened the opportunity.
  const key = `${request.key}/${opportunity.call_key}`;
  const recorded = { ...request, key, body: { salesDocumentId, sha256 } };
  const answer = await recordOnce(store, service, recorded, now, async (db) => {
    const document = await lockDocument(db, salesDocumentId);
    if (!document) return unknown;
    if (document.state === "PENDING" || document.state === "COMPLETED") return closed;
    before = document.stored;
    await changeDocument(db, document.id, {
      state: "PENDING",
      file: JSON.stringify({ name, type: file.type }),
      note: null,
      size: file.bytes.byteLength,
      stored,
      changed_at: at,
    });
    isKept = true;
    return done;
  });
  // Of a commit whose answer was lost nobody knows: then this is not reached, and housekeeping decides.
  await files.discard(isKept ? (before === null ? [] : [before]) : [stored]);
  return answer;
}
