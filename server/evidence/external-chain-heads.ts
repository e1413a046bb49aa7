/** Notes an end of a chain where the setting says, beside the file: by mail, or in an object store. */
import type { Revision } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { StorageConfig } from "../config/storage.ts";
import { mailBrand } from "../mail/brand.ts";
import type { MailPayload } from "../mail/transport.ts";
import { enqueueDelivery } from "../store/deliveries.ts";
import type { Head } from "../store/evidence.ts";
import { headText } from "../store/chain-head-log.ts";
import type { Store } from "../store/store.ts";
import { openHeadBucket } from "./head-bucket.ts";

export interface ExternalChainHeads {
  /** Resolves when it is kept there, or is on its way there and tried until it is. The same one twice is one. */
  note(head: Head): Promise<void>;
  close(): Promise<void>;
}

interface ExternalChainHeadsDeps {
  config: Pick<StorageConfig, "evidenceHeads" | "dataDir">;
  store: Pick<Store, "db">;
  clock: Clock;
  revision: (brand: string) => Revision | undefined;
  /** Called after a mail has been queued: the worker's `wake`. */
  queued: () => void;
}

function mailOf(head: Head, to: string, revision: Revision | undefined): MailPayload {
  const { brand, position } = head;
  const text = headText(head);
  const sender = revision?.private.facts["mailSender"];
  return {
    to,
    // A brand that has gone has no sender any more, and its chain still has an end.
    from: { name: revision?.public.brand.name ?? brand, address: typeof sender === "string" ? sender : to },
    draft: {
      brand: revision ? mailBrand(revision) : { name: brand, colour: "#333333" },
      subject: `Registro de evidencia de ${brand}: n.º ${position}`,
      body: [
        { tag: "p", children: ["El registro de evidencia termina en:"] },
        { tag: "p", children: [text] },
        {
          tag: "p",
          children: [
            `Guarda este correo: «npm run operate -- evidence --verify --noted ${text}» muestra después que nada se cortó.`,
          ],
        },
      ],
    },
  };
}

/** Undefined where no setting names a place. */
export async function openExternalChainHeads({
  config: { evidenceHeads, dataDir },
  store,
  clock,
  revision,
  queued,
}: ExternalChainHeadsDeps): Promise<ExternalChainHeads | undefined> {
  if (evidenceHeads === undefined) return undefined;
  if (!("mailto" in evidenceHeads)) return await openHeadBucket(evidenceHeads, dataDir);
  const { mailto } = evidenceHeads;
  return {
    note: async (head) => {
      const { brand } = head;
      const dedupe = `evidence-head/${headText(head)}`;
      const payload = mailOf(head, mailto, revision(brand));
      await enqueueDelivery(store.db, { submission: null, brand, kind: "mail", dedupe, payload }, clock());
      queued();
    },
    close: async () => {},
  };
}
