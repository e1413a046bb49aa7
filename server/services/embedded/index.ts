/** The services that live in this process, one line each. */
import type { Clock } from "../../clock.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedService } from "../service.ts";
import { branchOffice } from "./branch-office.ts";
import { clientService } from "./client-service.ts";
import { crm } from "./crm.ts";

export interface EmbeddedParts {
  store: Store;
  clock: Clock;
  /** Called after a delivery was queued and committed. */
  queued?: () => void;
}

/** All embedded services over one store. */
export const createEmbedded = (parts: EmbeddedParts): EmbeddedService[] => [
  branchOffice(),
  clientService(parts),
  crm(parts),
];
