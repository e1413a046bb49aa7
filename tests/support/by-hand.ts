/** Requests of somebody who leaves the page aside, in the session that a page has. */
import { randomUUID } from "node:crypto";
import type { Answer, Answers } from "../../schemas/engine/all.ts";
import type { CurrentAnswer, RunState } from "../../schemas/engine/protocol.ts";
import type { TestPage } from "./browser.ts";
import type { Product } from "./product.ts";

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface ByHand {
  /** Begins a run of a flow, with files by the paths of the fields that take them, as answers of its first step. */
  begin(flow: string, files?: Record<string, File>): Promise<{ run: RunState; attached: Answers }>;
  /** The open run of a flow, if there is one. */
  run(flow: string): Promise<RunState | null>;
  /** Continuar on the step that is open, with these answers. */
  proceed(run: RunState, answers: Record<string, unknown>): Promise<{ status: number; body: unknown }>;
  /** A page as the server draws it. */
  html(path: string): Promise<string>;
}

export function byHand({ server }: Product, page: TestPage, brand: string): ByHand {
  const context = page.context();
  const ask = async (
    path: string,
    init: { method?: string; headers?: object; body?: string | Uint8Array } = {},
  ) => {
    const cookies = await context.cookies(server.url(brand));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const response = await server.fetch(brand, path, { ...init, headers: { ...init.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      await context.addCookies([{ name, value, url: server.url(brand) }]);
    }
    return response;
  };
  const post = (path: string, body: object, headers: object = {}) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    begin: async (flow, files = {}) => {
      const response = await post("/api/runs", { flow, revision: "-" });
      if (!response.ok) throw new Error(`no run of ${flow}: ${response.status} ${await response.text()}`);
      const run = (await response.json()) as RunState;
      const attached: Answers = {};
      for (const [field, { name, mimeType, buffer }] of Object.entries(files)) {
        const query = new URLSearchParams({ field, name });
        const headers = { "content-type": mimeType };
        const path = `/api/runs/${run.run}/files?${query}`;
        attached[field] = (await (
          await ask(path, { method: "POST", headers, body: buffer })
        ).json()) as Answer;
      }
      return { run, attached };
    },
    run: async (flow) => {
      const response = await ask(`/api/runs?flow=${flow}`);
      return ((await response.json()) as CurrentAnswer).run;
    },
    proceed: async ({ run, step, version }, answers) => {
      const response = await post(
        `/api/runs/${run}/continue`,
        { step, version, answers },
        { "idempotency-key": randomUUID() },
      );
      return { status: response.status, body: await response.json() };
    },
    html: async (path) => (await ask(path)).text(),
  };
}
