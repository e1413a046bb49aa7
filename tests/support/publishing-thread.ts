import { createSharedThread } from "../../server/definitions/publisher.ts";

/** One for all servers that a process opens: no test waits for a thread to be ready again. */
export const publishingThread = createSharedThread();
