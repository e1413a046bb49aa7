import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { afterStart } from "./after-start.ts";
import { createApp, type AppDeps } from "./app.ts";
import {
  definitionsDirOf,
  misspeltText,
  readConfig,
  readDeclared,
  servicesLines,
  unknownSettings,
  type Config,
} from "./config/config.ts";
import { needsStandIns } from "./config/payments.ts";
import { forgetCachedBuild } from "./definitions/build-cache.ts";
import { builtAssets, devAssets } from "./pages/assets.ts";
import { embeddedNames } from "./embedded-backends.ts";
import { removeLeftFiles } from "./left-files.ts";
import { requireWritable, startProblemText } from "./start-problem.ts";
import type { PaymentStandIn } from "./payments/stand-in/stand-in.ts";
import { createServicesListener } from "./services/listener.ts";
import { brandOfRevision } from "./services/embedded/service.ts";

export interface Running {
  port: number;
  close(): Promise<void>;
}

interface Options {
  /** Whether the renderer is served by Vite, with hot reload. */
  dev?: boolean;
  /** Where one server is run after the other. */
  shared?: Pick<AppDeps, "publishingThread" | "drawingThread" | "firstPublishing" | "openBackends">;
}

/** Runs the product, and says where to look. Ends by itself on SIGTERM and SIGINT. */
export async function main(
  env: Record<string, string | undefined> = process.env,
  { dev = false, shared = {} }: Options = {},
): Promise<Running> {
  const declared = readDeclared(definitionsDirOf(env), embeddedNames);
  const read = readConfig(env, declared);
  const standIn = await startStandInFor(read, declared.brands);
  const config = standIn ? { ...read, payments: { ...read.payments, standIn: standIn.url } } : read;
  for (const unknown of unknownSettings(env)) console.error(`! ${misspeltText(unknown)}`);
  await requireWritable(config.dataDir);
  await removeLeftFiles(config.dataDir);
  const assets = dev ? await devAssets() : await builtAssets();
  const app = await createApp({ config, assets, ...shared });
  // Where one server follows the other, the next one begins with the same.
  if (!shared.publishingThread) forgetCachedBuild();
  const services =
    config.services.port === "off"
      ? undefined
      : createServicesListener({
          embedded: app.services.embedded,
          brands: () => app.definitions.live().map((revision) => brandOfRevision(revision, config)),
          calls: () => app.definitions.live()[0]?.private.calls ?? {},
          config,
        });
  for (const { prepare } of app.services.embedded) await prepare?.();
  const servicesPort = await services?.listen();
  await app.server.listen({ port: config.port, host: config.host });
  const address = app.server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  await mkdir(config.dataDir, { recursive: true });
  const note = { port, servicesPort: servicesPort ?? null, pid: process.pid };
  // Whole or not at all: others read it.
  const file = join(config.dataDir, "server.json");
  await writeFile(`${file}.${process.pid}`, JSON.stringify(note));
  await rename(`${file}.${process.pid}`, file);

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      clearTimeout(later);
      // The services last: requests under way may need them.
      await app.close();
      await services?.close();
      await standIn?.close();
      await assets.close();
    })();
    return closing;
  };
  // Whoever reads that it is ready may end it at once.
  endWith(close, app.server.log);
  sayWhere(port, app.definitions.hosts(), config.mode === "development", config.dataDir);
  if (standIn) console.log(`Medios de pago de prueba / Payment providers' stand-ins: ${standIn.url}\n`);
  const later = afterStart(() =>
    app
      .compileValidators()
      .catch((err: unknown) => app.server.log.error({ err }, "a route has no validator")),
  );
  console.log(["Servicios / Services", ...servicesLines(config, declared)].join("\n  "));
  return { port, close };
}

/** In development, where some brand has no credentials of a provider of payments. Loaded when it is needed. */
async function startStandInFor(config: Config, brands: string[]): Promise<PaymentStandIn | undefined> {
  const { mode, payments } = config;
  if (mode === "production" || payments.port === "off" || !needsStandIns(config, brands)) return undefined;
  const { startPaymentStandIn } = await import("./payments/stand-in/stand-in.ts");
  return await startPaymentStandIn({ mode, port: payments.port });
}

/** SIGTERM and SIGINT end it in order; a second one at once. What nobody caught is told as the log tells it. */
function endWith(close: () => Promise<void>, log: FastifyBaseLogger): void {
  let ending = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, "the server could not end in order");
          process.exit(1);
        },
      );
    });
  }
  process.once("uncaughtException", (error) => {
    log.fatal({ err: error }, "the server ends: an error that nobody caught");
    process.exit(1);
  });
}

function sayWhere(
  port: number,
  hosts: { brand: string; name: string; host: string }[],
  development: boolean,
  dataDir: string,
): void {
  const lines = hosts.map(({ name, host }) => `  ${name}: http://${host}:${port}/`);
  if (development) {
    lines.unshift(`  http://localhost:${port}/`);
    lines.push(`  Desarrollo / Development: http://localhost:${port}/_desarrollo`);
  }
  console.log(
    ["", "Vitrina está lista / Vitrina is ready", ...lines, `  Datos / Data: ${dataDir}`, ""].join("\n"),
  );
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(startProblemText(error) ?? error);
    process.exit(1);
  }
}
