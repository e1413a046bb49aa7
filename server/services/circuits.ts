/** Circuits: an upstream that fails again and again is left alone for some seconds, and who asks is told at once. */
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from "cockatiel";
import type { Log } from "../log.ts";

export interface CircuitLimits {
  /** How many calls in a row have to fail. */
  failures: number;
  /** Milliseconds until one call may try again. */
  pause: number;
}

export interface Circuits<T> {
  /**
   * What `ask` gives, or undefined, at once, while the upstream is left alone. One call at a time tries whether it is
   * back: the others are not kept waiting for it.
   */
  through(upstream: Upstream, ask: () => Promise<T>): Promise<T | undefined>;
  /** Of every upstream that was asked. */
  states(): CircuitMetric[];
}

/** Whether an upstream is left alone; of brands that share one, the first that asked stands for all. */
export interface CircuitMetric {
  service: string;
  brand: string;
  open: boolean;
}

interface Upstream {
  service: string;
  brand: string;
  /** Base URL. Brands with the same one share a circuit. */
  base: string;
}

/** Long enough to spare a service that struggles, short enough that nobody notices it once the service is back. */
const usualLimits: CircuitLimits = { failures: 5, pause: 5000 };

/** `isDown` says of what an ask gave whether it counts as a failure of the upstream. */
export function createCircuits<T>(
  isDown: (result: T) => boolean,
  log: Pick<Log, "info" | "warn">,
  { failures, pause }: CircuitLimits = usualLimits,
): Circuits<T> {
  const metrics: CircuitMetric[] = [];
  const policyFor = ({ service, brand }: Upstream) => {
    const metric: CircuitMetric = { service, brand, open: false };
    metrics.push(metric);
    const policy = circuitBreaker(
      handleWhenResult((result) => isDown(result as T)),
      { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) },
    );
    // Trying again and failing again is no change.
    policy.onBreak(() => {
      if (!metric.open) log.warn({ service, brand }, "an upstream fails: it is left alone for a while");
      metric.open = true;
    });
    policy.onReset(() => {
      metric.open = false;
      log.info({ service, brand }, "an upstream is back");
    });
    return policy;
  };
  const policies = new Map<string, ReturnType<typeof policyFor>>();

  return {
    through: async (upstream, ask) => {
      const name = `${upstream.service} ${upstream.base}`;
      const policy = policies.get(name) ?? policyFor(upstream);
      policies.set(name, policy);
      if (policy.state === CircuitState.HalfOpen) return undefined;
      return await policy.execute(ask).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return undefined;
        throw error;
      });
    },
    states: () => metrics,
  };
}
