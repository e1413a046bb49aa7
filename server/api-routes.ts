import type { FastifyInstance } from "fastify";
import { downloadRoutes } from "./accounts/download-routes.ts";
import { createIdentityClient } from "./accounts/identity/provider.ts";
import { identityRoutes } from "./accounts/identity/routes.ts";
import { savedListRoutes } from "./accounts/saved-lists.ts";
import { consentRoutes } from "./consent/routes.ts";
import type { Drawing } from "./documents/drawing.ts";
import { openStored } from "./files/sealed-uploads.ts";
import type { Uploads } from "./files/uploads.ts";
import { handoffRoutes } from "./handoffs/routes.ts";
import type { Limits } from "./http/limits.ts";
import { pageFileRoutes, type PageFileTarget } from "./page-files/routes.ts";
import type { PageFiles } from "./page-files/uploads.ts";
import type { Payments } from "./payments/payments.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { refuseInPreview } from "./preview/preview.ts";
import { dataRoutes } from "./runs/data-routes.ts";
import { documentRoutes } from "./runs/document-routes.ts";
import { fileRoutes } from "./runs/file-routes.ts";
import { openedRoutes } from "./runs/opened-routes.ts";
import { runRoutes } from "./runs/routes.ts";
import type { RunDeps } from "./runs/runs.ts";
import type { Storage } from "./storage/storage.ts";
import { eventRoutes, waitRoutes } from "./waits/routes.ts";
import type { Waits } from "./waits/waits.ts";

interface ApiDeps extends RunDeps {
  waits: Waits;
  payments: Payments;
  limits: Limits;
  uploads: Uploads;
  pageFiles: PageFiles<PageFileTarget>;
  storage: Storage;
  drawing: Drawing;
}

/** What pages ask for. Each group has hooks of its own; those of forms send nothing from a preview. */
export async function apiRoutes(site: FastifyInstance, deps: ApiDeps): Promise<void> {
  const { store, clock, storage, uploads, pageFiles } = deps;
  const own = async (routes: (api: FastifyInstance) => void): Promise<void> => {
    await site.register(async (api) => routes(api), { prefix: "/api" });
  };
  const ofForms = (routes: (api: FastifyInstance) => void): Promise<void> =>
    own((api) => {
      refuseInPreview(api, deps);
      routes(api);
    });
  await ofForms((api) => runRoutes(api, deps));
  await ofForms((api) => waitRoutes(api, deps));
  await own((api) => eventRoutes(api, deps));
  await own((api) => paymentRoutes(api, deps));
  await own((api) => identityRoutes(api, { ...deps, identity: createIdentityClient({ clock }) }));
  await ofForms((api) => handoffRoutes(api, deps));
  await own((api) => dataRoutes(api, deps));
  await own((api) => openedRoutes(api, deps));
  await own((api) => consentRoutes(api, deps));
  await own((api) => documentRoutes(api, deps));
  await ofForms((api) => pageFileRoutes(api, { ...deps, files: pageFiles }));
  await ofForms((api) => fileRoutes(api, deps));
  const open = (file: { stored: string; size: number }) =>
    openStored({ storage, seals: store.seals.bytes }, file);
  await own((api) => downloadRoutes(api, { ...deps, uploads: { read: uploads.read, open } }));
  await own((api) => savedListRoutes(api, deps));
}
