/** Requests of somebody who leaves the page aside, in the session that a page has. */
import { randomUUID } from "node:crypto";
import type { CurrentAnswer, RunState } from "../../schemas/engine/protocol.ts";
import type { TestPage } from "./browser.ts";
import type { Product } from "./product.ts";

export interface ByHand {
  /** The open run of a flow, if there is one. */
  run(flow: string): Promise<RunState | null>;
  /** Continuar on the step that is open, with these answers. */
  proceed(run: RunState, answers: Record<string, unknown>): Promise<{ status: number; body: unknown }>;
  /** A page as the server draws it. */
  html(path: string): Promise<string>;
}

export function byHand({ server }: Product, page: TestPage, brand: string): ByHand {
  const ask = async (path: string, init: { method?: string; headers?: object; body?: string } = {}) => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return server.fetch(brand, path, { ...init, headers: { ...init.headers, cookie } });
  };
  return {
    run: async (flow) => {
      const response = await ask(`/api/runs?flow=${flow}`);
      return ((await response.json()) as CurrentAnswer).run;
    },
    proceed: async ({ run, step, version }, answers) => {
      const response = await ask(`/api/runs/${run}/continue`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({ step, version, answers }),
      });
      return { status: response.status, body: await response.json() };
    },
    html: async (path) => (await ask(path)).text(),
  };
}
