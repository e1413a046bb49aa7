import { useSyncExternalStore } from "react";

/** Whether the server can be reached. */
export interface Connectivity {
  offline(): boolean;
  /** Is told of each change. As long as somebody listens, it is asked for every now and then. */
  subscribe(listener: () => void): () => void;
}

/** What of the browser it looks at. Tests give another one. */
export interface Surroundings {
  /** Whether the browser knows of a network. */
  isOnline(): boolean;
  /** Asks the server for a sign of life. Rejects without one. */
  ping(signal: AbortSignal): Promise<unknown>;
  events: Pick<EventTarget, "addEventListener" | "removeEventListener">;
}

/** Milliseconds between two questions, and for the answer to one. */
const pingIntervalMs = 100_000;
const pingTimeoutMs = 3_000;

/** The browser's word counts at once; that there is a network does not mean that it leads to the server, so that is asked. */
export function watchConnection({ isOnline, ping, events }: Surroundings): Connectivity {
  const listeners = new Set<() => void>();
  let offline = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** Counts the questions: only the answer to the newest one counts. */
  let turn = 0;

  function set(now: boolean): void {
    if (offline === now) return;
    offline = now;
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    const mine = ++turn;
    if (!isOnline()) return set(true);
    const control = new AbortController();
    const late = setTimeout(() => control.abort(), pingTimeoutMs);
    const reached = await ping(control.signal).then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (mine === turn) set(!reached || !isOnline());
  }

  const look = (): void => void ask();

  return {
    offline: () => offline,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        for (const name of ["online", "offline"]) events.addEventListener(name, look);
        timer = setInterval(look, pingIntervalMs);
        // While nobody listened, nobody looked.
        if (offline || !isOnline()) look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const name of ["online", "offline"]) events.removeEventListener(name, look);
        clearInterval(timer);
      };
    },
  };
}

/** The connection of this page to the server that it came from. */
export const connectivity = watchConnection({
  isOnline: () => navigator.onLine,
  async ping(signal) {
    const response = await fetch("/api/health", { cache: "no-store", signal });
    if (!response.ok) throw new Error(`the server is not well (${response.status})`);
  },
  events: globalThis.window,
});

const onTheServer = (): boolean => false;

/** Whether there is no connection. False on the server and while the page is taken over. */
export const useOffline = (): boolean =>
  useSyncExternalStore(connectivity.subscribe, connectivity.offline, onTheServer);
