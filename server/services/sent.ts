/** What is sent to a service, and what comes back, by HTTP or within this process. */
import type { OpenMultipart } from "./multipart.ts";
import type { CallRequest } from "./prepared-call.ts";
import type { KeyState, ServiceBrand } from "./embedded/service.ts";

export type Failure = "timeout" | "unreachable" | "garbled";

/** What came back: a status with its body, or the way in which none did. */
export type Sent = { status: number; data: unknown } | { failure: Failure; status: number };

export interface Sending {
  request: CallRequest;
  /** What the request's parts are: opened anew for each try. */
  parts?: OpenMultipart;
  brand: ServiceBrand;
  key: string;
  keyState?: KeyState;
  /** Milliseconds. */
  timeout: number;
}

/** Bytes. A bigger answer is not read to its end. */
export const maxResponseBytes = 2 * 1024 * 1024;

/** For `JSON.parse`: a key that JavaScript reads in its own way makes an answer unreadable. */
export const refuseProto = (key: string, value: unknown): unknown => {
  if (key === "__proto__") throw new SyntaxError("__proto__ is refused");
  return value;
};
