/** Calls of backend services, as definitions name them: embedded or upstream, the caller sees no difference. */
import type { Revision } from "../../schemas/engine/serve.ts";
import { dayIn, systemClock, type Clock } from "../clock.ts";
import { isEmbedded, tokenFor, upstreamFor, type Config } from "../config/config.ts";
import type { SiteConfig } from "../http/site-address.ts";
import type { Log } from "../log.ts";
import type { CountLookUp } from "../http/look-up-limits.ts";
import type { Store } from "../store/store.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { canonicalJson } from "../canonical-json.ts";
import { createCircuits, type CircuitMetric, type CircuitLimits } from "./circuits.ts";
import { credentialsOf } from "./credentials.ts";
import { ofAll } from "./for-each.ts";
import { openParts, type OpenMultipart, type ReadUpload } from "./multipart.ts";
import { CallInputError, preparedCall } from "./prepared-call.ts";
import { inTime, isDown, notMade, toResult, type CallResult } from "./result.ts";
import { withRetries } from "./retries.ts";
import {
  brandOfRevision,
  type CreateEmbedded,
  type EmbeddedService,
  type KeyState,
  type ServiceFiles,
} from "./embedded/service.ts";
import { sendEmbedded } from "./send-embedded.ts";
import type { Sending, Sent } from "./sent.ts";

export { CallInputError } from "./prepared-call.ts";
export { isUnresolved, type CallResult } from "./result.ts";
export { toOptions, toValue } from "./options.ts";

export interface ServiceCall {
  revision: Revision;
  /** `<service>.<call>`. */
  call: string;
  input: Record<string, unknown>;
  /** Milliseconds that there are at the most, if fewer than the call's own time-out. */
  within?: number;
  /** Idempotency key: the same for every repeat of this call. Visible ASCII, at most 200. */
  key: string;
  keyState?: KeyState;
  /** The proof that a person asks, as the request brought it: for calls that carry one. */
  captcha?: string;
  /** The Internet address of the person who asks, as the request came from it: for calls that carry one. */
  visitorAddress?: string;
  /** Id of whoever is signed in: for calls that carry it. */
  person?: string;
  /** The run whose files a call may send. */
  run?: string;
}

export interface Services {
  /**
   * Makes a call. Never throws for what the service does or fails to do; throws `CallInputError` for inputs that
   * the definition does not take, and other errors where the definition itself, or a file to send, cannot be used.
   */
  call: (call: ServiceCall) => Promise<CallResult>;
  /** For the listener. */
  embedded: EmbeddedService[];
  /** Which upstreams are left alone now. */
  circuits: () => CircuitMetric[];
  close: () => Promise<void>;
}

export interface ServicesDeps {
  store: Store;
  config: Pick<Config, "mode" | "upstreams" | "services"> &
    Partial<Pick<Config, "tokens" | "embeddedServices" | "limitFactor">> & { site?: SiteConfig };
  log: Log;
  /** The embedded services; left out, there are none. */
  embedded?: CreateEmbedded;
  /** Called after a service has queued a delivery: the worker's `wake`. */
  queued?: () => void;
  /** Where embedded services keep files. */
  files?: ServiceFiles;
  clock?: Clock;
  /** Opens what people uploaded. Left out, no call can send files. */
  readUpload?: ReadUpload;
  circuit?: CircuitLimits;
  /** Counts look-ups that a definition limits, before they are made; throws where there were too many. */
  countLookUp?: CountLookUp;
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

function freezeDeeply<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeeply);
  return value;
}

/** The way to these addresses: HTTP is loaded at once where there are some, and else only when one is called. */
function openUpstreams(bases: string[]) {
  const open = async () => {
    const { connectionsTo, sendUpstream } = await import("./send-upstream.ts");
    return { ...connectionsTo(bases), sendUpstream };
  };
  let opened = bases.length > 0 ? open() : undefined;
  return {
    reach: () => (opened ??= open()),
    close: async () => await (await opened)?.close(),
  };
}

/** The services of this process. */
export function createServices({
  store,
  config,
  log,
  embedded: createEmbedded = () => [],
  queued,
  files,
  clock = systemClock,
  readUpload,
  circuit,
  countLookUp,
}: ServicesDeps): Services {
  const embedded = createEmbedded({
    store,
    clock,
    log,
    ...(queued ? { queued } : {}),
    ...(files ? { files } : {}),
    ...(config.limitFactor === undefined ? {} : { limitFactor: config.limitFactor }),
  });
  const upstreams = openUpstreams(Object.values(config.upstreams));
  const circuits = createCircuits<CallResult>(isDown, log, circuit);
  const cache = createAnswerCache<CallResult>((result) => result.ok, { now: () => clock().getTime() });

  const send = async (service: string, base: string | undefined, sending: Sending): Promise<Sent> => {
    if (base !== undefined) {
      const { dispatcher, sendUpstream } = await upstreams.reach();
      const { key } = config.services;
      return await sendUpstream(sending, {
        base,
        dispatcher,
        ...(key === undefined ? {} : { servicesKey: key }),
      });
    }
    // A definition may have come to call it after the start.
    const found = isEmbedded(config, service)
      ? embedded.find((candidate) => candidate.service === service)
      : undefined;
    const { code: brand } = sending.brand;
    if (found) {
      return await sendEmbedded(sending, found).catch((error: unknown): Sent => {
        log.error({ service, brand, err: error }, "embedded service failed");
        return { status: 500, data: null };
      });
    }
    log.error({ service, brand }, "service is neither embedded nor has it an upstream");
    return { failure: "unreachable", status: 0 };
  };

  /** `each` is the value of one of several calls that are made for the one that was asked. */
  const callWith = async (
    {
      revision,
      call: name,
      input,
      key,
      keyState,
      captcha,
      visitorAddress,
      person,
      run,
      within = Infinity,
    }: ServiceCall,
    each?: Record<string, string>,
  ): Promise<CallResult> => {
    const calls = revision.private.calls;
    const compiled = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!compiled) throw new Error(`Revision ${revision.hash} has no call ${name}`);
    if (!keyPattern.test(key)) throw new CallInputError(`${name}: not an idempotency key`);
    const prepared = preparedCall(compiled);
    const given = prepared.checkInput(input);
    if (compiled.forEach && !each) {
      const asked = { revision, call: name, input: given, key, within };
      return await ofAll(compiled, given, (value) => callWith(asked, value));
    }
    const present = { ...given, ...each };
    const request = prepared.request(present, revision.private.facts);
    const brand = brandOfRevision(revision, config.site);
    const { timeZone } = revision.public.brand;
    const { service } = compiled;
    const base = upstreamFor(config, service, brand.code);

    const token = prepared.token
      ? prepared.token(present, revision.private.facts)
      : tokenFor({ tokens: config.tokens ?? {} }, service, brand.code);
    const credentials = credentialsOf(compiled, { token, captcha, visitorAddress, person });
    if (!credentials) {
      if (compiled.person && person === undefined) return notMade("unauthorized");
      log.error({ call: name, brand: brand.code }, "a call has no token that it can carry: it is not made");
      return notMade("unauthorized");
    }
    const signed = { ...request, headers: { ...request.headers, ...credentials } };

    const parts = async (): Promise<OpenMultipart | undefined> =>
      request.parts &&
      (await openParts(request.parts, async (id) =>
        run === undefined ? undefined : await readUpload?.(run, id),
      ));

    const askOnce = async (left: number): Promise<CallResult> => {
      const began = performance.now();
      const open = await parts();
      const spent = performance.now() - began;
      const timeout = Math.max(1, Math.floor(Math.min(compiled.timeout, left) - spent));
      const sending = {
        request: signed,
        brand,
        key,
        timeout,
        ...(keyState ? { keyState } : {}),
        ...(open ? { parts: open } : {}),
      };
      const sent = await send(service, base, sending);
      const result = toResult(sent, compiled, prepared.readAnswer, dayIn(timeZone, clock()));
      const { status, failure } = result;
      const milliseconds = Math.round(performance.now() - began);
      // Whoever runs the service reads what to mend.
      const unfit = failure === "garbled" && "data" in sent ? prepared.unfit(sent.data) : undefined;
      log[result.ok || failure === "empty" ? "info" : "warn"](
        {
          call: name,
          brand: brand.code,
          status,
          failure,
          unfit,
          milliseconds,
          ...prepared.failureText(result),
        },
        "service call",
      );
      return result;
    };
    const askAll = (): Promise<CallResult> =>
      withRetries(compiled.retries, within, askOnce, ({ status, data }) => prepared.isAwaited(status, data));
    const ask = async (): Promise<CallResult> => {
      const limited = prepared.limitedBy?.(present, revision.private.facts);
      await countLookUp?.(compiled, brand.code, limited, visitorAddress);
      if (base === undefined) return await askAll();
      const result = await circuits.through({ service, brand: brand.code, base }, askAll);
      return result ?? notMade("unreachable");
    };

    if (compiled.cache === 0 || compiled.method !== "GET") return await ask();
    const question = `${revision.hash} ${revision.brand} ${name} ${canonicalJson(present)}`;
    // Many read what is kept: nobody may change it.
    const answer = cache.get(question, compiled.cache, async () => freezeDeeply(await ask()));
    // Who began it may have had more time than who joins in now.
    return await inTime(answer, within);
  };

  const call = (asked: ServiceCall): Promise<CallResult> => callWith(asked);
  const close = async (): Promise<void> => {
    for (const service of embedded) service.close?.();
    await upstreams.close();
  };
  return { call, embedded, circuits: circuits.states, close };
}
