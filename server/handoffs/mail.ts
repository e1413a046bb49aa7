import {
  handoffAnchor,
  type CompiledMail,
  type Revision,
  type WordNode,
  type Words,
} from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import { mailBrand } from "../mail/brand.ts";
import type { MailPayload } from "../mail/transport.ts";
import { armHandoff } from "../store/handoffs.ts";
import type { Store } from "../store/store.ts";
import { newToken } from "../random.ts";
import { codeHash, newCode, tokenHash } from "./secrets.ts";

/** What a delivery of kind `mail` holds that takes a run to another device: neither link nor code is known yet. */
export interface HandoffPayload {
  handoff: string;
  to: string;
  flow: string;
  /** Hash of the revision whose mail it is: the run's. */
  revision: string;
  /** Address of the form, without anything behind `#`. */
  address: string;
}

export const isHandoff = (payload: unknown): payload is HandoffPayload =>
  typeof payload === "object" && payload !== null && "handoff" in payload;

interface HandoffMailDeps {
  store: Store;
  clock: Clock;
  revision: (brand: string, hash: string) => Promise<Revision | undefined>;
}

/**
 * Writes such a mail, just before it goes out: makes its token and code, and keeps their hashes. Nothing where nobody
 * waits for it any more: another was asked for, or the run has gone or ended.
 */
export const writeHandoffs =
  ({ store, clock, revision: find }: HandoffMailDeps) =>
  async (brand: string, { handoff, to, ...where }: HandoffPayload): Promise<MailPayload | undefined> => {
    const revision = await find(brand, where.revision);
    const settings = revision?.public.flows[where.flow]?.handoff;
    const mail = settings && revision.private.programs[where.flow]?.mails[settings.mail];
    if (!mail) throw new Error(`revision ${where.revision} of ${brand} has no mail to go on elsewhere`);
    const [token, code] = [newToken(), newCode()];
    const expires_at = new Date(clock().getTime() + settings.minutes * 60_000).toISOString();
    const hashes = { token_hash: tokenHash(token), code_hash: codeHash(token, code), expires_at };
    if (!(await armHandoff(store.db, handoff, hashes))) return undefined;
    const { name } = revision.public.brand;
    return {
      to,
      from: { name, address: String(revision.private.facts["mailSender"]) },
      draft: {
        brand: mailBrand(revision),
        ...filled(mail, {
          "handoff.link": `${where.address}#${handoffAnchor}${token}`,
          "handoff.code": code,
          "handoff.minutes": String(settings.minutes),
        }),
      },
    };
  };

function filled(
  { subject, body }: CompiledMail,
  values: Record<string, string>,
): { subject: Words; body: Words } {
  const fill = (node: WordNode): WordNode => {
    if (typeof node === "string") return node;
    if ("var" in node) {
      const value = values[node.var];
      if (value === undefined) throw new Error(`The placeholder {${node.var}} is none of this mail`);
      return value;
    }
    const children = node.children.map(fill);
    if (node.tag !== "a") return { ...node, children };
    // The whole of the address is one placeholder, or none of it is.
    const href = node.href.startsWith("{") ? values[node.href.slice(1, -1)] : node.href;
    if (href === undefined) throw new Error(`A link of this mail leads to ${node.href}`);
    return { ...node, href, children };
  };
  const words = (one: Words): Words => (typeof one === "string" ? one : one.map(fill));
  return { subject: words(subject), body: words(body) };
}
