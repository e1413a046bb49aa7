/** The server in this process, listening, with a store of its own and a clock that is moved by hand. */
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDiagnostic } from "../../../schemas/engine/all.ts";
import { createApp, type App } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { builtAssets, type Assets } from "../../../server/pages/assets.ts";
import { copyDefinitions } from "../../support/definition-files.ts";
import { until } from "../../support/until.ts";
import type { Trial } from "./trial.ts";
import { sharedWork } from "../../support/shared-work.ts";

export interface Served extends App {
  port: number;
  dataDir: string;
  /** Of the copy, where there is one. */
  definitionsDir: string;
  /** Moves the clock ahead by so many seconds, when nothing is on its way: what is takes less time than its lease. */
  pass(seconds: number): Promise<void>;
  now(): Date;
  /** Rows of the tables that promises count. */
  counted(): Promise<{ submissions: number; undelivered: number }>;
}

interface Options {
  later: Trial["later"];
  env?: Record<string, string>;
  /** Works on a copy of the definitions, with these files written over it, or left out by `null`. */
  files?: Record<string, string | null>;
  logLevel?: string;
}

// Read and compressed once for all servers of a process.
let assets: Promise<Assets> | undefined;

/** Opens one; it closes with the trial. */
export async function openServed({ later, env = {}, files, logLevel = "fatal" }: Options): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-served-"));
  later(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const definitionsDir = join(folder, "definitions");
  if (files) copyDefinitions(definitionsDir, files);
  let moved = 0;
  const now = (): Date => new Date(Date.now() + moved);
  const config = readConfig({
    DATA_DIR: dataDir,
    SERVICES_PORT: "off",
    TRUST_PROXY: "loopback",
    ...(files ? { DEFINITIONS_DIR: definitionsDir } : {}),
    ...env,
  });
  const app = await createApp({
    ...sharedWork,
    config,
    assets: await (assets ??= builtAssets()),
    watch: false,
    clock: now,
    logLevel,
  });
  later(() => app.close());
  // Else it is a request that is answered 404 that fails, much later.
  const errors = app.definitions.diagnostics().filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new Error(
      `the definitions do not publish:\n${errors.map((one) => formatDiagnostic(one)).join("\n")}`,
    );
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const leased = async (): Promise<number> =>
    (await rows("deliveries")).filter(({ state }) => state === "leased").length;
  const rows = async (table: "submissions" | "deliveries"): Promise<{ state: string }[]> =>
    await app.store.db.selectFrom(table).select("state").execute();
  return {
    ...app,
    port: (app.server.server.address() as AddressInfo).port,
    dataDir,
    definitionsDir,
    now,
    pass: async (seconds) => {
      await until(
        async () => (await leased()) === 0,
        () => "a delivery stays under way",
      );
      moved += 1000 * seconds;
    },
    counted: async () => ({
      submissions: (await rows("submissions")).filter(({ state }) => state === "accepted").length,
      undelivered: (await rows("deliveries")).filter(({ state }) => state !== "delivered").length,
    }),
  };
}
