/** A stand-in that hands on what it gets: to services that answer elsewhere, as long as a test says nothing else. */
import { fetch } from "undici";
import { startStandIn, type Behaviour, type Received, type Route, type StandIn } from "./stand-in.ts";

export interface Relay {
  standIn: StandIn;
  /** Where the services are; may be known only after whoever asks the relay was started. */
  leadTo(url: string): void;
  /** What a route does until `undo`, or the end of the test that says so. */
  set(route: string, behaviour: Route): void;
  /** Everything is handed on again. */
  undo(): void;
  /** Hands one request on. */
  pass(received: Received): Promise<Behaviour>;
}

/** Starts one for these routes, named `"GET /appraisal-v2/years"`. */
export async function startRelay(routes: string[]): Promise<Relay> {
  let target = "";
  const pass = async ({ method, path, query, headers, body }: Received): Promise<Behaviour> => {
    const kept = Object.entries(headers).filter(
      ([name]) => !["host", "connection", "content-length", "accept-encoding"].includes(name),
    );
    const response = await fetch(`${target}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(method === "GET" || body === "" ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "text/plain";
    return { status: response.status, body: text, headers: { "content-type": type } };
  };
  const standIn = await startStandIn(Object.fromEntries(routes.map((route) => [route, pass])));
  return {
    standIn,
    pass,
    leadTo: (url) => void (target = url),
    set: standIn.set,
    undo: () => {
      for (const route of routes) standIn.set(route, pass);
    },
  };
}
