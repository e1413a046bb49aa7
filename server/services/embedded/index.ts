/** The services that live in this process, one line each. */
import type { Clock } from "../../clock.ts";
import type { Reference } from "../../reference/types.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedService } from "./service.ts";
import { appraisal } from "./appraisal.ts";
import { branchOffice } from "./branch-office.ts";
import { buyingFlow } from "./buying-flow.ts";
import { catalog } from "./catalog.ts";
import { clientService } from "./client-service.ts";
import { crm } from "./crm.ts";
import { email } from "./email.ts";
import { fleets } from "./fleets.ts";
import { kinto } from "./kinto.ts";
import { report } from "./report.ts";
import { testDrive } from "./test-drive.ts";

export interface EmbeddedDeps {
  store: Store;
  clock: Clock;
  reference: Reference;
  /** Called after a delivery was queued and committed. */
  queued?: () => void;
}

/** All embedded services over one store. */
export const createEmbedded = (parts: EmbeddedDeps): EmbeddedService[] => [
  appraisal(parts),
  branchOffice(parts.reference),
  buyingFlow(parts),
  catalog(parts.reference),
  clientService(parts),
  crm(parts),
  email(parts),
  fleets(parts),
  kinto(parts),
  report(parts),
  testDrive(parts),
];
