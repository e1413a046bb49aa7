/** Test files of the store and of the protocol over it: they hold on PostgreSQL as on SQLite. */
const files = (names: string[]): string[] => names.map((name) => `server/${name}.test.ts`);

/** What each store has its own statements, locks and repeats for: tried on both by `npm test`. */
export const onBothStores = files([
  "compiled",
  "shared-writes",
  "store",
  "runs",
  "linked-runs",
  "handoffs",
  "sequences",
  "failures",
  "deliveries",
  "advances",
  "evidence",
  "sequencer",
  "site-consents",
  "waits",
  "waits-property",
  "payments",
  "payments-property",
  "reservations",
  "sale-cancellation",
  "account-lists",
  "booking-property",
]);

/** What stands on those: `npm run faults -- cases` tries it on PostgreSQL too. */
export const onTheOtherStore = files(["dialogs", "rows", "progress", "files", "booking-service"]);
