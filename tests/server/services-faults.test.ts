/** The calls of the contract suite, answered by a stand-in that does what services should not. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startStandIn, type Route } from "../support/stand-in.ts";
import { projectCalls } from "./parts.ts";
import { calls, faults } from "./service-cases.ts";
import { at, servicesOf } from "./service-parts.ts";

/** Somebody who answers every call in the same way. Gives the base URL. */
async function misbehaving(does: Route | { says: string }): Promise<string> {
  if (typeof does === "object" && "says" in does) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => void (does.says !== "" && socket.write(does.says)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const defined = await projectCalls();
  const routes = calls.map(({ call }) => defined[call]!).map(({ method, path }) => `${method} /${path}`);
  const standIn = await startStandIn(Object.fromEntries(routes.map((route) => [route, does])));
  onTestFinished(() => standIn.stop());
  return `${standIn.url}/`;
}

describe("a service that", () => {
  test.each(faults)(
    "$name is a failure of every call, and nothing else",
    // Only what never answers is waited for; the rest may take long on a busy machine.
    async ({ does, result, needsSchema }) => {
      const patience = result.failure === "timeout" ? 250 : 60_000;
      const base = await misbehaving(does);
      const { call, revision, log } = await at(() => servicesOf({ base, failures: 1000 }), "SI", {
        timeout: patience,
      });
      await Promise.all(
        calls.map(async ({ call: name, input }) => {
          if (needsSchema && revision.private.calls[name]!.answer === undefined) return;
          expect({ name, ...(await call(name, input)) }).toEqual({ name, ok: false, ...result });
        }),
      );
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      for (const secret of ["ana@correo.example", "12345678", "Pérez", "oops"])
        expect(log()).not.toContain(secret);
    },
  );

  test("is not there is a failure of every call", async () => {
    const standIn = await startStandIn({});
    await standIn.stop();
    const { call } = await at(() => servicesOf({ base: `${standIn.url}/` }), "SI");
    for (const { call: name, input } of calls) {
      expect(await call(name, input)).toEqual({ ok: false, status: 0, failure: "unreachable", data: null });
    }
  });
});
