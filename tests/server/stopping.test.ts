/** SIGTERM under load: whoever got a connection gets an answer, and what was acknowledged is stored. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { contactAnswers } from "../support/contact-answers.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startStandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";

const host = "si.localhost";

const pidOf = ({ dataDir }: TestServer): number =>
  (JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")) as { pid: number }).pid;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

interface Load {
  answered: number;
  failures: string[];
  ended: Promise<unknown>;
}

/**
 * Asks all the time, until nobody listens: some over connections that they keep, and some over a new one each time, as a
 * balancer does that asks for the server's health first.
 */
function load(port: number): Load {
  const result: Load = { answered: 0, failures: [], ended: Promise.resolve() };
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const [kept, fresh] = [new Agent({ connections: 4 }), new Agent({ connections: 4, pipelining: 0 })];
  onTestFinished(async () => void (await Promise.all([kept.destroy(), fresh.destroy()])));

  const get = async (dispatcher: Agent, path: string): Promise<number> => {
    const origin = `http://127.0.0.1:${port}`;
    const answer = await dispatcher.request({ origin, path, method: "GET", headers: { host } });
    await answer.body.text();
    return answer.statusCode;
  };
  const ask = async (dispatcher: Agent, index: number): Promise<void> => {
    for (let count = index; !isOver; count++) {
      const path = ["/contacto", "/api/runs?flow=contact", "/api/page?path=/"][count % 3]!;
      try {
        if (dispatcher === fresh && (await get(dispatcher, "/api/health")) === 503) return;
        const status = await get(dispatcher, path);
        if (status !== 200) result.failures.push(`${path}: ${status}`);
        result.answered += 1;
      } catch (error) {
        const { code } = error as Error & { code?: string };
        // Nobody listens: the one way in which it may fail, as the next server can be asked.
        if (code === "ECONNREFUSED" && dispatcher === kept) return;
        result.failures.push(`${path}: ${String(error)}`);
      }
      await wait(8);
    }
  };
  const all = [kept, fresh].flatMap((dispatcher) => [0, 1, 2, 3].map((index) => ask(dispatcher, index)));
  result.ended = Promise.all(all);
  return result;
}

describe("SIGTERM", () => {
  it("under load fails no request, and ends in order", async () => {
    const upstream = await startStandIn({
      "POST /customer/api/client-service/send-email": { body: { error: 0, sendEmail: true }, delay: 6_000 },
    });
    onTestFinished(() => upstream.stop());
    const server = await startServer({
      env: { UPSTREAM_CLIENT_SERVICE: upstream.url, LIMIT_FACTOR: "1000", DRAIN_SECONDS: "4" },
    });
    onTestFinished(() => server.close());
    const page = (await (await server.fetch("SI", "/api/page?path=/contacto")).json()) as {
      revision: string;
    };
    const begun = await server.fetch("SI", "/api/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ flow: "contact", revision: page.revision }),
    });
    const { run } = (await begun.json()) as { run: string };

    const running = load(server.port);
    await until(
      () => running.answered > 100,
      () => `${running.answered} requests were answered`,
    );
    // Somebody waits for a service while the server is told to end.
    const pressed = server.fetch("SI", `/api/runs/${run}/continue`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": "key-of-one-attempt",
        cookie: begun.headers.get("set-cookie")!.split(";", 1)[0]!,
      },
      body: JSON.stringify({ step: "request", version: 0, answers: contactAnswers["SI"] }),
    });
    await until(
      () => upstream.requests.length > 0,
      () => "no call",
    );
    const [answer] = await Promise.all([pressed, server.stop()]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("connection")).toBe("close");
    await running.ended;
    expect(running.failures).toEqual([]);
    expect(running.answered).toBeGreaterThan(100);

    const database = new DatabaseSync(join(server.dataDir, "vitrina.sqlite"), { readOnly: true });
    expect(database.prepare("select state from submissions").all()).toEqual([{ state: "accepted" }]);
    database.close();
  });

  it("is told by /api/health first where a balancer has to notice, without a line for each answer", async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: "2" } });
    onTestFinished(() => server.close());
    const pid = pidOf(server);
    const stopped = server.stop();
    const health = async () => {
      const answer = await server.fetch("SI", "/api/health");
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    await until(
      async () => (await health())[0] === 503,
      () => "still healthy",
    );
    expect(await health()).toEqual([503, "closing"]);
    expect((await server.fetch("SI", "/contacto")).status).toBe(200);
    expect(isAlive(pid)).toBe(true);
    await stopped;
    expect(isAlive(pid)).toBe(false);
    expect(server.log()).not.toContain("/api/health");
  });

  it("a second time ends it at once", async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: "60" } });
    onTestFinished(() => server.close());
    const pid = pidOf(server);
    process.kill(pid, "SIGTERM");
    await wait(200);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGTERM");
    await until(
      () => !isAlive(pid),
      () => "still there",
    );
  });
});
