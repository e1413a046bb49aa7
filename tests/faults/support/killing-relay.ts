/** Between one server and the providers of payments: ends that server at a confirmation, once it is told how. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Trial } from "./trial.ts";

/**
 * `asked`: before the provider hears of it; `committed`: when it has taken the money, and nobody was told; `answered`:
 * when the server has its answer.
 */
export type KillAt = "asked" | "committed" | "answered";

export interface KillingRelay {
  /** Ends in `/`. */
  url: string;
  /** Ends the server at the confirmation after so many others. */
  arm(at: KillAt, after: number, kill: () => Promise<void>): void;
  /** Whether it has done so since it was armed. */
  hasKilled(): boolean;
  /** Of so many confirmations from now on the answer stays away for so many milliseconds. */
  holdUp(confirmations: number, milliseconds: number): void;
  /** How many it held up, and has let go. */
  heldUp(): number;
}

const isConfirmation = (method: string, path: string): boolean =>
  method === "PUT" || path.includes("/authorization/ecommerce/");

export async function startKillingRelay(target: string, later: Trial["later"]): Promise<KillingRelay> {
  let armed: { at: KillAt; after: number; kill: () => Promise<void> } | undefined;
  let killed = false;
  let toHold = { confirmations: 0, milliseconds: 0 };
  let held = 0;

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = "GET", url = "/", headers } = request;
      const confirms = isConfirmation(method, url);
      const doomed = confirms && armed !== undefined && armed.after === 0 ? armed : undefined;
      if (doomed) {
        armed = undefined;
        killed = true;
      } else if (confirms && armed) armed.after -= 1;
      const { host: _, connection: __, "content-length": ___, ...kept } = headers;
      const pass = async () => {
        const answer = await fetch(new URL(url, target), {
          method,
          headers: kept as Record<string, string>,
          ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
        });
        return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
      };
      if (doomed?.at === "asked") return await doomed.kill();
      const { status, type, body } = await pass();
      if (doomed?.at === "committed") return await doomed.kill();
      if (confirms && !doomed && toHold.confirmations > 0) {
        toHold.confirmations -= 1;
        held += 1;
        await wait(toHold.milliseconds);
      }
      response.writeHead(status, { "content-type": type ?? "text/plain" }).end(body);
      if (doomed) await doomed.kill();
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  later(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arm: (at, after, kill) => {
      killed = false;
      armed = { at, after, kill };
    },
    hasKilled: () => killed,
    holdUp: (confirmations, milliseconds) => {
      toHold = { confirmations, milliseconds };
    },
    heldUp: () => held,
  };
}
