/** The documents of a sale: opening the list of an opportunity, and showing it to whoever has its address. */
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { readTexts } from "../../services/embedded/texts.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { isPlainAddress } from "../../mail-address.ts";
import { tokenPattern } from "../../random.ts";
import { enqueueDelivery } from "../../store/deliveries.ts";
import { detailsOf, type OpportunityDocument } from "../../store/opportunities.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { invitation, maxFileSize, openedBy, openOpportunity } from "../sale-documents/opportunity.ts";
import { queryFault } from "./query.ts";

const service = "documents";

async function open({ store, clock, queued }: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const read = readTexts(request.body, {
    name: { max: 160 },
    email: { max: 254, fits: isPlainAddress, says: "debe ser un correo" },
    subject: { max: 160 },
    tell: { max: 4, optional: true, fits: (text) => text === "mail", says: 'es "mail"' },
  });
  if ("fault" in read) return refusal(400, read.fault);
  const { name = "", email = "", subject = "", tell } = read.texts;
  const now = clock();
  const answer = await recordOnce(store, service, request, now, async (db, key) => {
    const token = await openOpportunity(db, request.brand, { name, email, subject }, { key, now });
    if (tell !== undefined) {
      // Nobody waits for the answer that says where: the list was opened in the background.
      const payload = invitation(request.brand, { name, email, subject }, token);
      const dedupe = `documents.open/${key}`;
      await enqueueDelivery(
        db,
        { submission: null, brand: request.brand.code, kind: "mail", dedupe, payload },
        now,
      );
    }
    return { status: 200, body: { status: "ok", opportunity: token } };
  });
  queued?.();
  return answer;
}

const itemOf = ({ id, caption, formats, state, note, file }: OpportunityDocument) => ({
  fileId: id,
  caption,
  maxFileSize,
  acceptedFormats: formats.split(","),
  status: state ?? "EMPTY",
  ...(note === null ? {} : { note }),
  ...(file === null ? {} : { name: (JSON.parse(file) as { name: string }).name }),
});

async function show(
  { store, clock }: DealerDeps,
  { brand }: ServiceRequest,
  id: unknown,
): Promise<ServiceAnswer> {
  if (typeof id !== "string" || !new RegExp(tokenPattern).test(id))
    return { status: 200, body: { error: "unknown" } };
  const found = await openedBy(store.db, brand, id, clock());
  if ("error" in found) return { status: 200, body: found };
  const { subject } = detailsOf(found.opportunity);
  const until = found.opportunity.expires_at.slice(0, 10);
  return { status: 200, body: { value: found.documents.map(itemOf), subject, until } };
}

/** Those that came, and how they are. */
async function attached(deps: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const fault = queryFault(request, ["id"]);
  if (fault) return fault;
  const { status, body } = await show(deps, request, request.query["id"]);
  const { value, ...rest } = body as { value?: ReturnType<typeof itemOf>[] };
  return { status, body: value ? { value: value.filter((one) => one.status !== "EMPTY") } : rest };
}

export const documents = (parts: DealerDeps): ServiceRoutes => ({
  service,
  routes: [
    { method: "POST", path: "/documents/opportunities", handle: (request) => open(parts, request) },
    {
      method: "POST",
      path: "/api/upload-files/verify",
      handle: (request) => show(parts, request, (request.body as { id?: unknown } | null)?.id),
    },
    {
      method: "GET",
      path: "/api/upload-files/check-attached-document",
      handle: (request) => attached(parts, request),
    },
  ],
});
