/** `npm run services`: the embedded services alone, on their own listener and store, to be tried as an upstream. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Fastify from "fastify";
import { readConfig } from "../server/config/config.ts";
import { createDeliver } from "../server/deliveries/deliver.ts";
import { deliverMails } from "../server/mail/deliver-mail.ts";
import { deliverCalls } from "../server/services/deliver-call.ts";
import { createMail } from "../server/mail/transport.ts";
import { startDeliveries } from "../server/deliveries/worker.ts";
import { loadCachedBuild } from "../server/definitions/build-cache.ts";
import { buildRevisions } from "../server/definitions/build.ts";
import { engineCodeHash } from "../server/definitions/engine-code.ts";
import { loadSources } from "../server/definitions/load.ts";
import { openBackends } from "../server/embedded-backends.ts";
import { createServicesListener } from "../server/services/listener.ts";
import { brandOfRevision } from "../server/services/embedded/service.ts";
import { createClamd } from "../server/file-safety/clamd.ts";
import { createJudge } from "../server/files/files.ts";
import { createServiceFiles } from "../server/files/service-files.ts";
import { openStorage } from "../server/storage/storage.ts";
import { createServices } from "../server/services/services.ts";
import { startProblemText } from "../server/start-problem.ts";
import { enqueueDeliveries } from "../server/store/deliveries.ts";
import { openStore } from "../server/store/store.ts";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const dataDir = join(config.dataDir, "services");
  const { log } = Fastify({ logger: { level: "info" } });
  const embedded = await openBackends(config);
  const { dataKeys } = config;
  const store = await openStore({ dataDir, ...(dataKeys ? { dataKeys } : {}) });
  const mail = createMail({ ...config, dataDir, seals: store.seals.bytes });
  const storage = await openStorage({ uploads: { folder: join(dataDir, "uploads") }, dataDir });
  let wake = (): void => {};
  // These services are the upstream: they call nobody.
  const services = createServices({
    store,
    config: { ...config, upstreams: {} },
    log,
    embedded,
    queued: () => wake(),
    files: createServiceFiles({
      storage,
      seals: store.seals.bytes,
      judge: createJudge({ scanner: config.clamd && createClamd(config.clamd), log }),
      log,
    }),
  });
  const deliver = createDeliver({
    mail: deliverMails(mail),
    call: deliverCalls({
      services,
      revision: async () => undefined,
      queue: (deliveries) => enqueueDeliveries(store.db, deliveries, new Date()),
    }),
  });
  const worker = startDeliveries({ store, deliver, log, owner: randomUUID() });
  wake = worker.wake;
  await loadCachedBuild();
  const sources = await loadSources(config.definitionsDir);
  const { revisions } = buildRevisions(sources, await engineCodeHash());
  if (!revisions)
    throw new Error("Las definiciones tienen errores: npm run check / npm run check says which");
  const brands = [...revisions.values()].map((revision) => brandOfRevision(revision, config));
  const { calls } = [...revisions.values()][0]!.private;
  const listener = createServicesListener({
    embedded: services.embedded,
    brands: () => brands,
    calls: () => calls,
    config,
    log,
  });
  const port = await listener.listen();
  console.log(`Servicios en / Services at http://127.0.0.1:${port}`);
  console.log(`Documentación / Documentation: http://127.0.0.1:${port}/docs`);
  console.log(`Datos en / Data in ${dataDir}`);

  const stop = async (): Promise<void> => {
    await listener.close();
    await worker.stop();
    await services.close();
    await mail.close();
    await store.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());
}

try {
  await main();
} catch (error) {
  console.error(startProblemText(error) ?? error);
  process.exitCode = 1;
}
