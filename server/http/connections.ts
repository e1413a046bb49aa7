/** Connections of the listener: who is in the middle of a request, so that stopping cuts nobody off. */
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as Listener, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

export interface Connections {
  /** For Fastify. */
  serverFactory: (handler: RequestListener) => Server;
  /** Takes no new ones, from a moment on in which none is on its way. */
  stopListening(): Promise<void>;
  /**
   * Ends them: whoever is answered is told to come back on another connection, and one that stays quiet is closed.
   * Resolves when there is none left and, as `unheard` tells, nobody listens for new ones; those that are not done
   * after `most` milliseconds are cut off.
   */
  end(most: number, unheard: Promise<unknown>): Promise<void>;
}

/** Milliseconds, each longer than our own pages and services need. */
const timeouts = {
  /** For the next request on the same connection. Longer than proxies keep theirs: so they never meet one that is gone. */
  keepAliveTimeout: 75_000,
  headersTimeout: 30_000,
  /** For a whole request, an upload over a slow line too. */
  requestTimeout: 300_000,
};

/** Milliseconds in which somebody who uses a connection would have used it again. */
const idleMs = 400;

/**
 * Connections that the system took and we did not yet are reset when a listener closes: so it closes right after a look
 * that found none, or after so many looks. What comes in the moment between is lost all the same; where there is a
 * balancer, it knows by then (`drainSeconds`).
 */
const stillness = { milliseconds: 1, looks: 200 };

interface Use {
  /** The last one to be asked for: those before it on the same connection are done when it is. */
  answer: ServerResponse | undefined;
  /** When it was seen to be done, by `performance.now()`. Seen while ending: before, nobody looks. */
  quietSince: number | undefined;
}

const isAnswered = ({ answer }: Use): boolean => answer === undefined || answer.closed;

export function trackConnections(): Connections {
  const uses = new Map<Socket, Use>();
  const servers: Server[] = [];
  let ending = false;
  let accepted = 0;

  // At every request: it may cost no more than this.
  const begin = (socket: Socket, answer: ServerResponse): void => {
    const use = uses.get(socket);
    if (!use) return;
    use.answer = answer;
    use.quietSince = undefined;
    if (ending) answer.setHeader("connection", "close");
  };

  return {
    serverFactory: (handler) => {
      const server = createServer({
        ...timeouts,
        connectionsCheckingInterval: 10_000,
        // Of two `Host` headers nobody reads the first and somebody else the second: together they are no host.
        joinDuplicateHeaders: true,
      });
      servers.push(server);
      server.on("connection", (socket) => {
        accepted += 1;
        uses.set(socket, { answer: undefined, quietSince: undefined });
        socket.once("close", () => uses.delete(socket));
      });
      server.on("request", (request, answer) => {
        begin(request.socket, answer);
        handler(request, answer);
      });
      // Node closes what is idle at that moment, on which a request may be on its way; `end` waits a little.
      server.closeIdleConnections = () => {};
      return server;
    },
    stopListening: async () => {
      for (let look = 0; look < stillness.looks; look++) {
        const [before, began] = [accepted, performance.now()];
        await nextTurn();
        if (accepted === before && performance.now() - began < stillness.milliseconds) break;
      }
      // As the listener that it is: HTTP's own way of closing is the server's, afterwards.
      for (const server of servers) Listener.prototype.close.call(server);
    },
    end: async (most, unheard) => {
      ending = true;
      let listens = true;
      const heardLast = (): void => void (listens = false);
      unheard.then(heardLast, heardLast);
      const began = performance.now();
      for (const { answer } of uses.values()) {
        if (answer && !answer.headersSent) answer.setHeader("connection", "close");
      }
      // oxlint-disable-next-line no-unmodified-loop-condition -- `heardLast` sets it
      while (listens || uses.size > 0) {
        const now = performance.now();
        for (const [socket, use] of uses) {
          if (isAnswered(use)) use.quietSince ??= now;
          if (now - began > most || now - (use.quietSince ?? now) > idleMs) socket.destroy();
        }
        await wait(10);
      }
    },
  };
}
