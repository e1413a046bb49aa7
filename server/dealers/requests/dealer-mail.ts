/** What people write to a department of the brand: kept once, and mailed to the department's mailbox. */
import type { MailPayload } from "../../mail/transport.ts";
import { withCommit } from "../../store/compiled.ts";
import { addDeliveries, type NewDelivery } from "../../store/deliveries.ts";
import type { Queries } from "../../store/store.ts";
import type { ServiceAnswer, ServiceBrand, ServiceRequest } from "../../services/embedded/service.ts";
import { fact } from "../../services/embedded/facts.ts";
import type { DealerDeps } from "./deps.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import type { TextRule, Texts } from "../../services/embedded/texts.ts";

export interface DealerMail {
  /** Which of the brand's `mailboxes`. */
  mailbox: string;
  /** Mail servers keep headers in their logs: nobody's name stands in it. */
  subject: string;
  body: string;
  /** What each text is called, in the order in which they are read. */
  sections: { title: string; labels: Record<string, string> }[];
  texts: Texts;
  /** Whom an answer reaches; left out, nobody: what came names no address. */
  replyTo?: string;
}

const identityRules: Record<string, TextRule> = {
  rut: { max: 12, fits: (text) => /^[0-9.]{6,10}-?[0-9kK]$/.test(text) },
  dni: { max: 8, fits: (text) => /^[0-9]{8}$/.test(text), says: "debe tener 8 dígitos" },
};

export const phoneRule: TextRule = { max: 20, fits: (text) => /^\+?[0-9 ]{6,20}$/.test(text) };

export const identityLabels = { rut: "RUT", dni: "DNI" };

/** The rule for the brand's identity document, and the name that calls have for it: `rut` or `dni`. */
export function identityOf(brand: ServiceBrand): { name: "rut" | "dni"; rule: TextRule } {
  const name = fact(brand, ["identity"]);
  if (!Object.hasOwn(identityRules, name)) throw new Error(`Unknown identity fact: ${name}`);
  return { name: name as "rut" | "dni", rule: identityRules[name]! };
}

/** Whether the brand has such a department. */
export const hasMailbox = (brand: ServiceBrand, mailbox: string): boolean =>
  Object.hasOwn(brand.facts["mailboxes"] ?? {}, mailbox);

function payloadOf(brand: ServiceBrand, mail: DealerMail): MailPayload {
  const { subject, body, texts, replyTo } = mail;
  const sections = mail.sections.map(({ title, labels }) => ({
    title,
    rows: Object.entries(labels)
      .filter(([name]) => texts[name] !== undefined)
      .map(([name, label]) => ({ label, value: texts[name]! })),
  }));
  return {
    to: fact(brand, ["mailboxes", mail.mailbox]),
    from: { name: brand.name, address: fact(brand, ["mailSender"]) },
    ...(replyTo === undefined ? {} : { replyTo }),
    draft: { brand: brand.mails(), subject, body, sections },
  };
}

/**
 * Keeps the request and queues the mail, once for one key, and gives the answer. `call` names what was asked. `first` is
 * done before, in the same transaction: where it refuses, nothing is mailed.
 */
export async function mailOnce(
  { store, clock, queued }: DealerDeps,
  [service, call]: [service: string, call: string],
  request: ServiceRequest,
  mail: DealerMail,
  answer: ServiceAnswer,
  first: (db: Queries) => Promise<ServiceAnswer | undefined> = async () => undefined,
): Promise<ServiceAnswer> {
  const given = await recordOnce(store, service, request, clock(), async (db, key) => {
    const refused = await first(db);
    if (refused) return refused;
    const delivery: NewDelivery = {
      submission: null,
      brand: request.brand.code,
      kind: "mail",
      dedupe: `${service}.${call}/${key}`,
      payload: payloadOf(request.brand, mail),
    };
    withCommit(db, addDeliveries(db, [delivery], clock()));
    return answer;
  });
  queued?.();
  return given;
}
