/** What the server counts. Labels come from closed lists (routes, calls, flows, outcomes): never anything of a person. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ContentStatus } from "../content/source.ts";
import type { CircuitMetric } from "../services/circuits.ts";
import type { DeliveryMetrics } from "../store/delivery-metrics.ts";
import type { PaymentMetrics } from "../store/payments.ts";
import type { WaitMetrics } from "../store/waits.ts";

export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  runBegun(brand: string, flow: string): void;
  /** A run that got past a step for the first time. */
  stepDone(brand: string, flow: string, step: string): void;
  submission(brand: string, flow: string, outcome: "accepted" | "failed"): void;
  serviceCall(call: string, outcome: string, seconds: number): void;
  /** A request that came too often. */
  limited(action: string): void;
  captcha(outcome: string, admitted: boolean): void;
  /** What a program waited for came, or did not, and what follows has been done. */
  waitOver(brand: string, flow: string, event: string, outcome: string): void;
  /** All of it, as Prometheus reads it. */
  text(): Promise<{ type: string; body: string }>;
}

interface MetricsDeps {
  deliveries: () => Promise<DeliveryMetrics>;
  waits: () => Promise<WaitMetrics>;
  payments: () => Promise<PaymentMetrics>;
  /** Of content that does not come from files. */
  content: () => ContentStatus[];
  circuits: () => CircuitMetric[];
  /** Of definitions and content as they are saved. */
  definitionErrors: () => number;
  /** Responses from the cache, by route. */
  responseCache: () => Record<string, number>;
  /** Milliseconds. */
  now: () => number;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Of the process, not of a server in it.
let ofProcess: Registry | undefined;

function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics({
  deliveries,
  waits,
  payments,
  content,
  circuits,
  definitionErrors,
  responseCache,
  now,
}: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "vitrina_http_request_duration_seconds",
    help: "Answers by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: durations,
    registers,
  });
  const fromCache = new Counter({
    name: "vitrina_http_shelf_answers_total",
    help: "Answers that never change and were at hand, by route; they are not among the others.",
    labelNames: ["route"],
    registers,
  });
  const runs = new Counter({
    name: "vitrina_runs_begun_total",
    help: "Forms that were begun.",
    labelNames: ["brand", "flow"],
    registers,
  });
  const steps = new Counter({
    name: "vitrina_run_steps_total",
    help: "Forms that got past a step, by step: beside vitrina_runs_begun_total, how many go on at each.",
    labelNames: ["brand", "flow", "step"],
    registers,
  });
  const submissions = new Counter({
    name: "vitrina_submissions_total",
    help: "Submissions by outcome.",
    labelNames: ["brand", "flow", "outcome"],
    registers,
  });
  const calls = new Histogram({
    name: "vitrina_service_call_duration_seconds",
    help: "Calls of services by outcome; retries are part of a call.",
    labelNames: ["call", "outcome"],
    buckets: durations,
    registers,
  });
  const limited = new Counter({
    name: "vitrina_requests_limited_total",
    help: "Requests refused because there were too many.",
    labelNames: ["action"],
    registers,
  });
  const captchas = new Counter({
    name: "vitrina_captcha_total",
    help: "Captcha checks by outcome, and whether the person went on.",
    labelNames: ["outcome", "admitted"],
    registers,
  });
  const waiting = new Gauge({
    name: "vitrina_deliveries",
    help: "Deliveries that did not go out yet, by state.",
    labelNames: ["state"],
    registers,
  });
  const oldest = new Gauge({
    name: "vitrina_delivery_oldest_seconds",
    help: "Age of the oldest delivery that is still to go out; 0 where there is none.",
    registers,
  });
  const waitsOver = new Counter({
    name: "vitrina_waits_over_total",
    help: "Programs that went on after they had waited, by what came.",
    labelNames: ["brand", "flow", "event", "outcome"],
    registers,
  });
  const waitsNow = new Gauge({
    name: "vitrina_waits",
    help: "Programs that wait for something outside (waiting), whose next branch is to be run (decided), or could not be (stuck).",
    labelNames: ["state"],
    registers,
  });
  const lateEvents = new Gauge({
    name: "vitrina_wait_events_late",
    help: "Events that came after something else had decided, and that no operator has seen.",
    registers,
  });
  const paymentsPending = new Gauge({
    name: "vitrina_payments_pending",
    help: "Payments that began and are not settled, by brand and currency.",
    labelNames: ["brand", "currency"],
    registers,
  });
  const paymentsToSee = new Gauge({
    name: "vitrina_payments_to_see",
    help: "Payments past their time and not settled (overdue), of which the provider says something else (differs), whose form was not told yet (untold), or that are to be given back and are not yet (unrefunded).",
    labelNames: ["why"],
    registers,
  });
  const store = new Gauge({
    name: "vitrina_store_up",
    help: "Whether the database answered when these figures were read.",
    registers,
  });
  const circuitOpen = new Gauge({
    name: "vitrina_service_circuit_open",
    help: "Whether an upstream is left alone for a while, because its calls failed.",
    labelNames: ["service", "brand"],
    registers,
  });
  const definitions = new Gauge({
    name: "vitrina_definitions_errors",
    help: "Errors in definitions and content as they are saved; above 0, what was published before is live.",
    registers,
  });
  const contentUp = new Gauge({
    name: "vitrina_content_up",
    help: "Whether a source of content could be read the last time.",
    labelNames: ["source"],
    registers,
  });
  const contentAge = new Gauge({
    name: "vitrina_content_age_seconds",
    help: "Time since a source of content was last read whole.",
    labelNames: ["source"],
    registers,
  });
  const all = Registry.merge([registry, processMetrics()]);
  // Finding a child by its labels costs more than observing.
  const known = new Map<string, { observe(seconds: number): void }>();

  const readDeliveries = async (): Promise<void> => {
    try {
      const queue = await deliveries();
      for (const state of ["queued", "leased", "dead"] as const) waiting.set({ state }, queue[state]);
      oldest.set(queue.oldest ? Math.max(0, (now() - queue.oldest.getTime()) / 1000) : 0);
      const { late, ...states } = await waits();
      for (const state of ["waiting", "decided", "stuck"] as const) waitsNow.set({ state }, states[state]);
      lateEvents.set(late);
      const { pending, ...toSee } = await payments();
      paymentsPending.reset();
      for (const { count, ...labels } of pending) paymentsPending.set(labels, count);
      for (const why of ["overdue", "differs", "untold", "unrefunded"] as const)
        paymentsToSee.set({ why }, toSee[why]);
      store.set(1);
    } catch {
      // What cannot be read now is not said: the last figures would look like those of now.
      for (const gauge of [waiting, waitsNow, paymentsPending, paymentsToSee]) gauge.reset();
      for (const gauge of [oldest, lateEvents]) gauge.remove();
      store.set(0);
    }
  };

  const readContent = (): void => {
    for (const { source, readAt, failure } of content()) {
      contentUp.set({ source }, failure ? 0 : 1);
      if (readAt) contentAge.set({ source }, Math.max(0, (now() - readAt.getTime()) / 1000));
    }
  };

  return {
    request: (route, given, status, seconds) => {
      const method = methods.has(given) ? given : "OTHER";
      const key = `${status} ${method} ${route}`;
      let child = known.get(key);
      if (!child) known.set(key, (child = requests.labels({ route, method, status: String(status) })));
      child.observe(seconds);
    },
    runBegun: (brand, flow) => runs.inc({ brand, flow }),
    stepDone: (brand, flow, step) => steps.inc({ brand, flow, step }),
    submission: (brand, flow, outcome) => submissions.inc({ brand, flow, outcome }),
    serviceCall: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    limited: (action) => limited.inc({ action }),
    waitOver: (brand, flow, event, outcome) => waitsOver.inc({ brand, flow, event, outcome }),
    captcha: (outcome, admitted) => captchas.inc({ outcome, admitted: admitted ? "yes" : "no" }),
    text: async () => {
      await readDeliveries();
      readContent();
      definitions.set(definitionErrors());
      fromCache.reset();
      for (const [route, count] of Object.entries(responseCache())) fromCache.inc({ route }, count);
      for (const { service, brand, open } of circuits()) circuitOpen.set({ service, brand }, open ? 1 : 0);
      return { type: all.contentType, body: await all.metrics() };
    },
  };
}
