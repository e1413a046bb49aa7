/** Every table is classed: what becomes of it in an erasure, and how long it is kept. One that nobody thought of fails here. */
import { expect, test } from "vitest";
import { personalColumns } from "../../server/store/personal.ts";
import { rawColumns } from "./raw-database.ts";
import { temporaryStore } from "./parts.ts";

/**
 * `removed`: an erasure removes the rows. `emptied`: it takes what is personal out of them. `outlives`: they are evidence of
 * money or consent that the law asks for, and hold no more of a person than that. `passes`: they end by themselves. `no
 * person`: nothing of one is there.
 */
type Class = "removed" | "emptied" | "outlives" | "passes" | "no person";

const classes: Record<string, Class> = {
  // With the last that their person sent; else they end by themselves.
  account_lists: "removed",
  // Both by the call that made them; who came by HTTP alone has them for ninety days after the visit.
  appointment_places: "removed",
  appointments: "removed",
  attempts: "removed",
  calls: "removed",
  cancellations: "removed",
  captcha_passes: "removed",
  consents: "outlives",
  content_copies: "no person",
  data_keys: "no person",
  deliveries: "removed",
  delivery_failures: "removed",
  document_reviews: "removed",
  evidence: "outlives",
  evidence_heads: "outlives",
  evidence_tree_heads: "outlives",
  files: "removed",
  handoffs: "removed",
  holds: "no person",
  identifiers: "removed",
  identity_requests: "passes",
  leases: "no person",
  limits: "passes",
  linked_runs: "emptied",
  migrations: "no person",
  openings: "passes",
  opportunities: "removed",
  opportunity_documents: "removed",
  payments: "outlives",
  revisions: "no person",
  run_steps: "no person",
  runs: "emptied",
  sequences: "no person",
  service_records: "removed",
  sessions: "passes",
  shown_lists: "outlives",
  sign_in_codes: "passes",
  sign_ins: "passes",
  site_consents: "outlives",
  submissions: "emptied",
  visitor_details: "removed",
  wait_events: "removed",
  waits: "removed",
};

test("every table is classed", async () => {
  const { config } = await temporaryStore();
  const columns = await rawColumns(config);
  const names = new Set(columns.map(({ place }) => place.split(".")[0]!));
  expect([...names].toSorted()).toEqual(Object.keys(classes).toSorted());
  // Where something personal is, an erasure or the time must reach it.
  const personal = Object.keys(personalColumns).filter((name) => classes[name] === "no person");
  expect(personal).toEqual([]);
});
