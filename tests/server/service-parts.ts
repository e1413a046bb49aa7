/** Services for tests: the project's calls, answered in one way or another, and one call of a stand-in. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CompiledCall } from "../../schemas/engine/all.ts";
import { createServices, type Services } from "../../server/services/services.ts";
import { judgeFor } from "../../server/files/files.ts";
import { createServiceFiles } from "../../server/files/service-files.ts";
import { openStorage } from "../../server/storage/storage.ts";
import type { Store } from "../../server/store/store.ts";
import { startStandIn, type Behaviour, type Route } from "../support/stand-in.ts";
import { keptLog, projectCalls, projectServices, revisionOf, temporaryStore } from "./parts.ts";
import { readUpload, uploadRun } from "./service-cases.ts";

export const servicesKey = "a-key-of-sixteen-or-more";
const names = [
  "APPRAISAL",
  "BRANCH_OFFICE",
  "BUYING_FLOW",
  "CATALOG",
  "CLIENT_SERVICE",
  "CRM_SI",
  "CRM_WI",
  "DOCUMENTS",
  "FLEETS",
  "KINTO",
  "TEST_DRIVE",
];

export interface Setting {
  services: Services;
  /** Where those who answer keep things. */
  store: Store;
  /** All that anybody said. */
  log: () => string;
}

/** Services of this process: embedded, or all of them behind one address. */
export async function servicesOf(given: { base?: string; failures?: number } = {}): Promise<Setting> {
  const { store, dataDir } = await temporaryStore();
  const log = keptLog();
  const storage = await openStorage({ uploads: { folder: join(dataDir, "uploads") }, dataDir });
  const { base, failures } = given;
  const services = createServices({
    embedded: await projectServices(),
    store,
    config: {
      mode: "development",
      upstreams: base === undefined ? {} : Object.fromEntries(names.map((name) => [name, base])),
      services: { port: "off", key: servicesKey },
    },
    log,
    readUpload,
    files: createServiceFiles({ storage, seals: store.seals.bytes, judge: judgeFor, log }),
    ...(failures === undefined ? {} : { circuit: { failures, pause: 60_000 } }),
  });
  onTestFinished(() => services.close());
  return { services, store, log: log.text };
}

/** What was kept for an idempotency key. */
async function keptFor(store: Store, key: string) {
  const records = await store.db.selectFrom("service_records").selectAll().where("key", "=", key).execute();
  const deliveries = await store.db
    .selectFrom("deliveries")
    .selectAll()
    .where("dedupe", "like", `%/${key}`)
    .execute();
  return { records, deliveries };
}

/** The project's calls for a brand, with `change` applied to each, and a key of their own. */
export async function at(open: () => Promise<Setting>, brand: "SI" | "WI", change = {}) {
  const setting = await open();
  const revision = await revisionOf(brand, await projectCalls(change));
  const ownKey = randomUUID();
  const call = (name: string, input: Record<string, unknown> = {}, key: string = ownKey) =>
    setting.services.call({ revision, call: name, input, key, run: uploadRun });
  return {
    ...setting,
    revision,
    call,
    key: ownKey,
    kept: (key: string = ownKey) => keptFor(setting.store, key),
  };
}

const compiled = (more: Partial<CompiledCall>): CompiledCall => ({
  service: "loans",
  call: "quote",
  method: "POST",
  path: "loans/quote",
  input: { plate: {}, token: {} },
  optional: ["plate", "token"],
  query: {},
  body: { plate: { var: "input.plate" } },
  timeout: 60_000,
  cache: 0,
  ...more,
});

export interface Given {
  tokens?: Record<string, string>;
  circuit?: { failures: number; pause: number };
  /** Below the stand-in's address. */
  base?: string;
  brand?: string;
}

/** Opens services whose one call, `loans.quote`, is answered so. */
export async function against(route: Route, more: Partial<CompiledCall> = {}, given: Given = {}) {
  const { tokens = {}, circuit, base = "/", brand = "SI" } = given;
  const upstream = await startStandIn({ [`${more.method ?? "POST"} ${base}loans/quote`]: route });
  onTestFinished(() => upstream.stop());
  const { store } = await temporaryStore();
  const log = keptLog();
  const services = createServices({
    embedded: await projectServices(),
    store,
    config: {
      mode: "development",
      upstreams: { LOANS: `${upstream.url}${base}` },
      services: { port: "off" },
      tokens,
    },
    log,
    ...(circuit ? { circuit } : {}),
  });
  onTestFinished(() => services.close());
  const revision = await revisionOf(brand, { "loans.quote": compiled({ body: { var: "input" }, ...more }) });
  const call = (input: Record<string, unknown> = {}, captcha?: string, visitorAddress?: string) =>
    services.call({
      revision,
      call: "loans.quote",
      input,
      key: "key-1",
      ...(captcha === undefined ? {} : { captcha }),
      ...(visitorAddress === undefined ? {} : { visitorAddress }),
    });
  return { upstream, call, log, services };
}

export const good: Behaviour = { body: { ok: true } };
