/** Calls of backend services, as definitions name them: embedded or upstream, the caller sees no difference. */
import { Agent } from "undici";
import type { CompiledCall, Revision } from "../../schemas/engine/all.ts";
import { systemClock, type Clock } from "../clock.ts";
import { upstreamFor, type Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { canonical } from "./canonical.ts";
import { createEmbedded } from "./embedded/index.ts";
import { CallInputError, preparedCall } from "./prepared-call.ts";
import { withRetries } from "./retries.ts";
import { brandOfRevision, type EmbeddedService } from "./service.ts";
import { largestAnswer, sendEmbedded, sendUpstream, type Sending, type Sent } from "./send.ts";

export { CallInputError } from "./prepared-call.ts";
export { toOptions, toValue } from "./options.ts";

/**
 * `status` is 0 where no answer came. `data` is null where there is none or it cannot be trusted. The failure `empty` is
 * an answer: there is nothing of what was asked for.
 */
export interface CallResult {
  ok: boolean;
  status: number;
  failure?: "timeout" | "unreachable" | "status" | "garbled" | "empty";
  data: unknown;
}

export interface ServiceCall {
  revision: Revision;
  /** `<service>.<call>`. */
  call: string;
  input: Record<string, unknown>;
  /** Milliseconds that there are at the most, if fewer than the call's own time-out. */
  within?: number;
  /** Idempotency key: the same for every repeat of this call. Visible ASCII, at most 200. */
  key: string;
}

export interface Services {
  /**
   * Makes a call. Never throws for what the service does or fails to do; throws `CallInputError` for inputs that
   * the definition does not take, and other errors where the definition itself cannot be used.
   */
  call: (call: ServiceCall) => Promise<CallResult>;
  /** For the listener. */
  embedded: EmbeddedService[];
  close: () => Promise<void>;
}

export interface ServiceParts {
  store: Store;
  config: Pick<Config, "upstreams" | "services">;
  log: Log;
  /** Called after a service has queued a delivery: the worker's `wake`. */
  queued?: () => void;
  clock?: Clock;
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

function freezeDeeply<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeeply);
  return value;
}

function toResult(
  sent: Sent,
  { empty = [] }: CompiledCall,
  isAnswer: (data: unknown) => boolean,
): CallResult {
  if ("failure" in sent) return { ok: false, status: sent.status, failure: sent.failure, data: null };
  const { status, data } = sent;
  if (empty.includes(status)) return { ok: false, status, failure: "empty", data: null };
  if (status < 200 || status > 299) return { ok: false, status, failure: "status", data };
  if (!isAnswer(data)) return { ok: false, status, failure: "garbled", data: null };
  return { ok: true, status, data };
}

/** The services of this process. */
export function createServices({ store, config, log, queued, clock = systemClock }: ServiceParts): Services {
  const embedded = createEmbedded({ store, clock, ...(queued ? { queued } : {}) });
  // The time-out is the call's own; it covers everything from connecting to the last byte.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: largestAnswer });
  const cache = createAnswerCache<CallResult>((result) => result.ok, { now: () => clock().getTime() });

  const send = async (service: string, sending: Sending): Promise<Sent> => {
    const base = upstreamFor(config, service, sending.brand.code);
    if (base !== undefined) {
      const { key } = config.services;
      return await sendUpstream(sending, {
        base,
        dispatcher,
        ...(key === undefined ? {} : { servicesKey: key }),
      });
    }
    const found = embedded.find((candidate) => candidate.service === service);
    if (found) return await sendEmbedded(sending, found);
    log.error({ service, brand: sending.brand.code }, "service is neither embedded nor has it an upstream");
    return { failure: "unreachable", status: 0 };
  };

  const call = async ({
    revision,
    call: name,
    input,
    key,
    within = Infinity,
  }: ServiceCall): Promise<CallResult> => {
    const calls = revision.private.calls;
    const compiled = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!compiled) throw new Error(`Revision ${revision.hash} has no call ${name}`);
    if (!keyPattern.test(key)) throw new CallInputError(`${name}: not an idempotency key`);
    const prepared = preparedCall(compiled);
    const present = prepared.checkInput(input);
    const request = prepared.request(present, revision.private.facts);
    const brand = brandOfRevision(revision);

    const askOnce = async (left: number): Promise<CallResult> => {
      const began = performance.now();
      const timeout = Math.max(1, Math.floor(Math.min(compiled.timeout, left)));
      const sent = await send(compiled.service, { request, brand, key, timeout }).catch(
        (error: unknown): Sent => {
          log.error({ call: name, brand: brand.code, err: error }, "embedded service failed");
          return { status: 500, data: null };
        },
      );
      const result = toResult(sent, compiled, prepared.isAnswer);
      const { status, failure } = result;
      const milliseconds = Math.round(performance.now() - began);
      log[result.ok || failure === "empty" ? "info" : "warn"](
        { call: name, brand: brand.code, status, failure, milliseconds },
        "service call",
      );
      return result;
    };
    const ask = (): Promise<CallResult> => withRetries(compiled.retries, within, askOnce);

    if (compiled.cache === 0 || compiled.method !== "GET") return await ask();
    const question = `${revision.hash} ${revision.brand} ${name} ${canonical(present)}`;
    // Many read what is kept: nobody may change it.
    return await cache.get(question, compiled.cache, async () => freezeDeeply(await ask()));
  };

  return { call, embedded, close: () => dispatcher.close() };
}
