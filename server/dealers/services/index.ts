/** The services of dealers that live in this process, one line each. */
import type { Reference } from "../reference/types.ts";
import type { CreateEmbedded } from "../../services/embedded/service.ts";
import { openCatalogues, type CatalogueOf } from "./catalogues.ts";
import { appointment } from "./appointment.ts";
import { appraisal } from "./appraisal.ts";
import { branchOffice } from "./branch-office.ts";
import { buyingFlow } from "./buying-flow.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { caller } from "../requests/caller.ts";
import { carInformation } from "./car-information.ts";
import { catalog } from "./catalog.ts";
import { clientService } from "./client-service.ts";
import { customerBranchOffice } from "./customer-branch-office.ts";
import { crm } from "./crm.ts";
import { documents } from "./documents.ts";
import { email } from "./email.ts";
import { financial } from "./financial.ts";
import { fleets } from "./fleets.ts";
import { gacSoap } from "./gac-soap.ts";
import { kinto } from "./kinto.ts";
import { lead } from "./lead.ts";
import { mpp } from "./mpp.ts";
import { report } from "./report.ts";
import { reservation } from "./reservation.ts";
import { createUnits } from "../units/units.ts";
import { serviceTemplate } from "./service-template.ts";
import { testDrive } from "./test-drive.ts";
import { tradeIn } from "./trade-in.ts";

/** Of services that answer about cars for sale. */
export interface CarServiceDeps extends DealerDeps {
  catalogueOf: CatalogueOf;
}

/** All of them, with the same reference data; with its folder, files of the stock that are replaced are read again. */
export const dealerServices =
  (reference: Reference, folder?: string): CreateEmbedded =>
  (deps) => {
    const catalogues = openCatalogues({ ...deps, reference, folder });
    const parts: CarServiceDeps = { ...deps, reference, catalogueOf: catalogues.of };
    const units = createUnits({ ...deps, catalogues });
    return [
      appointment(parts),
      appraisal(parts),
      branchOffice(parts.reference),
      buyingFlow(parts, units),
      carInformation(parts.reference),
      catalog(parts, catalogues.followFiles),
      clientService(parts),
      crm(parts),
      customerBranchOffice(parts.reference),
      documents(parts),
      email(parts),
      financial(parts),
      fleets(parts),
      gacSoap(parts.reference),
      kinto(parts),
      lead(parts),
      mpp(parts.reference),
      report(parts),
      reservation(parts, units),
      serviceTemplate(parts.reference),
      testDrive(parts),
      tradeIn(parts),
    ].map((service) => ({ ...service, caller }));
  };
