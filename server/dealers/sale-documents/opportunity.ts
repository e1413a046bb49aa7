/** The opportunity of a sale: whom its documents are of, which they are, and the address that leads to them. */
import { createHash, randomUUID } from "node:crypto";
import type { MailBrand } from "../../mail/content.ts";
import type { MailPayload } from "../../mail/transport.ts";
import { newToken } from "../../random.ts";
import type { ServiceBrand } from "../../services/embedded/service.ts";
import { fact } from "../../services/embedded/facts.ts";
import {
  addOpportunity,
  documentsOf,
  findOpportunity,
  type Opportunity,
  type OpportunityDetails,
  type OpportunityDocument,
} from "../../store/opportunities.ts";
import type { Queries } from "../../store/store.ts";

/** Days in which its address opens. */
export const opportunityDays = 30;

/** Megabytes of a document, and the formats that are taken. */
export const maxFileSize = 10;
const usualFormats = [".docx", ".doc", ".xls", ".xlsx", ".csv", ".jpg", ".jpeg", ".pdf", ".png"];

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** What a brand asks for, as its facts say. */
function askedBy({ code, facts }: ServiceBrand): string[] {
  const { saleDocuments } = facts;
  if (!Array.isArray(saleDocuments) || saleDocuments.length === 0)
    throw new Error(`The facts of brand ${code} say no saleDocuments`);
  return saleDocuments.map(String);
}

/** Opens one for a call, and gives its token; the same call again gives the same. */
export async function openOpportunity(
  db: Queries,
  brand: ServiceBrand,
  about: Pick<OpportunityDetails, "name" | "email" | "subject">,
  { key, now }: { key: string; now: Date },
): Promise<string> {
  const token = newToken();
  const id = randomUUID();
  const at = now.toISOString();
  const expires = new Date(now.getTime() + opportunityDays * 86_400_000);
  const from = { name: brand.name, address: fact(brand, ["mailSender"]) };
  const details: OpportunityDetails<MailBrand> = { token, ...about, from, brand: brand.mails() };
  const documents = askedBy(brand).map((caption, position): OpportunityDocument => ({
    id: `${brand.code}-${randomUUID()}`,
    opportunity: id,
    position,
    caption,
    formats: usualFormats.join(","),
    state: null,
    file: null,
    note: null,
    size: 0,
    stored: null,
    changed_at: at,
  }));
  const opportunity: Opportunity = {
    id,
    brand: brand.code,
    call_key: key,
    token_hash: hashOf(token),
    details: JSON.stringify(details),
    created_at: at,
    expires_at: expires.toISOString(),
  };
  await addOpportunity(db, opportunity, documents);
  return token;
}

/** The mail that leads to it. */
export const invitation = (
  brand: ServiceBrand,
  { name, email, subject }: Pick<OpportunityDetails, "name" | "email" | "subject">,
  token: string,
): MailPayload => ({
  to: email,
  isFromAnswers: true,
  from: { name: brand.name, address: fact(brand, ["mailSender"]) },
  draft: {
    brand: brand.mails(),
    subject: `Sube los documentos de tu ${subject}`,
    body: `Hola, ${name}: para seguir con tu ${subject} necesitamos algunos documentos. Puedes subirlos durante ${opportunityDays} días, de a uno o varios a la vez.`,
    buttons: [{ label: "Subir tus documentos", href: `/documentos/${token}` }],
  },
});

/** Whether a document is one of a brand's site: its id begins with the code of the company. */
export const isOfCompany = (brand: Pick<ServiceBrand, "code">, id: string): boolean =>
  id.startsWith(`${brand.code}-`);

/** The documents behind an address, or why it does not open. */
export async function openedBy(
  db: Queries,
  brand: ServiceBrand,
  token: string,
  now: Date,
): Promise<
  { opportunity: Opportunity; documents: OpportunityDocument[] } | { error: "unknown" | "expired" }
> {
  const opportunity = await findOpportunity(db, "token_hash", hashOf(token));
  if (!opportunity || opportunity.brand !== brand.code) return { error: "unknown" };
  if (opportunity.expires_at <= now.toISOString()) return { error: "expired" };
  const documents = await documentsOf(db, opportunity.id);
  return { opportunity, documents: documents.filter(({ id }) => isOfCompany(brand, id)) };
}
