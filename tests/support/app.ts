/** The server in the test's own process, asked without a network: the same `createApp` as in production. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InjectOptions, LightMyRequestResponse as Response } from "fastify";
import { onTestFinished } from "vitest";
import { createApp, type App } from "../../server/app.ts";
import type { Clock } from "../../server/clock.ts";
import { readConfig } from "../../server/config/config.ts";
import type { MailFolder } from "../../server/mail/files.ts";
import { openDefinitions } from "../../server/definitions/definitions.ts";
import { builtAssets, type Assets } from "../../server/pages/assets.ts";
import type { Store, StoreConfig } from "../../server/store/store.ts";
import { copyDefinitions } from "./definition-files.ts";
import { root } from "./definitions.ts";
import { newStore } from "./new-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { sharedWork } from "./shared-work.ts";

export interface TestApp extends App {
  dataDir: string;
  /** Its mails in files. */
  mails: MailFolder;
  /** Where its store is. */
  storeConfig: StoreConfig;
  /** Goes by the machine's clock. */
  runsClock: boolean;
  /** Folder of the definitions: a copy where `copy` was asked for. */
  definitionsDir: string;
  /** Changes a definition file of the copy by replacing a text, and waits for nothing. */
  edit(file: string, replace: string, by: string): Promise<void>;
  /** Closes and opens again over the same data. */
  reopen(): Promise<TestApp>;
}

interface Options {
  env?: Record<string, string>;
  /** A store that is there already, with its folder. */
  storeConfig?: StoreConfig;
  /** Works on a copy of the definitions, with some files changed or left out by `null`, or in a folder that is there. */
  copy?: true | Record<string, string | null> | string;
  watch?: boolean;
  clock?: Clock;
}

// Read once for all servers of a process.
let assets: Promise<Assets> | undefined;

/** The project's own definitions, as the first server publishes them: they are megabytes, which each test would write anew. */
async function publishOwn(store: Store): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const at = { root, store, log, clock: () => new Date(), watch: false, followContent: false };
  await (await openDefinitions({ ...at, ...sharedWork })).close();
}

/** Whether it serves the project's own definitions, and nothing else. */
const servesOwn = ({ copy = root, env = {} }: Options): boolean =>
  copy === root && !Object.keys(env).some((name) => /^(DEFINITIONS_DIR$|CONTENTFUL_)/.test(name));

/** Opens the server; it closes when the test has finished. */
export async function openApp(options: Options = {}): Promise<TestApp> {
  const storeConfig = options.storeConfig ?? (await newStore(servesOwn(options) ? publishOwn : undefined));
  const { dataDir, databaseUrl, dataKeys } = storeConfig;
  let definitionsDir = typeof options.copy === "string" ? options.copy : root;
  if (typeof options.copy === "object" || options.copy === true) {
    definitionsDir = await temporaryFolder();
    copyDefinitions(definitionsDir, options.copy === true ? {} : options.copy);
  }
  const config = readConfig({
    DATA_DIR: dataDir,
    DEFINITIONS_DIR: definitionsDir,
    SERVICES_PORT: "off",
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKeys?.map((key) => key.export().toString("base64")).join(","),
    ...options.env,
  });
  const app = await createApp({
    ...sharedWork,
    config,
    assets: await (assets ??= builtAssets()),
    watch: options.watch ?? false,
    ...(options.clock ? { clock: options.clock } : {}),
    logLevel: "fatal",
  });
  // Nothing was left in the middle, and what a test leaves so is the test's to bring to its end.
  if (!options.storeConfig) await app.resuming.stop();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app.close());
  onTestFinished(close);
  return {
    ...app,
    close,
    dataDir,
    mails: { dataDir, seals: app.store.seals.bytes },
    storeConfig,
    runsClock: options.clock === undefined,
    definitionsDir,
    edit: async (file, replace, by) => {
      const path = join(definitionsDir, file);
      const text = await readFile(path, "utf8");
      if (!text.includes(replace)) throw new Error(`${file} has no "${replace}"`);
      await writeFile(path, text.replace(replace, by));
    },
    reopen: async () => {
      await close();
      return await openApp({ ...options, storeConfig, copy: definitionsDir });
    },
  };
}

/** A visitor of one brand's host, who keeps cookies as a browser does. */
export interface Visitor {
  ask(
    method: InjectOptions["method"],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  cookie: string | undefined;
}

export function visitor(app: App, brand: string, cookie?: string): Visitor {
  const host = `${brand.toLowerCase()}.localhost:3000`;
  const self: Visitor = {
    cookie,
    ask: async (method, url, body, headers = {}) => {
      const response = await app.server.inject({
        method: method ?? "GET",
        url,
        headers: {
          host,
          ...(self.cookie === undefined ? {} : { cookie: self.cookie }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const set = response.headers["set-cookie"];
      if (set !== undefined) self.cookie = String(set).split(";", 1)[0];
      if (response.statusCode === 429 && "runsClock" in app && app.runsClock === true)
        throw new Error(
          "too many, by a clock that runs: hold it (setClock), or windows end while a test counts",
        );
      return response;
    },
  };
  return self;
}
