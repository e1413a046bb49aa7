import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../../support/server.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createDriver } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

/** One server after the other on the same store; who comes between them waits in the proxy, as in any balancer. */
export const restart: PromiseTrial = {
  number: 14,
  promise: "SIGTERM under load: no failed request",
  run: async ({ long, later, say }) => {
    const restarts = long ? 50 : 1;
    const server = await startServer({
      env: { TRUST_PROXY: "loopback", SERVICES_PORT: "off" },
      files: contactAlone(),
    });
    later(() => server.close());
    const proxy = await startFaultProxy(server.port);
    later(() => proxy.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${proxy.port}`, timeout: 60_000 });
    later(() => driver.close());
    let ended = false;
    let requests = 0;
    const reader = async (path: string): Promise<void> => {
      while (!ended) {
        const { status } = await driver.ask(undefined, "GET", path);
        requests += 1;
        assert.equal(status, 200, path);
        await wait(Math.random() * 20);
      }
    };
    const writer = async (): Promise<void> => {
      while (!ended) {
        await driver.submit();
        requests += 2;
        await wait(Math.random() * 20);
      }
    };
    const load = Promise.all([
      reader("/contacto"),
      reader("/"),
      reader("/contacto"),
      writer(),
      writer(),
      writer(),
    ]);
    const work = async (): Promise<void> => {
      for (let index = 0; index < restarts; index += 1) {
        await wait(300 + Math.random() * 500);
        await proxy.set({ kind: "held" });
        // SIGTERM, its end with exit code 0, and the next one.
        await server.restart();
        await proxy.set({ kind: "none" });
        if ((index + 1) % 10 === 0) say(`${index + 1} restarts, ${count(requests)} requests`);
      }
      await wait(200);
    };
    try {
      await Promise.race([work(), load.then(() => assert.fail("the load ended"))]);
    } finally {
      ended = true;
    }
    await load;
    assert.ok(proxy.met.held > 0, "somebody came between the two servers");
    assert.deepEqual(driver.repeated, { lost: 0, statuses: {} }, "no request failed");
    return {
      done: `${restarts} restart${restarts === 1 ? "" : "s"} by SIGTERM under load, connections kept alive; who came between two servers waited in the proxy`,
      figure: `${count(requests)} requests, ${count(driver.acknowledged.length)} submissions among them, 0 failed`,
    };
  },
};
