import type { Page, RunState } from "../../schemas/engine/evaluate.ts";
import type { FlowResources } from "../app/resources.ts";
import { memoryOf } from "./memory.ts";
import { createRun, type RunController } from "./run.ts";
import { createFlowStore, type FlowStore } from "./store.ts";
import { http } from "./transport.ts";

/** One person's way through a flow, from its first answer to its receipt. */
export interface Passage {
  /** Tells one passage from the next. */
  number: number;
  store: FlowStore;
  run: RunController;
}

let passages = 0;

/** A passage that goes on with `run`, or a new one. Asks the server for nothing before it is started. */
export function beginPassage(
  page: Page,
  { flow, prepared, revision }: FlowResources,
  run: RunState | null,
): Passage {
  const store = createFlowStore({
    prepared,
    today: page.today,
    answers: run?.answers ?? {},
    results: run?.results ?? {},
    ask: async (data, inputs) => {
      const reply = await http.data({ revision, flow: flow.flow, data, inputs });
      return reply.kind === "answer" ? reply.data : { status: "failed", options: [], hash: "" };
    },
  });
  const memory = memoryOf(flow.flow, () => sessionStorage);
  const controller = createRun({ store, flow: flow.flow, revision, run, transport: http, memory });
  return { number: ++passages, store, run: controller };
}
