/** What publishes, draws and is read, for all servers that a process of tests opens one after the other. */
import { join, relative } from "node:path";
import { readConfig } from "../../server/config/config.ts";
import { openBackends } from "../../server/embedded-backends.ts";
import { publishing, type Publishing } from "../../server/definitions/publishing.ts";
import { createSharedThread } from "../../server/shared-thread.ts";

const root = join(import.meta.dirname, "../..");

type Published = ReturnType<Publishing["publish"]>;

/** By their folder, and the engine that they are built for. */
const before = new Map<string, Published>();

/** The project's own files stay as they are while tests run: they are read and built once. A copy of them is read each time. */
const publishOnce: Publishing["publish"] = (folder, engine) => {
  if (relative(root, folder).startsWith("..")) return publishing.publish(folder, engine);
  const key = `${engine} ${folder}`;
  const published = before.get(key) ?? publishing.publish(folder, engine);
  before.set(key, published);
  return published;
};

const ownReference = readConfig({}).referenceDir;
let ownBackends: ReturnType<typeof openBackends> | undefined;

/** So does its own reference data. */
const openBackendsOnce: typeof openBackends = (config) =>
  config.referenceDir === ownReference ? (ownBackends ??= openBackends(config)) : openBackends(config);

export const sharedWork = {
  /** No test waits for a thread to be ready again. */
  publishingThread: createSharedThread(),
  drawingThread: createSharedThread(),
  firstPublishing: { ...publishing, publish: publishOnce },
  openBackends: openBackendsOnce,
};
