/** What publishes and draws, for all servers that a process of tests opens one after the other. */
import { relative } from "node:path";
import { publishing, type Publishing } from "../../server/definitions/publishing.ts";
import { createSharedThread } from "../../server/shared-thread.ts";
import { root } from "./definitions.ts";

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

export const sharedWork = {
  /** No test waits for a thread to be ready again. */
  publishingThread: createSharedThread(),
  drawingThread: createSharedThread(),
  firstPublishing: { ...publishing, publish: publishOnce },
};
