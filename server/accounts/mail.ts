/** The mail with a one-time password: asked for by anybody, written for those alone who sent something. */
import type { Revision, Words, WordNode } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { DeliveryHandler } from "../deliveries/deliver.ts";
import { mailBrand } from "../mail/brand.ts";
import type { Limits } from "../http/limits.ts";
import { countWritten } from "../mail/mail-limits.ts";
import type { MailPayload, MailTransport } from "../mail/transport.ts";
import { hasSubmissions, personOf } from "../store/identifiers.ts";
import { keepCode } from "../store/sign-ins.ts";
import type { Store } from "../store/store.ts";
import { codeMinutes, newCode, readableCode } from "./codes.ts";

/**
 * What a delivery of kind `mail` holds that may become a one-time password. Whether it does is found out when it goes out:
 * whoever asked has had an answer by then, the same for everybody.
 */
export interface CodePayload {
  signIn: { person: string };
}

const isCode = (payload: unknown): payload is CodePayload =>
  typeof payload === "object" && payload !== null && "signIn" in payload;

interface CodeDeliveryDeps {
  store: Store;
  clock: Clock;
  limits: Pick<Limits, "count">;
  mail: MailTransport;
  revision: (brand: string) => Revision | undefined;
  /** Deliveries of kind `mail` that are something else. */
  others: DeliveryHandler;
}

/** Mails one-time passwords. Each try has one of its own, and what was mailed before is good no more. */
export const deliverCodes =
  ({ store, clock, limits, mail, revision: find, others }: CodeDeliveryDeps): DeliveryHandler =>
  async (delivery, payload) => {
    if (!isCode(payload)) return await others(delivery, payload);
    const { brand } = delivery;
    const { person } = payload.signIn;
    const now = clock();
    const asked = new Date(delivery.created_at);
    // Nobody waits for it any more.
    if (now.getTime() - asked.getTime() > codeMinutes * 60_000) return;
    if (!(await hasSubmissions(store, brand, person))) return;
    // Whoever asked was answered long ago: that there was a mail to count is told to nobody.
    if (delivery.attempts === 1) await countWritten(limits, "codes", personOf(person).email);
    const revision = find(brand);
    if (!revision) throw new Error(`there is no revision of ${brand} to write a mail with`);
    const code = newCode();
    const expires = new Date(now.getTime() + codeMinutes * 60_000);
    await keepCode(store, { brand, person, code, now, expires });
    await mail.send(
      `${delivery.id}-${delivery.attempts}`,
      write(revision, personOf(person).email, code),
      asked,
    );
  };

function write(revision: Revision, to: string, code: string): MailPayload {
  const { name, words } = revision.public.brand;
  const values = { code: readableCode(code), minutes: String(codeMinutes) };
  return {
    to,
    from: { name, address: String(revision.private.facts["mailSender"]) },
    draft: {
      brand: mailBrand(revision),
      subject: filled(words["signIn.mail.subject"]!, values),
      body: filled(words["signIn.mail.body"]!, values),
    },
  };
}

function filled(words: Words, values: Record<string, string>): Words {
  const fill = (node: WordNode): WordNode => {
    if (typeof node === "string") return node;
    if ("var" in node) return values[node.var] ?? "";
    return { ...node, children: node.children.map(fill) };
  };
  return typeof words === "string" ? words : words.map(fill);
}
