/**
 * What the browser runs beside the pages of a site. It is written out as text, so nothing in it may come from around it, and
 * what it uses of the browser is named here: the rest of the server knows nothing of that.
 */

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked {
  request: Request;
  /** What the browser began to ask for while the worker started; undefined in browsers that do not. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface KeptAnswers {
  add(request: Request): Promise<void>;
  match(address: string): Promise<Response | undefined>;
}

/** What is there of the browser, around a worker. */
export interface WorkerScope {
  addEventListener(type: "install" | "activate", act: (event: Lasting) => void): void;
  addEventListener(type: "fetch", act: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  registration: { navigationPreload?: { enable(): Promise<void> }; unregister(): Promise<boolean> };
  caches: {
    open(name: string): Promise<KeptAnswers>;
    keys(): Promise<string[]>;
    delete(name: string): Promise<boolean>;
  };
  fetch(request: Request): Promise<Response>;
  Request: typeof Request;
}

/**
 * Keeps one page, and shows it where a page cannot be had because nobody answers. It keeps nothing else: every page, answer
 * and definition comes from the server each time, and files that never change are the browser's own to keep.
 */
export function offlineWorker(scope: WorkerScope, page: string, name: string): void {
  scope.addEventListener("install", (event) => {
    const keep = async (): Promise<void> => {
      const cache = await scope.caches.open(name);
      // Without cookies: it is the same for everybody, also for who looks at a preview.
      await cache.add(new scope.Request(page, { cache: "reload", credentials: "omit" }));
      await scope.skipWaiting();
    };
    event.waitUntil(keep());
  });
  scope.addEventListener("activate", (event) => {
    const begin = async (): Promise<void> => {
      for (const other of await scope.caches.keys())
        if (other !== name && other.startsWith("offline-")) await scope.caches.delete(other);
      // So that no page waits for the worker to start.
      await scope.registration.navigationPreload?.enable();
    };
    event.waitUntil(begin());
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.mode !== "navigate" || request.method !== "GET") return;
    const answer = async (): Promise<Response> => {
      try {
        return (await event.preloadResponse) ?? (await scope.fetch(request));
      } catch (error) {
        const kept = await (await scope.caches.open(name)).match(page);
        if (kept) return kept;
        throw error;
      }
    };
    event.respondWith(answer());
  });
}

/** Takes the place of the other where it is to go: it leaves nothing behind, itself included. */
export function withdrawnWorker(scope: WorkerScope): void {
  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener("activate", (event) => {
    const end = async (): Promise<void> => {
      for (const name of await scope.caches.keys())
        if (name.startsWith("offline-")) await scope.caches.delete(name);
      await scope.registration.unregister();
    };
    event.waitUntil(end());
  });
}
