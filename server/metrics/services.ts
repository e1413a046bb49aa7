import { ApiError } from "../http/errors.ts";
import type { Services } from "../services/services.ts";
import type { Metrics } from "./metrics.ts";

/** The same services, each call of which is counted and timed. */
export function measuredServices(services: Services, metrics: Metrics): Services {
  return {
    ...services,
    call: async (asked) => {
      const began = performance.now();
      const done = (outcome: string): void =>
        metrics.serviceCall(asked.call, outcome, (performance.now() - began) / 1000);
      try {
        const result = await services.call(asked);
        done(result.ok ? "ok" : (result.failure ?? "failure"));
        return result;
      } catch (error) {
        done(error instanceof ApiError ? error.code : "error");
        throw error;
      }
    },
  };
}
