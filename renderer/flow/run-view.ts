import type { Problem, RunState } from "../../schemas/engine/evaluate.ts";

/** What the person has to be told about the run. */
export type Notice =
  | { kind: "unreachable" }
  | { kind: "stale" }
  /** Another tab sent this form, with other answers than those that stand here. */
  | { kind: "sentElsewhere" }
  | { kind: "refused"; message: string; requestId: string };

export interface RunView {
  run: RunState | null;
  busy: boolean;
  notice?: Notice;
  /** Problems of the last press of Continuar. `press` counts the presses, so that each one takes the focus. */
  summary: Problem[];
  press: number;
}

/** Where the run leads. Set by whoever draws it. */
export interface RunLeads {
  /** To a step of the flow. */
  go(step: string): void;
  /** To another page of the site. */
  leave(path: string): void;
  /** The run belongs to another revision than the page: draw the page anew. */
  reload(): void;
}
