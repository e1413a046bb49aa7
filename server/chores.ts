import type { Config } from "./config/config.ts";
import type { Definitions } from "./definitions/definitions.ts";
import { removeExternalCopies } from "./evidence/external-cleanup.ts";
import type { ExternalChainHeads } from "./evidence/external-chain-heads.ts";
import { logChainHeads } from "./evidence/log-chain-heads.ts";
import { applyRetention, retainedFlows } from "./evidence/retention.ts";
import type { Uploads } from "./files/uploads.ts";
import { sessionDays } from "./http/sessions.ts";
import type { Log } from "./log.ts";
import { removeOrphanMails } from "./mail/remove-orphans.ts";
import { removeQueuedMails } from "./mail/remove-queued.ts";
import { handoffDedupe } from "./store/handoffs.ts";
import { signInDedupe } from "./store/sign-ins.ts";
import type { Store } from "./store/store.ts";
import type { Chore } from "./housekeeping/housekeeping.ts";

const dayMs = 86_400_000;

interface ChoreDeps {
  config: Config;
  store: Store;
  definitions: Definitions;
  uploads: Uploads;
  log: Log;
  /** Where heads of the chain are kept besides the database, if anywhere. */
  chainHeads: ExternalChainHeads | undefined;
  isStopping: () => boolean;
}

/** What is done now and then, by whichever server comes first. */
export const choresOf = ({
  config,
  store,
  definitions,
  uploads,
  log,
  chainHeads,
  isStopping,
}: ChoreDeps): Chore[] => [
  { name: "uploads", run: uploads.clean },
  {
    name: "handoffMails",
    run: (now) => removeQueuedMails(store, config.dataDir, handoffDedupe(""), sessionDays, now),
  },
  {
    name: "signInMails",
    run: (now) => removeQueuedMails(store, config.dataDir, signInDedupe(""), 1, now),
  },
  // As uploads that nobody names.
  {
    name: "mailFiles",
    run: (now) => removeOrphanMails(store.db, config.dataDir, new Date(now.getTime() - dayMs)),
  },
  {
    name: "retention",
    run: async (now) => {
      const flows = await retainedFlows(store.db, definitions.current, now);
      const remove = removeExternalCopies(config.dataDir, uploads.discard);
      const done = await applyRetention(store, flows, now, remove, isStopping);
      return done.filter(({ erasure }) => erasure.outcome === "erased").length;
    },
  },
  { name: "evidence", run: logChainHeads(store, log, chainHeads) },
];
