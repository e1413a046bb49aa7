import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import cookie from "@fastify/cookie";
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from "fastify";
import { readErrorSentences, wordErrors } from "./http/error-sentences.ts";
import { createSendError, handleErrors, notFound, unreadableAddress } from "./http/error-handler.ts";
import { identifyRequests } from "./http/request-ids.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { apiRoutes } from "./api-routes.ts";
import { warnOfSettings } from "./warn-of-settings.ts";
import { sealOlder } from "./files/seal-older.ts";
import { choresOf } from "./chores.ts";
import { trackConnections } from "./http/connections.ts";
import { openDefinitions, type Definitions } from "./definitions/definitions.ts";
import type { Publishing } from "./definitions/publishing.ts";
import { serveDefinitions } from "./pages/definition-files.ts";
import { createDeliver } from "./deliveries/deliver.ts";
import { listMails, readMail, type MailFolder } from "./mail/files.ts";
import { deliverMails } from "./mail/deliver-mail.ts";
import { createMail } from "./mail/transport.ts";
import { startDeliveries } from "./deliveries/worker.ts";
import { createDrawing } from "./documents/drawing.ts";
import { removeExternalCopies } from "./evidence/external-cleanup.ts";
import { openExternalChainHeads } from "./evidence/external-chain-heads.ts";
import { startSequencer } from "./evidence/sequencer.ts";
import { openStorage } from "./storage/storage.ts";
import { createClamd } from "./file-safety/clamd.ts";
import { createJudge } from "./files/files.ts";
import { createServiceFiles } from "./files/service-files.ts";
import { openUploads } from "./files/uploads.ts";
import { deliverHandoffs } from "./handoffs/deliver-handoff.ts";
import { writeHandoffs } from "./handoffs/mail.ts";
import { refuseBadHosts } from "./http/host.ts";
import { deliverCodes } from "./accounts/mail.ts";
import { accountService } from "./accounts/service.ts";
import { startHousekeeping, type Housekeeping } from "./housekeeping/housekeeping.ts";
import { logOptions } from "./log.ts";
import { readableLog } from "./readable-log.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { metricsRoute, readerConstraint } from "./metrics/routes.ts";
import { measuredServices } from "./metrics/services.ts";
import { pageFilesRun, type PageFileTarget } from "./page-files/routes.ts";
import { openPageFiles } from "./page-files/uploads.ts";
import type { Assets } from "./pages/assets.ts";
import { pages } from "./pages/pages.ts";
import { previewOf, previewRoutes } from "./preview/preview.ts";
import { sitemapAddresses } from "./pages/sitemap-addresses.ts";
import { openPageData } from "./runs/page-data.ts";
import { personOfRequest } from "./runs/signed-in.ts";
import { visitorIdOf } from "./runs/visitor-id.ts";
import { openBackends } from "./embedded-backends.ts";
import { resumeAttempts } from "./runs/resume.ts";
import { openRuns } from "./runs/runs.ts";
import { startPayments } from "./payments/payments.ts";
import { providersOf } from "./payments/providers.ts";
import { paymentService } from "./payments/service.ts";
import { createCaptchaGuard } from "./captcha/captcha-guard.ts";
import { refuseOtherEncodings } from "./http/encoding.ts";
import { secureHeaders } from "./http/security-headers.ts";
import { rejectPrototypeKeys } from "./http/reject-prototype-keys.ts";
import { createRouteValidators, type RouteValidators } from "./http/route-validators.ts";
import { createLimits, limitRequests } from "./http/limits.ts";
import { countLookUps } from "./http/look-up-limits.ts";
import { rejectOtherOrigins } from "./http/same-origin.ts";
import { deliverCalls } from "./services/deliver-call.ts";
import { createServices, type Services } from "./services/services.ts";
import { siteService } from "./site-search/service.ts";
import { createResponseCache } from "./http/response-cache.ts";
import type { SharedThread } from "./shared-thread.ts";
import { deadDeliveries, enqueueDeliveries, releaseAllDeliveries } from "./store/deliveries.ts";
import { deliveryMetrics } from "./store/delivery-metrics.ts";
import { releaseAllRuns } from "./store/runs.ts";
import { paymentMetrics, releaseAllPayments } from "./store/payments.ts";
import { releaseAllWaits } from "./store/wait-leases.ts";
import { waitMetrics } from "./store/waits.ts";
import { startWaits } from "./waits/waits.ts";
import { publishedAt } from "./store/revisions.ts";
import type { Store } from "./store/store.ts";
import { waitForStore } from "./wait-for-store.ts";

export interface App {
  server: FastifyInstance;
  store: Store;
  definitions: Definitions;
  services: Services;
  metrics: Metrics;
  housekeeping: Housekeeping;
  /** Makes the validators of all routes, which come with their first request else. */
  compileValidators: RouteValidators["compileAll"];
  /** What brings attempts to their end that were left in the middle. */
  resuming: ReturnType<typeof resumeAttempts>;
  /** Ends in order: it says so, no new connections, requests under way, the worker between deliveries, the store. */
  close(): Promise<void>;
}

export interface AppDeps {
  config: Config;
  assets: Assets;
  clock?: Clock;
  /** Left out, definitions go live when they are saved, where the settings say nothing else. */
  watch?: boolean;
  logLevel?: string;
  /** What costs much to make and is the same for each, for those who open one server after the other. */
  publishingThread?: SharedThread;
  drawingThread?: SharedThread;
  firstPublishing?: Publishing;
  openBackends?: typeof openBackends;
}

/** Milliseconds that requests under way have, once the server is to end. */
const maxShutdownMs = 15_000;

/** Bytes. A form of 2,000 long answers fits; see `runs/routes.ts`. */
const maxBodyBytes = 1024 * 1024;

/** Builds the whole server. There is no other place that does. */
export async function createApp({
  config,
  assets,
  clock = systemClock,
  watch = true,
  logLevel = "info",
  publishingThread,
  drawingThread,
  firstPublishing,
  openBackends: open = openBackends,
}: AppDeps): Promise<App> {
  const connections = trackConnections();
  const responseCache = createResponseCache();
  const validators = createRouteValidators();
  let closing = false;
  const stream = readableLog(process.stdout, config.mode);
  const server = Fastify({
    serverFactory: (handler) => connections.serverFactory(responseCache.serveBefore(handler)),
    // Whoever got in is answered.
    return503OnClosing: false,
    bodyLimit: maxBodyBytes,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    // Addresses can hold what people typed: what is worth a line is logged below, without the query.
    logController: new LogController({ disableRequestLogging: true }),
    logger: { ...logOptions(logLevel), ...(stream ? { stream } : {}) },
    // One logger for all: making one for each request costs more than most answers. Lines name their request.
    childLoggerFactory: (logger) => logger,
    schemaController: { compilersFactory: { buildValidator: validators.buildValidator } },
    // What is not expected is refused by name, not dropped or bent into shape.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allowUnionTypes: true } },
    forceCloseConnections: "idle",
    routerOptions: { constraints: { reader: readerConstraint(config.metricsKey) } },
    // An address that cannot be read never reaches a page.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      void sendError(unreadableAddress(), request, reply);
    },
  });
  const { log } = server;
  const embedded = await open(config);
  const store = await waitForStore(config, log);
  if (!store.shared) {
    await releaseAllRuns(store.db);
    await releaseAllDeliveries(store.db, clock());
    await releaseAllWaits(store.db, clock().toISOString());
    await releaseAllPayments(store.db, clock().toISOString());
  }
  const storage = await openStorage(config);
  const scanner = config.clamd && createClamd(config.clamd);
  const judge = createJudge({ scanner, log });
  void scanner?.ping().then(
    () => log.info("clamd answers: uploads are scanned"),
    (error: unknown) => log.error({ err: error }, "clamd does not answer: no upload is taken until it does"),
  );
  const uploads = await openUploads({ store, storage, judge, clock, log, free: config.uploadsFree });
  const pageFiles = openPageFiles<PageFileTarget>({
    storage,
    seals: store.seals.bytes,
    judge,
    clock,
    log,
    free: config.uploadsFree,
  });
  const content =
    config.content &&
    // Loaded where content comes from elsewhere.
    (await import("./content/source.ts")).openContentSource({ config: config.content, store, log, clock });
  const definitions = await openDefinitions({
    root: config.definitionsDir,
    store,
    log,
    clock,
    watch: watch && config.watchDefinitions,
    ...(publishingThread ? { publishingThread } : {}),
    ...(firstPublishing ? { firstPublishing } : {}),
    ...(content ? { content } : {}),
    followContent: watch,
  });
  const wordError = wordErrors(definitions, await readErrorSentences(config.definitionsDir));
  const sendError = createSendError(wordError);
  warnOfSettings(config, definitions, log);
  let wake = (): void => {};
  const metrics = createMetrics({
    deliveries: () => deliveryMetrics(store.db),
    waits: () => waitMetrics(store.db),
    payments: () => paymentMetrics(store.db, clock().toISOString()),
    content: definitions.contentStatus,
    circuits: () => services.circuits(),
    definitionErrors: () => definitions.diagnostics().filter(({ severity }) => severity === "error").length,
    responseCache: responseCache.sent,
    now: () => clock().getTime(),
  });
  const limits = createLimits({
    store,
    clock,
    log,
    factor: config.limitFactor,
    refused: metrics.limited,
  });
  const captcha = createCaptchaGuard({ config, db: store.db, clock, log, decided: metrics.captcha });
  const services = measuredServices(
    createServices({
      store,
      config: { ...config, site: config },
      log,
      embedded: (deps) => [
        ...embedded(deps),
        paymentService({ store, payments: () => payments }),
        siteService({ definitions, clock, examples: config.mode === "development" }),
        accountService({
          store,
          clock,
          limits,
          definitions,
          wake: () => wake(),
          removeElsewhere: removeExternalCopies(config.dataDir, uploads.discard),
        }),
      ],
      clock,
      queued: () => wake(),
      countLookUp: countLookUps(limits, clock),
      readUpload: async (run, id) =>
        run === pageFilesRun ? pageFiles.open(id) : await uploads.read(run, id),
      files: createServiceFiles({ storage, seals: store.seals.bytes, judge, log }),
    }),
    metrics,
  );
  const drawing = createDrawing({}, drawingThread);
  const mails: MailFolder = { dataDir: config.dataDir, seals: store.seals.bytes };
  const mail = createMail({ ...config, seals: mails.seals, drawing });
  const deliver = createDeliver({
    mail: deliverHandoffs({
      mail,
      write: writeHandoffs({ store, clock, revision: definitions.revision }),
      others: deliverCodes({
        store,
        clock,
        limits,
        mail,
        revision: definitions.current,
        others: deliverMails(mail, limits),
      }),
    }),
    call: deliverCalls({
      services,
      revision: async (brand, hash) =>
        hash === undefined ? definitions.current(brand) : await definitions.revision(brand, hash),
      queue: (deliveries) => enqueueDeliveries(store.db, deliveries, clock()),
    }),
  });
  const owner = randomUUID();
  const worker = startDeliveries({ store, deliver, log, owner, clock });

  const parts = {
    config,
    store,
    definitions,
    services,
    clock,
    log,
    metrics,
    captcha,
    wake: () => wake(),
    wakeWaits: () => waits.wake(),
  };
  const waits = startWaits({ ...parts, owner });
  // They tell what waits, whose branches call services, among which they are.
  const payments = startPayments({ ...parts, owner, waits, providerOf: providersOf(config) });
  const sequencer = startSequencer({ store, clock, log, owner });
  wake = () => {
    worker.wake();
    sequencer.wake();
  };
  identifyRequests(server, metrics);
  handleErrors(server, sendError);
  refuseBadHosts(server);
  refuseOtherEncodings(server);
  metricsRoute(server, metrics);
  // What anybody may have, who sends nothing: as near to a plain file server as can be.
  serveDefinitions(server, definitions, { clock, responseCache, config });
  await server.register(async (site) => {
    // In this order: how answers are read, who may ask, how often, and what.
    await secureHeaders(site, config);
    rejectOtherOrigins(site, definitions);
    await site.register(cookie);
    limitRequests(site, limits);
    rejectPrototypeKeys(site);
    site.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
    site.get("/api/health", { config: { isWatched: true } }, async (_request, reply) => {
      const sites = definitions.live().length;
      const status = closing ? "closing" : sites > 0 ? "ok" : "no-sites";
      return reply.code(status === "ok" ? 200 : 503).send({ status, sites });
    });
    await site.register(async (own) => previewRoutes(own, parts));
    await apiRoutes(site, { ...parts, waits, payments, limits, uploads, pageFiles, storage, drawing });
    await site.register(pages, {
      definitions,
      wordError,
      runs: openRuns(parts),
      pageData: openPageData({
        ...parts,
        visitorIdOf: (request) => visitorIdOf(parts, request),
        personOf: (request) => personOfRequest(parts, request),
      }),
      personOf: (request) => personOfRequest(parts, request),
      drawing,
      previews: {
        of: definitions.previews.of,
        seenBy: (request, brand) => previewOf(parts, request, brand),
      },
      config,
      assets,
      clock,
      mails: {
        list: () => listMails(mails),
        read: (id: string) => readMail(mails, id),
      },
      dead: () => deadDeliveries(store.db),
      published: ({ hash }) => publishedAt(store, hash),
      addresses: sitemapAddresses(parts),
    });
  });
  await server.ready();
  const resuming = resumeAttempts(parts);
  const elsewhere = await openExternalChainHeads({
    config,
    store,
    clock,
    revision: definitions.current,
    queued: worker.wake,
  });
  const sealing = sealOlder({ store, storage, dataDir: config.dataDir }, log, () => closing);
  const housekeeping = startHousekeeping({
    store,
    clock,
    log,
    chores: choresOf({
      config,
      store,
      definitions,
      uploads,
      log,
      chainHeads: elsewhere,
      isStopping: () => closing,
    }),
  });

  return {
    server,
    store,
    definitions,
    services,
    metrics,
    housekeeping,
    compileValidators: validators.compileAll,
    resuming,
    close: async () => {
      closing = true;
      if (config.drainSeconds > 0) await wait(config.drainSeconds * 1000);
      const stopped = Promise.all([
        worker.stop(),
        payments.stop().then(() => waits.stop()),
        resuming.stop(),
        housekeeping.stop(),
        sealing,
      ]);
      await connections.stopListening();
      const unheard = server.close();
      await connections.end(maxShutdownMs, unheard);
      await unheard;
      await stopped;
      // Last: what was accepted until now has its place.
      await sequencer.stop();
      await limits.close();
      await definitions.close();
      await services.close();
      await mail.close();
      await storage.close();
      await elsewhere?.close();
      await store.close();
    },
  };
}
