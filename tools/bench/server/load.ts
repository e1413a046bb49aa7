/** The two kinds of load: one address again and again, and requests each of which is sent once. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Pool } from "undici";
import type { Press } from "../../../tests/faults/support/load-driver.ts";

/** Asks for one address over connections that stay open, each as soon as its last answer is there. */
export interface Reader {
  /** Sends so many requests: how many a second were answered. Throws where an answer is another one than the first. */
  rate(requests: number): Promise<number>;
  close(): void;
}

/**
 * A reader that costs next to nothing: answers are counted by their bytes, which are as many each time, and while it waits
 * it never sleeps, so that nobody has to wake it. Whatever reads answers properly costs more than what is measured here,
 * and would be all that is measured.
 */
export async function openReader(
  url: string,
  headers: Record<string, string>,
  connections = 32,
): Promise<Reader> {
  const { hostname, port, host, pathname } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay(true));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  // Twice: what answers the first time may make ready for the others.
  await readOne(sockets[0]!, request);
  const length = await readOne(sockets[0]!, request);

  const rate = async (requests: number): Promise<number> => {
    const began = performance.now();
    let left = requests;
    let working = true;
    const stayAwake = (): void => void (working && setImmediate(stayAwake));
    stayAwake();
    const work = async (socket: Socket): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let missing = 0;
      const next = (): void => {
        if (left === 0) return resolve();
        left -= 1;
        missing = length;
        socket.write(request);
      };
      const read = (bytes: Buffer): void => {
        missing -= bytes.length;
        if (missing < 0) reject(new Error(`${url}: an answer is longer than the first one`));
        else if (missing === 0) next();
      };
      const end = (): void => reject(new Error(`${url}: a connection was closed`));
      socket.on("data", read).once("close", end);
      next();
      await promise.finally(() => socket.off("data", read).off("close", end));
    };
    try {
      await Promise.all(sockets.map(work));
      return requests / ((performance.now() - began) / 1000);
    } finally {
      working = false;
    }
  };
  return { rate, close: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Bytes of one whole answer. @throws {Error} where it is not 200, or does not say its length. */
async function readOne(socket: Socket, request: Buffer): Promise<number> {
  socket.write(request);
  for (let text = ""; ;) {
    text += ((await once(socket, "data")) as [Buffer])[0].toString("latin1");
    const head = text.indexOf("\r\n\r\n");
    if (head < 0) continue;
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head + 2))?.[1];
    if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) throw new Error(text.slice(0, head));
    const all = head + 4 + Number(length);
    if (text.length >= all) return all;
  }
}

/** Sends each once over so many connections: how many a second were answered. Throws where one is not 200. */
export async function submitRate(origin: string, presses: Press[], connections = 32): Promise<number> {
  const pool = new Pool(origin, { connections });
  const waiting = [...presses];
  const one = async (): Promise<void> => {
    for (let press = waiting.pop(); press; press = waiting.pop()) {
      const { statusCode, body } = await pool.request({ method: "POST", ...press });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${press.path}: ${statusCode} ${text}`);
    }
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, one));
    return presses.length / ((performance.now() - began) / 1000);
  } finally {
    await pool.close();
  }
}
