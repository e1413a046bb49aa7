/** A small HTTP server in the place of somebody else's, that answers, fails, waits and cuts off as told. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export interface Received {
  method: string;
  /** Without query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed where it is JSON, else the text. */
  body: unknown;
}

export interface Behaviour {
  /** 200 unless said. */
  status?: number;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds before the answer. */
  delay?: number;
  /** What it waits for before the answer: what is seen meanwhile stays as long as a test needs to look at it. */
  after?: Promise<unknown>;
  /** Ends the connection without an answer, or in the middle of its body. */
  cutOff?: "before" | "within";
}

/** A delay that nobody waits for, in milliseconds: whoever goes on has given up. */
export const never = 3_600_000;

export type Route = Behaviour | ((request: Received) => Behaviour | Promise<Behaviour>);

export interface StandIn {
  url: string;
  port: number;
  /** All that was received since the start or the last `forget`, in order. */
  requests: Received[];
  /** Replaces what a route does. */
  set(route: string, behaviour: Route): void;
  forget(): void;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

/** Whether a path is of a route, a part of which may be any: `/catalog/api/car/{id}`. */
const isOf = (route: string, path: string): boolean => {
  const [parts, given] = [route.split("/"), path.split("/")];
  return (
    parts.length === given.length && parts.every((part, at) => /^\{\w+\}$/.test(part) || part === given[at])
  );
};

/** Starts one. Routes are named `"POST /crm/web-form"`; any other request is answered 404. */
export async function startStandIn(routes: Record<string, Route>): Promise<StandIn> {
  const table = new Map(Object.entries(routes));
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request);
    requests.push(received);
    const asked = `${received.method} ${received.path}`;
    const route = table.get(asked) ??
      [...table].find(([name]) => isOf(name, asked))?.[1] ?? {
        status: 404,
        body: { error: "no route" },
      };
    await behave(typeof route === "function" ? await route(received) : route, response);
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }

  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    set: (route, behaviour) => void table.set(route, behaviour),
    forget: () => void requests.splice(0),
    stop,
    restart: async () => {
      await stop();
      await listen(port);
    },
  };
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? "/", "http://stand-in");
  const isJson = request.headers["content-type"]?.includes("json") === true && text !== "";
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

async function behave(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  const { status = 200, body = {}, headers = {}, delay = 0, after, cutOff } = behaviour;
  if (delay > 0) await wait(delay, undefined, { ref: false });
  await after;
  if (cutOff === "before") {
    response.destroy();
    return;
  }
  const isText = typeof body === "string";
  const content = Buffer.from(isText ? body : JSON.stringify(body));
  response.writeHead(status, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "content-length": content.length,
    ...headers,
  });
  if (cutOff === "within") {
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
    return;
  }
  response.end(content);
}
