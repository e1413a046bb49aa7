import helmet from "@fastify/helmet";
import Fastify, { type FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { isSecure } from "./sessions.ts";

/** For what is no page: nothing of it is ever shown, run or framed. Pages bring a policy of their own. */
export const strictPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A year, in seconds. Not for subdomains: those are others' to decide. */
const strictTransport = "max-age=31536000";

/**
 * Helmet's headers, as it sets them. They are the same for every answer, and helmet works them out anew for each, which
 * costs more than the rest of an answer from memory: so it is asked once, for one answer of a server of its own.
 */
async function helmetsHeaders(): Promise<Record<string, string>> {
  const ask = async (withHelmet: boolean): Promise<Record<string, unknown>> => {
    const server = Fastify();
    if (withHelmet) {
      await server.register(helmet, {
        contentSecurityPolicy: false,
        // Under TLS alone, which each request tells.
        strictTransportSecurity: false,
        xFrameOptions: { action: "deny" },
        referrerPolicy: { policy: "no-referrer" },
      });
    }
    server.get("/", async () => "");
    const { headers } = await server.inject("/");
    await server.close();
    return headers;
  };
  const [bare, all] = await Promise.all([ask(false), ask(true)]);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !Object.hasOwn(bare, name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Sets what every answer carries: pages, the API and files. A route may set any of them otherwise. */
export async function secureHeaders(
  server: FastifyInstance,
  config: Pick<Config, "secureCookies">,
): Promise<void> {
  const headers = { ...(await helmetsHeaders()), "content-security-policy": strictPolicy };
  const underTls = { ...headers, "strict-transport-security": strictTransport };
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(isSecure(config, request) ? underTls : headers);
    done();
  });
}
